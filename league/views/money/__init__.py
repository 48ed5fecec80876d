"""Pages of a season's money: who owes what, statements, receipts, payments by hand, reminders."""
