"""Shows requests to move games, assignments and calendar links to operators, who only look."""

from django.contrib import admin

from league.admin import ReadOnlyAdmin
from scheduling.models import (
    Assignment,
    CalendarLink,
    GameConfirmation,
    ImportedGame,
    ImportedName,
    RequestEvent,
    RequestNotice,
    RescheduleAgreement,
    RescheduleRequest,
)

admin.site.register(
    (
        Assignment,
        CalendarLink,
        GameConfirmation,
        RequestEvent,
        RequestNotice,
        ImportedGame,
        ImportedName,
        RescheduleAgreement,
        RescheduleRequest,
    ),
    ReadOnlyAdmin,
)
