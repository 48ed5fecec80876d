"""Shows requests to move games, assignments and calendar links to operators, who only look."""

from django.contrib import admin

from league.admin import ReadOnlyAdmin
from scheduling.models import (
    Assignment,
    CalendarLink,
    RescheduleAgreement,
    RescheduleRequest,
)

admin.site.register(
    (
        Assignment,
        CalendarLink,
        RescheduleAgreement,
        RescheduleRequest,
    ),
    ReadOnlyAdmin,
)
