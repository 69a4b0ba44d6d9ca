"""Every address of the REST API, and its documentation."""

from django.urls import include, path, re_path

from club.api import views

v1 = [
    path("me", views.Me.as_view()),
    path("clubs", views.Clubs.as_view()),
    path("clubs/<uuid:club_id>", views.OneClub.as_view()),
    path("members", views.Members.as_view()),
    path("members/<uuid:member_id>", views.OneMember.as_view()),
    path("nights", views.Nights.as_view()),
    path("nights/<uuid:night_id>", views.OneNight.as_view()),
    path("nights/<uuid:night_id>/attendances", views.Attendances.as_view()),
    path("join-requests", views.JoinRequests.as_view()),
]

urlpatterns = [
    path("v1/", include(v1)),
    re_path("", views.Elsewhere.as_view()),
]
