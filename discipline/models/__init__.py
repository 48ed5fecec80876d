"""Models of `discipline`, one file a subject; import them from here."""

from discipline.models.incident_reports import (
    IncidentFile,
    IncidentFileContent,
    IncidentMessage,
    IncidentReminder,
    IncidentReport,
    IncidentReportVersion,
    ReportStage,
)
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
    "IncidentFile",
    "IncidentFileContent",
    "IncidentMessage",
    "IncidentReminder",
    "IncidentReport",
    "IncidentReportVersion",
    "Ineligibility",
    "Infraction",
    "PriorOffence",
    "ReportStage",
    "Review",
    "ServedGame",
    "Suspension",
    "SuspensionStatus",
]
