"""Pages about who somebody is: claims, accounts for guests, merging and anonymising. Each view calls one service."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club import people_pages as draw
from club import selectors, services
from club.doors import ViewerRequest, answer, guest_of, in_club, uuid_of
from club.errors import ClubError, Forbidden, Invalid
from club.forms import ReasonForm, first_error
from club.models import User
from club.people_forms import AccountForm, AnonymiseForm, ClaimForm, MergeForm
from club.permissions import May
from club.qr import drawn
from games import services as games


# ---- a guest's games --------------------------------------------------------------------------------
@require_POST
@in_club()
def claim_guest(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Say that a guest's games are one's own; an organiser confirms it."""
    guest = selectors.member(request.viewer.club, member_id)
    services.ask_for_guest(guest_id=guest.id, user=_signed_in(request))
    messages.success(request, gettext("An organiser is asked. You are told by mail."))
    return redirect("member", request.viewer.club.slug, member_id)


@require_POST
@in_club(May.MANAGE_MEMBERS)
def answer_claim(request: ViewerRequest, claim_id: UUID) -> HttpResponse:
    """Confirm or refuse that a guest's games are somebody's."""
    actor = request.viewer.actor
    if request.POST.get("answer") == "yes":
        member_id = games.grant_claim(claim_id=claim_id, actor=actor).id
    else:
        member_id = services.refuse_claim(claim_id=claim_id, actor=actor).guest_id
    return redirect("member", request.viewer.club.slug, member_id)


@require_POST
@in_club(May.MANAGE_MEMBERS)
def give_account(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Invite a guest by mail; his games stay his."""
    form = AccountForm(request.POST)
    if not form.is_valid():
        raise Invalid(first_error(form))
    guest = selectors.member(request.viewer.club, member_id)
    services.give_account(member=guest, email=form.cleaned_data["email"], actor=request.viewer.actor)
    messages.success(request, gettext("{name} is invited by mail.").format(name=guest.name))
    return redirect("member", request.viewer.club.slug, member_id)


@require_GET
@in_club(May.MANAGE_MEMBERS)
def guest_link(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Show a link by which a guest takes over his games himself."""
    guest = selectors.member(request.viewer.club, member_id)
    return render(request, "club/guest_link.html", draw.link_page(request.viewer, guest))


@require_http_methods(["GET", "POST"])
def claim(request: HttpRequest, word: str) -> HttpResponseBase:
    """Let whoever has a guest's link take over his games: as who signs in, or with an address given here."""
    return answer(request, lambda: _claim(request, word))


def _claim(request: HttpRequest, word: str) -> HttpResponseBase:
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and request.user.is_authenticated:
        member = games.claim_by_link(word=word, user=request.user)
        messages.success(request, gettext("These games are yours now."))
        return redirect("member", member.club.slug, member.id)
    if request.method == "POST" and form.is_valid():
        try:
            games.claim_by_mail(word=word, email=form.cleaned_data["email"])
        except ClubError as error:
            form.add_error("email", error.detail)
        else:
            messages.success(request, gettext("Look into your mail: you are invited. Sign in with this address."))
            return redirect("account_login")
    status = 422 if request.method == "POST" else 200
    return render(request, "club/claim.html", draw.claim_page(request.user, word, form), status=status)


@require_GET
def claim_qr(request: HttpRequest, word: str) -> HttpResponseBase:
    """Draw the code that leads to a guest's link."""
    return answer(request, lambda: _claim_qr(word))


def _claim_qr(word: str) -> HttpResponse:
    services.guest_of_link(word)
    return HttpResponse(drawn(settings.SITE_URL + resolve_url("claim", word)), content_type="image/svg+xml")


@require_POST
def keep_games(request: HttpRequest) -> HttpResponseBase:
    """Ask, as who has signed in since, to keep the games that were played as a guest from this browser."""
    return answer(request, lambda: _keep(request))


def _keep(request: HttpRequest) -> HttpResponse:
    guest = guest_of(request)
    if guest is None or not request.user.is_authenticated:
        raise Forbidden
    services.ask_for_guest(guest_id=guest.id, user=request.user, here=guest.id)
    messages.success(request, gettext("An organiser is asked. You are told by mail."))
    return redirect("join")


def _signed_in(request: ViewerRequest) -> User:
    if not request.user.is_authenticated:
        raise Forbidden
    return request.user


# ---- one person -------------------------------------------------------------------------------------
@require_POST
@in_club(May.MANAGE_MEMBERS)
def merge(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Merge another member into this one."""
    person = selectors.member(request.viewer.club, member_id)
    form = MergeForm(request.POST, others=draw.mergeable(person))
    if not form.is_valid():
        raise Invalid(first_error(form))
    games.merge_members(
        member_id=uuid_of(form.cleaned_data["member"]),
        into_id=person.id,
        reason=form.cleaned_data["reason"],
        actor=request.viewer.actor,
    )
    return redirect("member", request.viewer.club.slug, person.id)


@require_POST
@in_club(May.MANAGE_MEMBERS)
def unmerge(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Take a merged member out again."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        raise Invalid(first_error(form))
    merged = selectors.member(request.viewer.club, member_id)
    games.unmerge_member(member_id=merged.id, reason=form.cleaned_data["reason"], actor=request.viewer.actor)
    return redirect("member", request.viewer.club.slug, member_id)


@require_http_methods(["GET", "POST"])
@in_club(May.MANAGE_MEMBERS)
def anonymise(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Show what anonymising takes out, and do it when that is confirmed."""
    person = selectors.member(request.viewer.club, member_id)
    form = AnonymiseForm(request.POST or None, texts=draw.texts_of(request.viewer, person))
    if request.method == "POST" and form.is_valid():
        games.anonymise_member(member_id=person.id, actor=request.viewer.actor, redact=form.cleaned_data["redact"])
        return redirect("member", request.viewer.club.slug, person.id)
    status = 422 if request.method == "POST" else 200
    return render(request, "club/anonymise.html", draw.anonymise_page(person, form), status=status)
