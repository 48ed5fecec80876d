"""Refuses, in the database, to change what must stay as it was written.

Audit entries are never changed, deleted or truncated. Rule book versions are never changed (and
foreign keys keep one that a season refers to). Game reports are never deleted, and of a report
nothing changes but `current`.
"""

from django.db import migrations

REFUSE = """
CREATE FUNCTION rinkside_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: its rows stay as they were written', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
"""

AUDIT = """
CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE ON league_auditentry
    FOR EACH ROW EXECUTE FUNCTION rinkside_refuse_change();
CREATE TRIGGER audit_trail_stays BEFORE TRUNCATE ON league_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION rinkside_refuse_change();
"""

RULE_BOOKS = """
CREATE TRIGGER rulebook_version_stays BEFORE UPDATE ON league_rulebookversion
    FOR EACH ROW EXECUTE FUNCTION rinkside_refuse_change();
"""

REPORTS = """
CREATE FUNCTION rinkside_refuse_report_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.current OR (to_jsonb(NEW) - 'current') IS DISTINCT FROM (to_jsonb(OLD) - 'current') THEN
        RAISE EXCEPTION 'UPDATE on % is refused: a report can only be replaced', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER game_report_stays BEFORE UPDATE ON league_gamereport
    FOR EACH ROW EXECUTE FUNCTION rinkside_refuse_report_change();
CREATE TRIGGER game_report_is_kept BEFORE DELETE ON league_gamereport
    FOR EACH ROW EXECUTE FUNCTION rinkside_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]

    operations = [
        migrations.RunSQL(REFUSE, "DROP FUNCTION rinkside_refuse_change()"),
        migrations.RunSQL(
            AUDIT,
            "DROP TRIGGER audit_entry_stays ON league_auditentry; DROP TRIGGER audit_trail_stays ON league_auditentry",
        ),
        migrations.RunSQL(RULE_BOOKS, "DROP TRIGGER rulebook_version_stays ON league_rulebookversion"),
        migrations.RunSQL(
            REPORTS,
            "DROP TRIGGER game_report_stays ON league_gamereport;"
            "DROP TRIGGER game_report_is_kept ON league_gamereport;"
            "DROP FUNCTION rinkside_refuse_report_change()",
        ),
    ]
