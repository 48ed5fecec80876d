"""Refuses, in the database, to change the ledger: an entry is taken back by another that says so."""

from django.db import migrations

STAYS = """
CREATE TRIGGER ledger_entry_stays BEFORE UPDATE OR DELETE ON league_ledgerentry
    FOR EACH ROW EXECUTE FUNCTION rinkside_refuse_change();
"""

REVERSALS = """
CREATE FUNCTION rinkside_check_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE taken league_ledgerentry;
BEGIN
    SELECT * INTO taken FROM league_ledgerentry WHERE id = NEW.reverses_id;
    IF taken.kind = 'reversal' OR NEW.cents <> -taken.cents OR NEW.currency <> taken.currency
        OR NEW.season_id <> taken.season_id OR NEW.team_id IS DISTINCT FROM taken.team_id
        OR NEW.association_id IS DISTINCT FROM taken.association_id
        OR NEW.person_id IS DISTINCT FROM taken.person_id
    THEN
        RAISE EXCEPTION 'a reversal takes back all of one entry, in its account'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER ledger_reversal_is_exact BEFORE INSERT ON league_ledgerentry
    FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION rinkside_check_reversal();
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0006_ledger")]

    operations = [
        migrations.RunSQL(STAYS, "DROP TRIGGER ledger_entry_stays ON league_ledgerentry"),
        migrations.RunSQL(
            REVERSALS,
            "DROP TRIGGER ledger_reversal_is_exact ON league_ledgerentry; DROP FUNCTION rinkside_check_reversal()",
        ),
    ]
