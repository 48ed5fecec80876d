"""Decides what operators see and may change by hand: people's access and addresses; all else they only look at.

Facts are reported, imported and corrected through services, which recompute what hangs on them. What may
be changed here writes an audit entry; nothing is deleted here.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.models import (
    Association,
    Attachment,
    AuditEntry,
    ConductEvent,
    Division,
    Game,
    GameReport,
    Invitation,
    League,
    LineupSpot,
    Membership,
    Payment,
    Penalty,
    Person,
    RecomputeRequest,
    RosterSpot,
    RuleBookVersion,
    Season,
    SeasonPerson,
    SeasonRuleBook,
    Team,
    UnlistedPerson,
    User,
    Venue,
)
from league.services.audit import record, snapshot

admin.site.site_header = admin.site.site_title = _("Rinkside for operators")


class ReadOnlyAdmin(admin.ModelAdmin):
    """Lists and shows records; nobody adds, changes or deletes one here."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody."""
        return False


class AuditedAdmin(admin.ModelAdmin):
    """Adds and changes records with an audit entry in the same transaction; deletes none."""

    audited: tuple[str, ...] = ()
    """The fields whose values the entry keeps, before and after."""

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody: what was, stays."""
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save the record. Side effect: an audit entry."""
        before = snapshot(type(obj)._default_manager.get(pk=obj.pk), *self.audited) if change else None
        super().save_model(request, obj, form, change)
        record(
            action="operator-change" if change else "operator-add",
            target=obj,
            before=before,
            after=snapshot(obj, *self.audited),
            league=obj if isinstance(obj, League) else getattr(obj, "league", None),
        )


class UserForm(forms.ModelForm):
    """A user without a password: that is the user's own business."""

    class Meta:
        model = User
        fields = ("email", "name", "language", "is_active", "is_staff", "is_superuser")

    def clean_email(self) -> str:
        """The address in lower case, as it is stored."""
        return str(self.cleaned_data["email"]).lower()


@admin.register(User)
class UserAdmin(AuditedAdmin):
    """Users; a new one signs in by a one-time link and may set a password then."""

    form = UserForm
    audited = UserForm.Meta.fields
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the user; a new one has no password. Side effect: an audit entry."""
        if not change:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)


@admin.register(League)
class LeagueAdmin(AuditedAdmin):
    """Leagues."""

    audited = ("slug", "name", "names_public", "language")
    fields = audited
    list_display = ("name", "slug", "names_public")
    search_fields = ("name", "slug")


@admin.register(Venue)
class VenueAdmin(AuditedAdmin):
    """Rinks."""

    audited = ("league", "name", "address", "url")
    fields = audited
    list_display = ("__str__", "league", "address")
    list_filter = ("league",)
    search_fields = ("name", "key")


@admin.register(Membership)
class MembershipAdmin(AuditedAdmin):
    """Roles: granted, and ended by a date."""

    audited = ("user", "league", "role", "season", "team", "association", "granted_by", "granted_at", "ended_at")
    fields = ("user", "league", "role", "season", "team", "association", "ended_at")
    raw_id_fields = ("user", "season", "team", "association")
    list_display = ("user", "league", "role", "season", "team", "association", "ended_at")
    list_filter = ("league", "role")
    list_select_related = ("user", "league", "season__league", "team", "association")
    search_fields = ("user__email", "user__name")

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Save the role, granted by the operator. Side effect: an audit entry."""
        if not change:
            obj.granted_by = request.user  # type: ignore[assignment]
        super().save_model(request, obj, form, change)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit trail, newest first."""

    list_display = ("at", "league", "actor_label", "source", "action", "target_label", "reason")
    list_filter = ("source", "league")
    list_select_related = ("league",)
    search_fields = ("=request_id", "=target_id", "actor_label", "action")
    ordering = ("-pk",)


@admin.register(RuleBookVersion)
class RuleBookVersionAdmin(ReadOnlyAdmin):
    """The versions of the rule books."""

    list_display = ("slug", "version", "title", "effective_from", "author", "created_at")
    list_filter = ("slug",)
    list_select_related = ("author",)
    search_fields = ("slug", "title")


@admin.register(GameReport)
class GameReportAdmin(ReadOnlyAdmin):
    """What was reported about games, newest first."""

    list_display = ("submitted_at", "game", "kind", "team", "submitted_by", "current", "late")
    list_filter = ("kind", "current", "late")
    list_select_related = ("game__home", "game__away", "team", "submitted_by")
    search_fields = ("=token", "=game__key", "submitted_by__email")
    ordering = ("-submitted_at", "-pk")


@admin.register(RecomputeRequest)
class RecomputeRequestAdmin(ReadOnlyAdmin):
    """What waits to be worked out again."""

    list_display = ("kind", "target_id", "season", "requested_at", "claimed_at", "attempts", "generation", "last_error")
    list_filter = ("kind",)
    list_select_related = ("season__league",)


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Seasons."""

    list_display = ("name", "league", "rulebook", "starts", "ends", "timezone", "published")
    list_filter = ("league", "published")
    list_select_related = ("league", "rulebook")
    search_fields = ("name", "slug")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games."""

    list_display = ("key", "season", "division", "starts", "home", "away", "outcome", "report_state", "version")
    list_filter = ("outcome", "report_state", "kind")
    list_select_related = ("season__league", "division", "home", "away")
    search_fields = ("=key", "home__name", "away__name")


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    """Teams."""

    list_display = ("__str__", "key", "division", "association", "season")
    list_select_related = ("division", "association", "season__league")
    search_fields = ("name", "=key")


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    """People."""

    list_display = ("__str__", "key", "league", "born", "registration")
    list_filter = ("league",)
    list_select_related = ("league",)
    search_fields = ("name", "=key", "=registration")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Roles offered to addresses."""

    list_display = ("email", "league", "role", "created_at", "expires_at", "accepted_at", "withdrawn_at")
    list_filter = ("league", "role")
    list_select_related = ("league",)
    search_fields = ("email",)


admin.site.register(
    (
        Association,
        Attachment,
        ConductEvent,
        Division,
        LineupSpot,
        Payment,
        Penalty,
        RosterSpot,
        SeasonPerson,
        SeasonRuleBook,
        UnlistedPerson,
    ),
    ReadOnlyAdmin,
)
