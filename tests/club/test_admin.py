"""The organiser's desk: his own club and nothing else, through the services, with a trace."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise

from club import services
from club.models import Mail, Member, Night, OutboxMessage, Role, User
from tests.club import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours():
    return cast.cast()


@pytest.fixture
def desk(client, ours):
    """A client where our organiser is signed in."""
    client.force_login(User.objects.get(pk=ours.organiser.user_id))
    return client


def said(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


def member_form(member, **changed):
    form = {"name": member.name, "role": member.role, "language": member.language}
    form |= {wish: "on" for wish in ("mail_each_game", "mail_night", "mail_month") if getattr(member, wish)}
    return form | changed


def act(desk, action, *rows, **more):
    model = rows[0]._meta.model_name
    form = {"action": action, "_selected_action": [row.pk for row in rows]} | more
    return desk.post(reverse(f"admin:club_{model}_changelist"), form)


# ---- what is seen ----
def test_an_organiser_sees_the_people_of_his_club_only(desk, ours):
    cast.member(ours.club, "Bela")
    cast.member(ours.elsewhere, "Zvonimir")
    page = desk.get(reverse("admin:club_member_changelist")).content.decode()
    assert "Bela" in page
    assert "Zvonimir" not in page
    assert "Zagreb" not in page


def test_what_belongs_to_another_club_is_not_there(desk, ours):
    theirs = cast.member(ours.elsewhere, "Zvonimir")
    night = services.open_night(club=ours.elsewhere, actor=ours.outsider)
    for name, row in [("member", theirs), ("night", night), ("club", ours.elsewhere)]:
        for page in ("change", "history"):
            answer = desk.get(reverse(f"admin:club_{name}_{page}", args=[row.pk]))
            assert answer.status_code == 302
            assert answer.url == reverse("admin:index")
    desk.post(reverse("admin:club_member_change", args=[theirs.pk]), member_form(theirs, name="Ours"))
    act(desk, "retire", theirs, reason="ours now")
    theirs.refresh_from_db()
    assert (theirs.name, theirs.retired_at) == ("Zvonimir", None)


@pytest.mark.parametrize("name", ["member", "night"])
def test_only_ones_own_clubs_are_offered(desk, ours, name):
    page = desk.get(reverse(f"admin:club_{name}_add")).content.decode()
    assert str(ours.club.pk) in page
    assert str(ours.elsewhere.pk) not in page


def test_another_clubs_id_in_the_form_is_no_choice(desk, ours):
    form = {"club": ours.elsewhere.pk, "name": "Spy", "email": "", "role": "member", "language": ""}
    assert desk.post(reverse("admin:club_member_add"), form).status_code == 200
    assert not Member.objects.filter(name="Spy").exists()


@pytest.mark.parametrize(
    ("role", "status"), [(Role.TREASURER, 403), (Role.SCOREKEEPER, 302), (Role.MEMBER, 302), (Role.ORGANISER, 200)]
)
def test_only_organisers_come_to_the_people(client, ours, role, status):
    client.force_login(cast.member(ours.club, "Bela", role).user)
    for name in ("member", "night", "club", "mail"):
        assert client.get(reverse(f"admin:club_{name}_changelist")).status_code == status


def test_a_retired_organiser_sees_nothing_even_if_he_still_is_staff(client, ours):
    bela = cast.member(ours.club, "Bela", Role.ORGANISER, retired_at=timezone.now())
    User.objects.filter(pk=bela.user_id).update(is_staff=True)
    client.force_login(bela.user)
    assert client.get(reverse("admin:club_member_changelist")).status_code == 403


def test_nothing_is_deleted(desk, ours):
    bela = cast.member(ours.club, "Bela")
    answer = desk.post(reverse("admin:club_member_delete", args=[bela.pk]), {"post": "yes"})
    assert answer.status_code == 403
    act(desk, "delete_selected", bela, post="yes")
    assert Member.objects.filter(pk=bela.pk).exists()


def test_the_outbox_is_for_superusers(client, desk, ours):
    services.invite(club=ours.club, name="B", email="b@b.example", role=Role.MEMBER, actor=ours.organiser)
    assert desk.get(reverse("admin:club_outboxmessage_changelist")).status_code == 403
    client.force_login(cast.user("root@root.example", is_staff=True, is_superuser=True))
    page = client.get(reverse("admin:club_outboxmessage_changelist"))
    assert "member.invited" in page.content.decode()


def test_users_are_for_superusers_who_may_change_an_address(client, desk, ours):
    bela = cast.member(ours.club, "Bela").user
    page = reverse("admin:club_user_change", args=[bela.pk])
    form = {"email": "new@budai.example", "language": "", "is_active": "on"}
    assert desk.post(page, form).status_code == 403
    client.force_login(cast.user("root@root.example", is_staff=True, is_superuser=True))
    assert client.post(page, form).status_code == 302
    assert ours.club.members.get(name="Bela").email == "new@budai.example"


def test_the_desk_has_no_sign_in_of_its_own(client):
    answer = client.post(reverse("admin:login"), {"username": "anna@budai.example", "password": "x"})
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_login"))


# ---- what is done ----
def test_adding_with_an_address_invites_and_leaves_a_trace(desk, ours):
    form = {"club": ours.club.pk, "name": "Bela", "email": "bela@budai.example", "role": "member", "language": "hu"}
    assert desk.post(reverse("admin:club_member_add"), form).status_code == 302
    bela = Member.objects.get(name="Bela")
    assert (bela.user.email, bela.language) == ("bela@budai.example", "hu")
    assert OutboxMessage.objects.get().payload["member_id"] == str(bela.id)
    trace = LogEntry.objects.get()
    assert (trace.object_id, trace.user_id) == (str(bela.pk), ours.organiser.user_id)


def test_adding_without_an_address_makes_a_guest(desk, ours):
    form = {"club": ours.club.pk, "name": "Gizi", "email": "", "role": "organiser", "language": ""}
    desk.post(reverse("admin:club_member_add"), form)
    gizi = Member.objects.get(name="Gizi")
    assert (gizi.role, gizi.user) == (Role.GUEST, None)


def test_a_refusal_is_said_above_the_form_and_nothing_stays(desk, ours):
    form = {"club": ours.club.pk, "name": "Anna", "email": "anna@budai.example", "role": "member", "language": ""}
    answer = desk.post(reverse("admin:club_member_add"), form)
    assert answer.status_code == 302
    assert said(answer) == ["anna@budai.example already belongs to Anna."]
    assert ours.club.members.count() == 1
    assert not LogEntry.objects.exists()


def test_a_change_goes_through_the_services(desk, ours):
    bela = cast.member(ours.club, "Bela")
    form = member_form(bela, name="Bela K.", role="treasurer", mail_each_game="on")
    desk.post(reverse("admin:club_member_change", args=[bela.pk]), form)
    bela.refresh_from_db()
    assert (bela.name, bela.role, bela.mail_each_game, bela.mail_night) == ("Bela K.", "treasurer", True, True)
    assert User.objects.get(pk=bela.user_id).is_staff
    assert LogEntry.objects.count() == 1


def test_half_a_refused_change_does_not_stay(desk, ours):
    anna = Member.objects.get(pk=ours.organiser.member_id)
    answer = desk.post(reverse("admin:club_member_change", args=[anna.pk]), member_form(anna, name="X", role="member"))
    assert said(answer) == ["X is the last organiser. Make somebody else an organiser first."]
    anna.refresh_from_db()
    assert (anna.name, anna.role) == ("Anna", "organiser")


def test_a_guest_is_given_an_account_by_writing_his_address(desk, ours):
    gizi = services.add_guest(club=ours.club, name="Gizi", actor=ours.organiser)
    form = member_form(gizi, email="gizi@budai.example")
    desk.post(reverse("admin:club_member_change", args=[gizi.pk]), form)
    gizi.refresh_from_db()
    assert (gizi.role, gizi.user.email) == (Role.MEMBER, "gizi@budai.example")


def test_the_address_and_the_merging_of_a_member_are_not_edited(desk, ours):
    bela, csaba = cast.member(ours.club, "Bela"), cast.member(ours.club, "Csaba")
    form = member_form(bela, email="x@x.example", merged_into=str(csaba.pk), club=str(ours.elsewhere.pk))
    desk.post(reverse("admin:club_member_change", args=[bela.pk]), form)
    bela.refresh_from_db()
    assert (bela.email, bela.merged_into, bela.club) == ("bela@budai.example", None, ours.club)


def test_members_are_retired_with_a_reason_that_stays_in_their_history(desk, ours):
    bela = cast.member(ours.club, "Bela")
    answer = act(desk, "retire", bela, reason="moved to Pécs")
    assert said(answer) == ["Bela is retired: moved to Pécs"]
    bela.refresh_from_db()
    assert not bela.is_active
    assert LogEntry.objects.get().change_message == "Bela is retired: moved to Pécs"


def test_nobody_is_retired_without_a_reason(desk, ours):
    bela = cast.member(ours.club, "Bela")
    act(desk, "retire", bela, reason="  ")
    bela.refresh_from_db()
    assert bela.is_active
    assert not LogEntry.objects.exists()


def test_one_refusal_among_many_does_not_stop_the_others(desk, ours):
    bela, anna = cast.member(ours.club, "Bela"), Member.objects.get(pk=ours.organiser.member_id)
    answer = act(desk, "retire", anna, bela, reason="all go")
    assert len(said(answer)) == 2
    anna.refresh_from_db()
    bela.refresh_from_db()
    assert (anna.is_active, bela.is_active) == (True, False)
    assert LogEntry.objects.count() == 1


def test_a_retired_member_is_brought_back(desk, ours):
    bela = cast.member(ours.club, "Bela")
    services.retire(member=bela, actor=ours.organiser)
    act(desk, "restore", bela)
    bela.refresh_from_db()
    assert bela.is_active


def test_a_night_of_a_day_that_cannot_be_is_not_opened_from_the_desk(desk, ours):
    form = {"club": ours.club.pk, "date": "0026-11-27", "title": "Friday night"}
    answer = desk.post(reverse("admin:club_night_add"), form, follow=True)
    assert "Choose a day from 1970-01-01" in answer.content.decode()
    assert not Night.objects.exists()


def test_a_night_is_opened_from_the_desk(desk, ours):
    form = {"club": ours.club.pk, "date": "2026-11-27", "title": "Friday night"}
    answer = desk.post(reverse("admin:club_night_add"), form)
    assert answer.status_code == 302
    night = Night.objects.get()
    assert [event.kind for event in night.events.all()] == ["opened"]
    page = desk.get(reverse("admin:club_night_change", args=[night.pk])).content.decode()
    assert night.join_code in page
    assert "_save" not in page


def test_a_clubs_customs_are_changed_and_a_wrong_time_zone_is_said(desk, ours):
    form = {
        "name": "Budai",
        "language": "hu",
        "time_zone": "Europe/Zagreb",
        "currency": "HUF",
        "own_answers_only": "on",
    }
    desk.post(reverse("admin:club_club_change", args=[ours.club.pk]), form)
    ours.club.refresh_from_db()
    assert (ours.club.language, ours.club.currency, ours.club.own_answers_only) == ("hu", "HUF", True)
    answer = desk.post(reverse("admin:club_club_change", args=[ours.club.pk]), form | {"time_zone": "Mars"})
    assert said(answer)
    ours.club.refresh_from_db()
    assert ours.club.time_zone == "Europe/Zagreb"


def test_a_mail_that_was_given_up_is_tried_again_from_the_desk(desk, ours):
    anna = Member.objects.get(pk=ours.organiser.member_id)
    mail = Mail.objects.create(
        key="k", member=anna, subject="S", text="t", html="h", message_id="<1@x>", given_up_at=timezone.now()
    )
    act(desk, "try_again", mail)
    mail.refresh_from_db()
    assert mail.given_up_at is None


@pytest.mark.parametrize("app", ["club", "games", "ledger"])
def test_everything_the_desk_shows_has_a_name_to_translate(app):
    shown = [(one.model, one) for one in admin.site._registry.values() if one.model._meta.app_label == app]
    shown += [(inline.model, inline) for _model, one in shown for inline in one.inlines]
    unnamed = []
    for model, one in shown:
        columns = {field.name: field for field in model._meta.fields}
        listed = {*(one.fields or ()), *getattr(one, "list_display", ())}
        if model in (Member, Night):
            listed |= set(one.get_fields(None, model()))
        names = [columns[name].verbose_name for name in listed if name in columns] + [model._meta.verbose_name_plural]
        unnamed += [(model.__name__, str(name)) for name in names if not isinstance(name, Promise)]
    assert unnamed == []
    assert isinstance(apps.get_app_config(app).verbose_name, Promise)
