"""The roof: every page, the API and the admin."""

from django.contrib import admin
from django.urls import include, path

from club.health import healthz

urlpatterns = [
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
]
