"""The page of the practice opponent: for whoever is signed in, and for everybody in the demo."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games import practice_pages as pages
from games.board.errors import BoardError
from games.board.wording import render as said
from games.practice import NotNow


@require_http_methods(["GET", "POST"])
def practice(request: HttpRequest) -> HttpResponseBase:
    """Show the game that this browser plays against the practice opponent, or do what its form asks for."""
    if not (request.user.is_authenticated or settings.DEMO):
        return redirect_to_login(request.get_full_path())
    if request.method == "GET":
        answer = render(request, "games/practice.html", pages.practice_page(request))
        answer["Cache-Control"] = "private, no-store"
        return answer
    try:
        pages.act(request)
    except NotNow:
        messages.error(request, gettext("That cannot be done now."))
    except BoardError as error:
        messages.error(request, said(error.message, gettext))
    return redirect(reverse("practice") + "#board")
