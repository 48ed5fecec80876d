"""Shows tables to operators, who only look."""

from django.contrib import admin

from league.admin import ReadOnlyAdmin
from standings.models import (
    Adjustment,
    BracketGame,
    CoinFlip,
    FinalTable,
    PlayoffSeeding,
    Shootout,
    ShootoutShot,
    StandingsSnapshot,
    Withdrawal,
)

admin.site.register(
    (
        Adjustment,
        BracketGame,
        CoinFlip,
        FinalTable,
        PlayoffSeeding,
        Shootout,
        ShootoutShot,
        StandingsSnapshot,
        Withdrawal,
    ),
    ReadOnlyAdmin,
)
