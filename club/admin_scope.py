"""What every admin of a club's things shares: own clubs only, rights by role, and services as the only writers."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db import transaction
from django.db.models import ForeignKey, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _

from club import selectors
from club.errors import ClubError
from club.models import Club, Member, Role, User
from club.permissions import Actor, Door

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[Any]
    BaseInline = admin.TabularInline[Any, Any]
else:
    BaseAdmin = admin.ModelAdmin
    BaseInline = admin.TabularInline


class ReasonForm(ActionForm):
    """The form above a list, with room for a reason; an action reads it by `reason_of`."""

    reason = forms.CharField(label=_("Reason:"), required=False, max_length=200)


class ClubScopedAdmin(BaseAdmin):
    """Shows and changes only what belongs to clubs where the user has one of `scope_roles`; deletes nothing.

    `club_path` leads from the model to its club ("" for the club itself). Django's own permissions play no part.
    """

    club_path: ClassVar[str] = "club"
    scope_roles: ClassVar[tuple[Role, ...]] = (Role.ORGANISER,)
    refusals: ClassVar[tuple[type[Exception], ...]] = (ClubError,)

    # ---- what is seen, and by whom ----
    def clubs(self, request: HttpRequest) -> QuerySet[Club]:
        """Return the clubs where the user has one of the roles; all for a superuser."""
        user = cast(User, request.user)
        if user.is_superuser:
            return Club.objects.all()
        held = Member.objects.filter(selectors.ACTIVE, user_id=user.pk, role__in=self.scope_roles)
        return Club.objects.filter(pk__in=held.values("club_id"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request)
        return rows.filter(**{f"{self.club_path or 'pk'}__in": self.clubs(request).values("pk")})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and self.clubs(request).exists()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None:
            return self.has_module_permission(request)
        return request.user.is_active and self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def formfield_for_foreignkey(self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        """Offer only what the user's own clubs have."""
        related = db_field.remote_field.model
        known = self.admin_site._registry.get(related)
        if related is Club:
            kwargs["queryset"] = self.clubs(request)
        elif isinstance(known, ClubScopedAdmin):
            kwargs["queryset"] = known.get_queryset(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    # ---- what is done ----
    def actor(self, request: HttpRequest, club: Club) -> Actor:
        """Return who the user is in a club; raise NotFound where he is nobody."""
        return selectors.actor_for(user=cast(User, request.user), club=club, door=Door.ADMIN)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show a refusal of a service above the form; nothing of the change stays."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except self.refusals as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def each(
        self, request: HttpRequest, rows: Iterable[Any], act: Callable[[Any], object], done: Callable[[Any], str]
    ) -> None:
        """Do `act` to each row in its own transaction, with a line in its history; say what was done or refused."""
        for row in rows:
            try:
                with transaction.atomic():
                    act(row)
                    self.log_change(request, row, done(row))
            except self.refusals as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, done(row), messages.SUCCESS)

    def reason_of(self, request: HttpRequest) -> str:
        """Return the reason typed above the list; needs `action_form = ReasonForm`."""
        return " ".join(request.POST.get("reason", "").split())


class ReadOnlyAdmin(ClubScopedAdmin):
    """Shows; neither adds nor changes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(BaseInline):
    """Rows shown under what they belong to, as far as that may be seen."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # the parent's own permission was asked first

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
