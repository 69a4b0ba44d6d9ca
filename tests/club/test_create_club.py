import pytest
from django.core.management import CommandError, call_command

from club.models import Club, Role, User

pytestmark = pytest.mark.django_db


def create(**options):
    call_command(
        "create_club", "Budai Ostábla Klub", organiser_name="Anna", organiser_email="anna@x.example", **options
    )


def test_the_command_makes_a_club_with_its_organiser(capsys):
    create(language="hu", currency="HUF")
    club = Club.objects.get()
    assert (club.slug, club.language, club.currency) == ("budai-ostabla-klub", "hu", "HUF")
    organiser = club.members.get()
    assert (organiser.role, organiser.user.email, organiser.user.is_staff) == (Role.ORGANISER, "anna@x.example", True)
    assert "/c/budai-ostabla-klub/" in capsys.readouterr().out


def test_a_refused_club_leaves_no_user_behind():
    with pytest.raises(CommandError, match="/time_zone"):
        create(time_zone="Mars")
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_a_second_club_of_one_address_is_refused_and_somebody_known_keeps_his_user():
    create()
    with pytest.raises(CommandError, match="budai-ostabla-klub"):
        create()
    create(slug="other")
    assert Club.objects.count() == 2
    assert User.objects.count() == 1
