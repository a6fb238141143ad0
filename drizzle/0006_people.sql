CREATE TABLE "auth_identity_conflicts" (
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_identity_conflicts_provider_issuer_subject_name_pk" PRIMARY KEY("provider","issuer","subject","name")
);
--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "auth_identity_conflicts_seen_at" ON "auth_identity_conflicts" USING btree ("provider","seen_at");--> statement-breakpoint
-- An account that came with a sign-in elsewhere was written in the same instant as the link.
UPDATE "auth_users" u SET "source" = i."provider" FROM "auth_identities" i
	WHERE i."user_id" = u."id" AND i."created_at" = u."created_at" AND NOT u."local" AND NOT u."service_account";
--> statement-breakpoint
-- Of the others those are a directory's that a sync has written; which record it had was not kept.
UPDATE "auth_users" SET "source" = 'ldap'
	WHERE "source" = '' AND NOT "local" AND NOT "service_account" AND ("updated_by" = 'LDAP' OR "id" IN (
		SELECT jsonb_array_elements_text("changes" -> 'users') FROM "auth_events"
		WHERE "topic" = 'users' AND "action" = 'sync' AND "actor" = 'LDAP'));
