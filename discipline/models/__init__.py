"""Models of `discipline`, one file a subject; import them from here."""

from discipline.models.record import (
    Approval,
    ApprovalKind,
    CarriedSuspension,
    Decision,
    Ineligibility,
    Infraction,
    PriorOffence,
    Review,
    ServedGame,
    Suspension,
    SuspensionStatus,
)

__all__ = [
    "Approval",
    "ApprovalKind",
    "CarriedSuspension",
    "Decision",
    "Ineligibility",
    "Infraction",
    "PriorOffence",
    "Review",
    "ServedGame",
    "Suspension",
    "SuspensionStatus",
]
