"""The organiser's desk: clubs, people, nights and mail. Every change goes through a service and leaves a trace."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club import mail, services
from club.admin_scope import BaseAdmin, ClubScopedAdmin, ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from club.models import Attendance, Club, Mail, Member, Night, NightEvent, OutboxMessage, Role, User
from club.people_admin import WhoActions

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one sign-in, with its limits
admin.site.site_header = _("The organiser's desk")
admin.site.site_title = _("The organiser's desk")


def adopt(obj: Any, made: Any) -> None:
    """Let the form's object be the row that a service made."""
    obj.pk = made.pk
    obj.refresh_from_db()


@admin.register(User)
class UserAdmin(BaseAdmin):
    """Who signs in; for superusers. A changed address takes the place of the old one everywhere."""

    list_display = ("email", "is_active", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("email",)
    fields = ("email", "language", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    readonly_fields = ("is_staff", "is_superuser", "last_login", "date_joined")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # by inviting, or manage.py createsuperuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if "email" in form.changed_data:
            services.change_address(user=obj, email=obj.email)
        super().save_model(request, obj, form, change)


@admin.register(Club)
class ClubAdmin(ClubScopedAdmin):
    club_path = ""
    list_display = ("name", "language", "time_zone", "currency")
    fields = ("name", "slug", "language", "time_zone", "currency", "own_answers_only")
    readonly_fields = ("slug",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # manage.py create_club

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        changed = {field: form.cleaned_data[field] for field in form.changed_data}
        services.change_club(club=obj, actor=self.actor(request, obj), **changed)


@admin.register(Member)
class MemberAdmin(WhoActions):
    """Adding with an e-mail address invites; without one it makes a guest."""

    list_display = ("name", "club", "role", "email", "retired_at")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter), "role", ("retired_at", admin.EmptyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("name", "email")
    action_form = ReasonForm
    actions = ("retire", "restore", "merge", "unmerge", "anonymise")
    wishes = ("language", "mail_each_game", "mail_night", "mail_month")

    def get_fields(self, request: HttpRequest, obj: Member | None = None) -> Any:
        if obj is None:
            return ("club", "name", "email", "role", "language")
        return ("club", "name", "email", "role", *self.wishes, "joined_at", "retired_at", "merged_into", "trace")

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> Any:
        if obj is None:
            return ()
        fixed = ("club", "joined_at", "retired_at", "merged_into", "trace")
        return fixed if obj.user_id is None else (*fixed, "email")

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: bool) -> None:
        if change:
            self._change(request, obj, form)
        else:
            self._add(request, obj)

    def _add(self, request: HttpRequest, obj: Member) -> None:
        actor = self.actor(request, obj.club)
        if obj.email:
            made = services.invite(
                club=obj.club, name=obj.name, email=obj.email, role=Role(obj.role), language=obj.language, actor=actor
            )
        else:
            made = services.add_guest(club=obj.club, name=obj.name, language=obj.language, actor=actor)
        adopt(obj, made)

    def _change(self, request: HttpRequest, obj: Member, form: Any) -> None:
        actor, changed, typed = self.actor(request, obj.club), form.changed_data, form.cleaned_data
        if "name" in changed:
            services.rename(member=obj, name=typed["name"], actor=actor)
        if "email" in changed:
            role = Role.MEMBER if obj.role == Role.GUEST else Role(obj.role)
            services.give_account(member=obj, email=typed["email"], role=role, actor=actor)
        elif "role" in changed:
            services.set_role(member=obj, role=Role(typed["role"]), actor=actor)
        wishes = {wish: typed[wish] for wish in self.wishes if wish in changed}
        if wishes:
            services.set_preferences(member=obj, actor=actor, **wishes)

    @admin.action(description=_("Retire (say why)"), permissions=["change"])
    def retire(self, request: HttpRequest, rows: QuerySet[Member]) -> None:
        reason = self.reason_of(request)
        if not reason:
            self.message_user(request, gettext("Nobody was retired: write the reason above the list."), messages.ERROR)
            return
        self.each(
            request,
            rows.select_related("club"),
            lambda member: services.retire(member=member, actor=self.actor(request, member.club)),
            lambda member: gettext("{name} is retired: {reason}").format(name=member.name, reason=reason),
        )

    @admin.action(description=_("Bring back"), permissions=["change"])
    def restore(self, request: HttpRequest, rows: QuerySet[Member]) -> None:
        self.each(
            request,
            rows.select_related("club"),
            lambda member: services.restore(member=member, actor=self.actor(request, member.club)),
            lambda member: gettext("{name} is back.").format(name=member.name),
        )


class AttendanceInline(ReadOnlyInline):
    model = Attendance
    fields = ("member", "state", "since")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Attendance]:
        return super().get_queryset(request).select_related("member", "night")


class NightEventInline(ReadOnlyInline):
    model = NightEvent
    fields = ("kind", "reason", "by", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[NightEvent]:
        return super().get_queryset(request).select_related("by", "night")


@admin.register(Night)
class NightAdmin(ClubScopedAdmin):
    """Adding opens a night; an opened one changes only by what is done at its tables, by closing and reopening."""

    list_display = ("date", "__str__", "club", "state", "join_code", "people")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter), "state")
    list_select_related = ("club",)
    date_hierarchy = "date"
    action_form = ReasonForm
    inlines = (AttendanceInline, NightEventInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Night]:
        there = Q(attendances__state__in=["present", "left"])
        nights: QuerySet[Night] = super().get_queryset(request).annotate(attended=Count("attendances", filter=there))
        return nights

    @admin.display(description=_("people"), ordering="attended")
    def people(self, night: Any) -> int:
        return int(night.attended)

    def get_fields(self, request: HttpRequest, obj: Night | None = None) -> Any:
        if obj is None:
            return ("club", "date", "title")
        return ("club", "date", "title", "state", "join_code", "opened_at", "closed_at")

    def get_inlines(self, request: HttpRequest, obj: Night | None = None) -> Any:
        return self.inlines if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Night, form: Any, change: bool) -> None:
        actor = self.actor(request, obj.club)
        adopt(obj, services.open_night(club=obj.club, date=obj.date, title=obj.title, actor=actor))


@admin.register(Mail)
class MailAdmin(ReadOnlyAdmin):
    club_path = "member__club"
    list_display = ("created_at", "member", "subject", "sent_at", "attempts", "given_up_at")
    list_filter = (("sent_at", admin.EmptyFieldListFilter), ("given_up_at", admin.EmptyFieldListFilter))
    list_select_related = ("member",)
    fields = (
        "member",
        "subject",
        "text",
        "message_id",
        "created_at",
        "sent_at",
        "attempts",
        "last_error",
        "given_up_at",
    )
    actions = ("try_again",)

    @admin.action(description=_("Try to send again"), permissions=["view"])
    def try_again(self, request: HttpRequest, rows: QuerySet[Mail]) -> None:
        self.each(
            request,
            rows,
            lambda written: mail.try_again(mail_id=written.pk),
            lambda written: gettext("“{subject}” will be tried again.").format(subject=written.subject),
        )


@admin.register(OutboxMessage)
class OutboxAdmin(ReadOnlyAdmin):
    """What waits to be told, and why it could not be; for superusers, as it spans the clubs."""

    list_display = ("created_at", "topic", "key", "consumer", "delivered_at", "attempts", "available_at")
    list_filter = ("topic", ("delivered_at", admin.EmptyFieldListFilter))

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboxMessage]:
        return OutboxMessage.objects.all()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_module_permission(request)
