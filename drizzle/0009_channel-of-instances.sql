ALTER TABLE "auth_instances" ADD COLUMN "hears_feed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Session keys leave the channel whose payload is a version. While an instance runs that looks for them there, they are told on both:
-- one that ended without a word is waited for until instances forget it.
CREATE OR REPLACE FUNCTION "auth_tell_session_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"older" boolean;
BEGIN
	PERFORM pg_notify('auth_feed', 'session ' || OLD."key");
	-- By its schema, because a writer may have another search path.
	EXECUTE format(
		'SELECT EXISTS (SELECT FROM %I."auth_instances" WHERE NOT "hears_feed" AND NOT "stopped" AND "seen_at" > now() - interval ''1 hour'')',
		TG_TABLE_SCHEMA
	) INTO "older";
	IF "older" THEN
		PERFORM pg_notify('auth_changed', 'session ' || OLD."key");
	END IF;
	RETURN NULL;
END;
$$;
