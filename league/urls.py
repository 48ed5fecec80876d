"""Addresses of the pages of `league`."""

from django.urls import URLPattern, URLResolver, path

from league import urls_money, urls_setup
from league.views import (
    account,
    attachments,
    audit,
    components,
    front,
    invitation,
    people,
    rulebooks,
    schedule,
    sign_in,
)
from league.views.correct import correct
from league.views.desk import desk, recompute
from league.views.dispute import dispute
from league.views.due import due_page
from league.views.game import game
from league.views.grid import grid, grid_row
from league.views.outcome import outcome
from league.views.reporting import report
from league.views.team import team

app_name = "league"

_LEAGUE = "leagues/<slug:league>/"
_SEASON = f"{_LEAGUE}<str:season>/"
_GAME = f"{_SEASON}games/<int:game>/"

# Before the seasons: a season called "people" or "audit" doesn't hide these pages of its league.
_ACCESS = [
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-in/link/", sign_in.link, name="link"),
    path("sign-in/link/arrived/", sign_in.link_arrived, name="link_arrived"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="password"),
    path("invitations/", invitation.invitation, name="invitation"),
]
for _place in (_LEAGUE, _SEASON):
    _ACCESS += [
        path(f"{_place}people/", people.people, name="people"),
        path(f"{_place}people/invite/", people.invite, name="invite"),
        path(f"{_place}people/roles/<int:membership>/end/", people.end_role, name="end_role"),
        path(f"{_place}people/invitations/<int:invitation>/resend/", people.resend, name="resend_invitation"),
        path(f"{_place}people/invitations/<int:invitation>/withdraw/", people.withdraw, name="withdraw_invitation"),
        path(f"{_place}audit/", audit.audit, name="audit"),
    ]

urlpatterns: list[URLPattern | URLResolver] = [
    *_ACCESS,
    *urls_setup.urlpatterns,
    *urls_money.urlpatterns,
    path("", front.home, name="home"),
    path(_LEAGUE, front.league, name="league"),
    path(_SEASON, front.season, name="season"),
    path(f"{_SEASON}games/", schedule.games, name="games"),
    path(_GAME, game, name="game"),
    path(f"{_SEASON}due/", due_page, name="due"),
    path(f"{_GAME}report/<int:team>/", report, name="report"),
    path(f"{_GAME}files/<int:attachment>/", attachments.attachment, name="attachment"),
    path(f"{_SEASON}waiting/", desk, name="desk"),
    path(f"{_SEASON}waiting/recompute/", recompute, name="recompute"),
    path(f"{_SEASON}evening/", grid, name="grid"),
    path(f"{_GAME}evening/", grid_row, name="grid_row"),
    path(f"{_GAME}dispute/", dispute, name="dispute"),
    path(f"{_GAME}result/", correct, name="correct"),
    path(f"{_GAME}outcome/", outcome, name="outcome"),
    path(f"{_SEASON}teams/<int:team>/", team, name="team"),
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:book>/", rulebooks.rulebook, name="rulebook"),
    path("rulebooks/<slug:book>/<str:version>/", rulebooks.rulebook, name="rulebook_version"),
    path("rulebooks/<slug:book>/compare/<str:old>/<str:new>/", rulebooks.rulebook_changes, name="rulebook_changes"),
    path("components/", components.components, name="components"),
    path("components/live/", components.components_live, name="components_live"),
]
