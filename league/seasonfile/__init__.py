"""Reads and writes season files, the product's portable form: no Django, no clock, no I/O."""

from league.seasonfile.faults import RecordFault, SeasonFileFaults
from league.seasonfile.loading import loads
from league.seasonfile.reader import SeasonFile, named_rulebook, read
from league.seasonfile.writer import write

__all__ = ["RecordFault", "SeasonFile", "SeasonFileFaults", "loads", "named_rulebook", "read", "write"]
