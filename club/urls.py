"""The roof: every page, the API and the admin. A club's pages live under its address, and nobody else's do."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter

from club import people_views, views
from club.health import healthz
from games import practice_views


class JoinCode(StringConverter):
    """What could be a night's join code, in any case; nothing longer is looked up or drawn."""

    regex = "[A-Za-z0-9]{1,8}"


register_converter(JoinCode, "join_code")

CLUB: list[URLPattern | URLResolver] = [
    path("", views.club, name="club"),
    path("tonight/", views.tonight, name="tonight"),
    path("nights/open/", views.open_night, name="open_night"),
    path("me/", views.me, name="me"),
    path("members/invite/", views.invite, name="invite"),
    path("members/<uuid:member_id>/", views.member, name="member"),
    path("members/<uuid:member_id>/preferences/", views.preferences, name="preferences"),
    path("members/<uuid:member_id>/role/", views.role, name="role"),
    path("members/<uuid:member_id>/retire/", views.retire, name="retire"),
    path("members/<uuid:member_id>/claim/", people_views.claim_guest, name="claim_guest"),
    path("members/<uuid:member_id>/account/", people_views.give_account, name="give_account"),
    path("members/<uuid:member_id>/link/", people_views.guest_link, name="guest_link"),
    path("members/<uuid:member_id>/merge/", people_views.merge, name="merge"),
    path("members/<uuid:member_id>/unmerge/", people_views.unmerge, name="unmerge"),
    path("members/<uuid:member_id>/anonymise/", people_views.anonymise, name="anonymise"),
    path("claims/<uuid:claim_id>/", people_views.answer_claim, name="answer_claim"),
    path("", include("games.urls")),
    path("rules/", include("games.rule_urls")),
    path("", include("ledger.urls")),
]

urlpatterns = [
    path("healthz", healthz),
    path("", views.home, name="home"),
    path("c/<slug:slug>/", include(CLUB)),
    path("join/", views.join, name="join"),
    path("join/keep/", people_views.keep_games, name="keep_games"),
    path("claim/<str:word>/", people_views.claim, name="claim"),
    path("claim/<str:word>/qr.svg", people_views.claim_qr, name="claim_qr"),
    path("join/<join_code:code>/", views.join, name="join_code"),
    path("join/<join_code:code>/qr.svg", views.join_qr, name="join_qr"),
    path("practice/", practice_views.practice, name="practice"),
    path("demo/mail/", views.demo_mail, name="demo_mail"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("club.api_urls")),
]
