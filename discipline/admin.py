"""Shows discipline to operators, who only look."""

from django.contrib import admin

from discipline.models import (
    Approval,
    CarriedSuspension,
    Decision,
    Ineligibility,
    Infraction,
    PriorOffence,
    Review,
    ServedGame,
    Suspension,
)
from league.admin import ReadOnlyAdmin

admin.site.register(
    (
        Approval,
        CarriedSuspension,
        Decision,
        Ineligibility,
        Infraction,
        PriorOffence,
        Review,
        ServedGame,
        Suspension,
    ),
    ReadOnlyAdmin,
)
