-- Instances keep records that they have read. Every writer tells them of a change, an older release included.
CREATE FUNCTION "auth_tell_session_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('auth_changed', 'session ' || OLD."key");
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "auth_sessions_told" AFTER UPDATE OF "value" OR DELETE ON "auth_sessions"
	FOR EACH ROW WHEN (OLD."expires_at" > now()) EXECUTE FUNCTION "auth_tell_session_change"();
