"""Shows requests to move games to operators, who only look."""

from django.contrib import admin

from league.admin import ReadOnlyAdmin
from scheduling.models import (
    RescheduleAgreement,
    RescheduleRequest,
)

admin.site.register(
    (
        RescheduleAgreement,
        RescheduleRequest,
    ),
    ReadOnlyAdmin,
)
