"""Refuses, in the database, to change the history of a request: what somebody answered stays as it was sent."""

from django.db import migrations

STAYS = """
CREATE TRIGGER request_event_stays BEFORE UPDATE OR DELETE ON scheduling_requestevent
    FOR EACH ROW EXECUTE FUNCTION rinkside_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("scheduling", "0004_requests_and_confirmations"), ("league", "0002_append_only")]

    operations = [migrations.RunSQL(STAYS, "DROP TRIGGER request_event_stays ON scheduling_requestevent")]
