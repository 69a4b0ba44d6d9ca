import pytest

from club import selectors, services
from club.currencies import WrongCurrency
from club.errors import Forbidden, Invalid, NotFound
from club.models import Club, Member, OutboxMessage, Role, User
from club.permissions import Door
from club.services.people import AlreadyMember, HasAccount, LastOrganiser
from tests.club import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours():
    return cast.cast()


def invite(ours, **asked):
    asked = {"name": "Bela", "email": "bela@budai.example", "role": Role.MEMBER} | asked
    return services.invite(club=ours.club, actor=ours.organiser, **asked)


# ---- inviting ----
def test_an_invited_member_has_a_user_without_a_password(ours):
    member = invite(ours, language="hu")
    assert member.user.email == "bela@budai.example"
    assert not member.user.has_usable_password()
    assert (member.role, member.language, member.is_active) == (Role.MEMBER, "hu", True)


def test_an_invitation_is_told_once(ours):
    member = invite(ours)
    [message] = OutboxMessage.objects.all()
    assert message.payload == {"member_id": str(member.id), "invited_by": "Anna"}


def test_somebody_known_from_another_club_is_invited_with_the_user_he_has(ours):
    theirs = cast.member(ours.elsewhere, "Bela")
    member = invite(ours, email="BELA@zagreb.example")
    assert member.user == theirs.user
    assert [club.slug for club in selectors.clubs_of(member.user)] == ["budai", "zagreb"]


def test_nobody_is_invited_twice_whatever_the_case_of_the_address(ours):
    invite(ours)
    with pytest.raises(AlreadyMember) as refusal:
        invite(ours, name="Bela again", email="Bela@Budai.example")
    assert "Bela" in refusal.value.detail
    assert ours.club.members.count() == 2
    assert OutboxMessage.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"name": "  "}, "/name"),
        ({"name": "x" * 61}, "/name"),
        ({"name": "Be\u202ela"}, "/name"),
        ({"email": "nowhere"}, "/email"),
        ({"role": Role.GUEST}, "/role"),
        ({"role": "king"}, "/role"),
        ({"language": "xx"}, "/language"),
    ],
)
def test_an_invitation_with_a_wrong_value_is_refused_and_writes_nothing(ours, asked, pointer):
    with pytest.raises(Invalid) as refusal:
        invite(ours, **asked)
    assert refusal.value.pointer == pointer
    assert ours.club.members.count() == 1
    assert User.objects.count() == 2
    assert not OutboxMessage.objects.exists()


def test_a_guest_who_is_given_an_account_keeps_his_past(ours):
    guest = services.add_guest(club=ours.club, name="Bela", actor=ours.organiser)
    member = services.give_account(member=guest, email="bela@budai.example", actor=ours.organiser)
    assert member.pk == guest.pk
    assert (member.role, member.user.email, member.mail_night) == (Role.MEMBER, "bela@budai.example", True)
    with pytest.raises(HasAccount):
        services.give_account(member=guest, email="other@budai.example", actor=ours.organiser)
    assert not User.objects.filter(email="other@budai.example").exists()


# ---- roles ----
@pytest.mark.parametrize(
    ("role", "staff"),
    [(Role.ORGANISER, True), (Role.TREASURER, True), (Role.SCOREKEEPER, False), (Role.MEMBER, False)],
)
def test_organisers_and_treasurers_may_use_the_admin(ours, role, staff):
    member = cast.member(ours.club, "Bela")
    services.set_role(member=member, role=role, actor=ours.organiser)
    assert User.objects.get(pk=member.user_id).is_staff is staff


def test_who_loses_the_role_loses_the_admin_unless_he_has_it_elsewhere(ours):
    member = cast.member(ours.club, "Bela", Role.TREASURER)
    services.set_role(member=member, role=Role.MEMBER, actor=ours.organiser)
    assert not User.objects.get(pk=member.user_id).is_staff
    Member.objects.create(club=ours.elsewhere, user=member.user, name="Bela", role=Role.TREASURER)
    services.set_role(member=member, role=Role.SCOREKEEPER, actor=ours.organiser)
    assert User.objects.get(pk=member.user_id).is_staff


def test_retiring_takes_the_admin_away_and_coming_back_gives_it_again(ours):
    member = cast.member(ours.club, "Bela", Role.TREASURER)
    services.retire(member=member, actor=ours.organiser)
    assert not User.objects.get(pk=member.user_id).is_staff
    services.restore(member=member, actor=ours.organiser)
    assert User.objects.get(pk=member.user_id).is_staff


def test_the_last_organiser_stays_organiser(ours):
    anna = Member.objects.get(pk=ours.organiser.member_id)
    with pytest.raises(LastOrganiser):
        services.set_role(member=anna, role=Role.MEMBER, actor=ours.organiser)
    with pytest.raises(LastOrganiser):
        services.retire(member=anna, actor=ours.organiser)
    anna.refresh_from_db()
    assert anna.role == Role.ORGANISER
    assert anna.is_active


def test_an_organiser_may_go_when_another_stays(ours):
    cast.member(ours.club, "Bela", Role.ORGANISER)
    anna = Member.objects.get(pk=ours.organiser.member_id)
    services.retire(member=anna, actor=ours.organiser)
    anna.refresh_from_db()
    assert not anna.is_active


def test_a_retired_organiser_or_one_without_a_user_does_not_count_as_staying(ours):
    services.retire(member=cast.member(ours.club, "Bela", Role.ORGANISER), actor=ours.organiser)
    Member.objects.create(club=ours.club, name="Nobody", role=Role.ORGANISER)
    with pytest.raises(LastOrganiser):
        services.retire(member=Member.objects.get(pk=ours.organiser.member_id), actor=ours.organiser)


# ---- retiring ----
def test_a_retired_member_does_not_find_the_club_any_more(ours):
    bela = cast.member(ours.club, "Bela")
    services.retire(member=bela, actor=ours.organiser)
    with pytest.raises(NotFound):
        selectors.actor_for(user=bela.user, club=ours.club, door=Door.PAGE)
    assert not selectors.clubs_of(bela.user).exists()


def test_retiring_twice_keeps_the_first_time(ours):
    bela = cast.member(ours.club, "Bela")
    first = services.retire(member=bela, actor=ours.organiser).retired_at
    assert services.retire(member=bela, actor=ours.organiser).retired_at == first


# ---- wishes ----
def test_a_member_sets_his_own_wishes_and_leaves_the_others_as_they_are(ours):
    bela = cast.member(ours.club, "Bela")
    services.set_preferences(member=bela, actor=cast.actor(bela), mail_each_game=True, language="hr")
    bela.refresh_from_db()
    assert (bela.mail_each_game, bela.mail_night, bela.language) == (True, True, "hr")


def test_nobody_sets_another_members_wishes_or_name(ours):
    bela, csaba = cast.member(ours.club, "Bela"), cast.member(ours.club, "Csaba")
    with pytest.raises(Forbidden):
        services.set_preferences(member=csaba, actor=cast.actor(bela), mail_night=False)
    with pytest.raises(Forbidden):
        services.rename(member=csaba, name="Xenia", actor=cast.actor(bela))
    csaba.refresh_from_db()
    assert (csaba.mail_night, csaba.name) == (True, "Csaba")


def test_a_name_loses_its_stray_spaces(ours):
    bela = cast.member(ours.club, "Bela")
    assert services.rename(member=bela, name="  Bela   K. ", actor=ours.organiser).name == "Bela K."


# ---- what is read ----
def test_the_list_of_members_costs_one_query(ours, django_assert_num_queries):
    for name in ("Bela", "Csaba", "Dora"):
        cast.member(ours.club, name)
    with django_assert_num_queries(1):
        assert [person.user and person.name for person in selectors.members(ours.club)] == [
            "Anna",
            "Bela",
            "Csaba",
            "Dora",
        ]


def test_the_list_leaves_out_the_retired_the_merged_and_on_request_guests(ours):
    bela, csaba = cast.member(ours.club, "Bela"), cast.member(ours.club, "Csaba")
    services.retire(member=bela, actor=ours.organiser)
    Member.objects.filter(pk=csaba.pk).update(merged_into=bela)
    services.add_guest(club=ours.club, name="Gizi", actor=ours.organiser)

    def names(**how):
        return [person.name for person in selectors.members(ours.club, **how)]

    assert names() == ["Anna", "Gizi"]
    assert names(with_guests=False) == ["Anna"]
    assert names(with_retired=True) == ["Anna", "Bela", "Gizi"]


def test_a_superuser_is_an_organiser_everywhere(ours):
    root = cast.user("root@root.example", is_superuser=True)
    actor = selectors.actor_for(user=root, club=ours.club, door=Door.PAGE)
    assert (actor.role, actor.member_id, actor.user_id) == (Role.ORGANISER, None, root.id)
    assert selectors.clubs_of(root).count() == 2


def test_a_user_who_may_not_sign_in_is_nobody(ours):
    bela = cast.member(ours.club, "Bela")
    User.objects.filter(pk=bela.user_id).update(is_active=False)
    bela.user.refresh_from_db()
    with pytest.raises(NotFound):
        selectors.actor_for(user=bela.user, club=ours.club, door=Door.PAGE)


# ---- clubs ----
@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"time_zone": "Europe/Buda"}, "/time_zone"),
        ({"language": "de"}, "/language"),
        ({"currency": "eur"}, "/currency"),
        ({"currency": "ERU"}, "/currency"),
        ({"name": ""}, "/name"),
        ({"slug": "Not A Slug"}, "/slug"),
    ],
)
def test_a_club_with_a_wrong_value_is_not_made(asked, pointer):
    asked = {"name": "Budai", "organiser": cast.user("anna@x.example"), "organiser_name": "Anna"} | asked
    with pytest.raises(Invalid) as refusal:
        services.create_club(**asked)
    assert refusal.value.pointer == pointer
    assert not Club.objects.exists()


def test_a_club_changes_to_a_currency_that_there_is_and_keeps_one_that_is_gone(ours):
    with pytest.raises(WrongCurrency):
        services.change_club(club=ours.club, actor=ours.organiser, currency="ERU")
    Club.objects.filter(pk=ours.club.pk).update(currency="HRK")
    kept = services.change_club(club=ours.club, actor=ours.organiser, name="Dalmata", currency="HRK")
    assert (kept.name, kept.currency) == ("Dalmata", "HRK")
    assert services.change_club(club=ours.club, actor=ours.organiser, currency="HUF").currency == "HUF"


def test_a_club_changes_only_what_it_is_told_to(ours):
    services.change_club(club=ours.club, actor=ours.organiser, own_answers_only=True)
    ours.club.refresh_from_db()
    assert (ours.club.name, ours.club.own_answers_only) == ("Budai", True)


def test_the_first_organiser_may_use_the_admin(ours):
    assert User.objects.get(pk=ours.organiser.user_id).is_staff
