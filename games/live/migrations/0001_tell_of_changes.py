"""PostgreSQL tells who listens that a row has changed: no statement in a move, no writer forgotten.

Only numbers travel on the channel `live`, at the commit and once for each transaction:
t57 a table, u8 a player's lists, l the list of open tables, p8 who a player is (suspended, a new
password), s… a session that was ended, as the beginning of a hash.
"""

from typing import Any

from django.db import migrations

TELL = """
CREATE FUNCTION live_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('live', 't' || OLD.id);
    IF OLD.public AND OLD.status = 'lobby' THEN PERFORM pg_notify('live', 'l'); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF NEW.public AND NEW.status = 'lobby' THEN PERFORM pg_notify('live', 'l'); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_table_changed AFTER UPDATE ON tables_table FOR EACH ROW WHEN (
  (OLD.changes, OLD.talk, OLD.gallery, OLD.status, OLD.public)
  IS DISTINCT FROM (NEW.changes, NEW.talk, NEW.gallery, NEW.status, NEW.public)
) EXECUTE FUNCTION live_table();
CREATE TRIGGER live_table_made AFTER INSERT OR DELETE ON tables_table
  FOR EACH ROW EXECUTE FUNCTION live_table();

CREATE FUNCTION live_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('live', 't' || OLD.table_id), pg_notify('live', 'u' || OLD.user_id);
    IF OLD.offered_until IS NOT NULL THEN PERFORM pg_notify('live', 'l'); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('live', 't' || NEW.table_id), pg_notify('live', 'u' || NEW.user_id);
    IF NEW.offered_until IS NOT NULL THEN PERFORM pg_notify('live', 'l'); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER live_seat_changed AFTER UPDATE ON tables_seat FOR EACH ROW WHEN (
  OLD.user_id IS DISTINCT FROM NEW.user_id
  OR (OLD.offered_until IS NULL) <> (NEW.offered_until IS NULL)
) EXECUTE FUNCTION live_seat();
CREATE TRIGGER live_seat_made AFTER INSERT OR DELETE ON tables_seat
  FOR EACH ROW EXECUTE FUNCTION live_seat();

CREATE FUNCTION live_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE address text := COALESCE(NEW.email, OLD.email);
BEGIN
  PERFORM pg_notify('live', 't' || COALESCE(NEW.table_id, OLD.table_id));
  PERFORM pg_notify('live', 'u' || COALESCE(NEW.user_id, OLD.user_id));
  PERFORM pg_notify('live', 'u' || id) FROM accounts_user WHERE address <> '' AND email = address;
  RETURN NULL;
END $$;
CREATE TRIGGER live_invitation_made AFTER INSERT OR DELETE ON tables_invitation
  FOR EACH ROW EXECUTE FUNCTION live_invitation();

CREATE FUNCTION live_departure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 't' || COALESCE(NEW.table_id, OLD.table_id));
  RETURN NULL;
END $$;
CREATE TRIGGER live_departure_made AFTER INSERT OR DELETE ON tables_departure
  FOR EACH ROW EXECUTE FUNCTION live_departure();

CREATE FUNCTION live_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'p' || OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER live_player_changed AFTER UPDATE ON accounts_user FOR EACH ROW WHEN (
  (OLD.password, OLD.suspended_until, OLD.is_active, OLD.is_staff)
  IS DISTINCT FROM (NEW.password, NEW.suspended_until, NEW.is_active, NEW.is_staff)
) EXECUTE FUNCTION live_player();

CREATE FUNCTION live_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'live', 's' || left(encode(sha256(convert_to(OLD.session_key, 'UTF8')), 'hex'), 16)
  );
  RETURN NULL;
END $$;
CREATE TRIGGER live_session_ended AFTER DELETE ON django_session FOR EACH ROW
  WHEN (OLD.expire_date > now()) EXECUTE FUNCTION live_session();
"""
SILENCE = """
DROP FUNCTION live_table, live_seat, live_invitation, live_departure, live_player, live_session
CASCADE;
"""


def tell(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(TELL, params=None)


def silence(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(SILENCE, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_earlier_names"),
        ("sessions", "0001_initial"),
        ("tables", "0004_a_state_hash_is_no_digest"),
    ]
    operations = [migrations.RunPython(tell, silence)]
