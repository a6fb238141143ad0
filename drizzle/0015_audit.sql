CREATE TABLE "auth_audit" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"instance" text NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"principal_kind" text DEFAULT '' NOT NULL,
	"principal_id" text DEFAULT '' NOT NULL,
	"principal" text DEFAULT '' NOT NULL,
	"behalf_id" text DEFAULT '' NOT NULL,
	"behalf" text DEFAULT '' NOT NULL,
	"target_kind" text DEFAULT '' NOT NULL,
	"target_id" text DEFAULT '' NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"agent" text DEFAULT '' NOT NULL,
	"request_id" text DEFAULT '' NOT NULL,
	"facts" jsonb NOT NULL,
	"changes_sealed" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_audit_head" (
	"id" text PRIMARY KEY DEFAULT 'chain' NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"start_seq" bigint DEFAULT 0 NOT NULL,
	"start_hash" text NOT NULL,
	"key_encrypted" text NOT NULL,
	CONSTRAINT "auth_audit_head_one_row" CHECK ("auth_audit_head"."id" = 'chain')
);
--> statement-breakpoint
CREATE INDEX "auth_audit_principal" ON "auth_audit" USING btree ("principal_id","seq") WHERE "auth_audit"."principal_id" <> '';--> statement-breakpoint
CREATE INDEX "auth_audit_behalf" ON "auth_audit" USING btree ("behalf_id","seq") WHERE "auth_audit"."behalf_id" <> '';--> statement-breakpoint
CREATE INDEX "auth_audit_target" ON "auth_audit" USING btree ("target_id","seq") WHERE "auth_audit"."target_id" <> '';--> statement-breakpoint
CREATE INDEX "auth_audit_client" ON "auth_audit" USING btree ("client_id","seq") WHERE "auth_audit"."client_id" <> '';--> statement-breakpoint
CREATE INDEX "auth_audit_action" ON "auth_audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "auth_audit_at" ON "auth_audit" USING btree ("at","seq");--> statement-breakpoint
-- Rows of the audit log are only ever added. Those before the start of the chain may go; that the start moved is a row, too.
CREATE FUNCTION "auth_audit_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"start" bigint;
BEGIN
	IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'auth_audit' THEN
		EXECUTE format('SELECT "start_seq" FROM %I."auth_audit_head"', TG_TABLE_SCHEMA) INTO "start";
		IF OLD."seq" <= "start" THEN
			RETURN OLD;
		END IF;
	ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'auth_audit_head' THEN
		IF NEW."seq" >= OLD."seq" AND NEW."start_seq" >= OLD."start_seq" AND NEW."start_seq" <= NEW."seq" THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "auth_audit_kept" BEFORE UPDATE OR DELETE ON "auth_audit"
	FOR EACH ROW EXECUTE FUNCTION "auth_audit_keep"();
--> statement-breakpoint
CREATE TRIGGER "auth_audit_kept_whole" BEFORE TRUNCATE ON "auth_audit"
	FOR EACH STATEMENT EXECUTE FUNCTION "auth_audit_keep"();
--> statement-breakpoint
CREATE TRIGGER "auth_audit_head_kept" BEFORE UPDATE OR DELETE ON "auth_audit_head"
	FOR EACH ROW EXECUTE FUNCTION "auth_audit_keep"();
