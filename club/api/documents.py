"""Clubs, people and nights as the API writes them."""

from typing import Any

from rest_framework import serializers

from club.models import Club, Member, Night, Role


class ClubSerializer(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ("id", "name", "slug", "time_zone", "language", "currency", "own_answers_only")
        read_only_fields = fields


class MembershipSerializer(serializers.ModelSerializer[Member]):
    """Who the caller is in one club."""

    club = ClubSerializer(read_only=True)

    class Meta:
        model = Member
        fields = ("id", "club", "name", "role")
        read_only_fields = fields


class MeSerializer(serializers.Serializer[Any]):
    """Whoever the token or session belongs to."""

    id = serializers.UUIDField()
    email = serializers.EmailField()
    language = serializers.CharField(allow_blank=True)
    scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Of the token; null for a session."
    )
    memberships = MembershipSerializer(many=True)


class MemberSerializer(serializers.ModelSerializer[Member]):
    """A person of a club. `user` is not told: only whether he can sign in."""

    club = serializers.UUIDField(source="club_id", read_only=True)
    can_sign_in = serializers.SerializerMethodField()
    merged_into = serializers.UUIDField(
        source="merged_into_id", read_only=True, allow_null=True, help_text="Who he is now, when he was merged."
    )

    class Meta:
        model = Member
        fields = (
            "id",
            "club",
            "name",
            "role",
            "can_sign_in",
            "joined_at",
            "retired_at",
            "merged_into",
            "anonymised_at",
        )
        read_only_fields = fields

    def get_can_sign_in(self, member: Member) -> bool:
        return member.user_id is not None


class NewMemberSerializer(serializers.Serializer[Any]):
    """Somebody to invite (with an e-mail address) or a guest (without)."""

    name = serializers.CharField(max_length=60)
    email = serializers.EmailField(required=False)
    role = serializers.ChoiceField(choices=Role.choices, default=Role.MEMBER)


class NightSerializer(serializers.ModelSerializer[Night]):
    club = serializers.UUIDField(source="club_id", read_only=True)

    class Meta:
        model = Night
        fields = ("id", "club", "title", "date", "state", "join_code", "opened_at", "closed_at")
        read_only_fields = fields


class NewNightSerializer(serializers.Serializer[Any]):
    """A night to open; without a date, this evening's in the club's zone."""

    date = serializers.DateField(required=False)
    title = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class AttendanceSerializer(serializers.Serializer[Any]):
    """Somebody who is or was at a night."""

    member = MemberSerializer(source="person", read_only=True)
    state = serializers.CharField(read_only=True)
    since = serializers.DateTimeField(read_only=True)


class NewAttendanceSerializer(serializers.Serializer[Any]):
    member = serializers.UUIDField()


class JoinRequestSerializer(serializers.Serializer[Any]):
    """A guest asks in with the code that lies on the table."""

    join_code = serializers.CharField(max_length=8)
    name = serializers.CharField(max_length=60)


class WaitingSerializer(serializers.Serializer[Any]):
    """A guest who waits until the organiser lets him in."""

    member = serializers.UUIDField(source="member_id")
    night = serializers.UUIDField(source="night_id")
    state = serializers.CharField()
