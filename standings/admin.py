"""Shows tables to operators, who only look."""

from django.contrib import admin

from league.admin import ReadOnlyAdmin
from standings.models import (
    Adjustment,
    CoinFlip,
    FinalTable,
    StandingsSnapshot,
    Withdrawal,
)

admin.site.register(
    (
        Adjustment,
        CoinFlip,
        FinalTable,
        StandingsSnapshot,
        Withdrawal,
    ),
    ReadOnlyAdmin,
)
