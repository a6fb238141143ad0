CREATE TABLE "auth_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"role_ids" jsonb NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"redirect_uri" text DEFAULT '' NOT NULL,
	"code_hash" text NOT NULL,
	"decision" text DEFAULT 'open' NOT NULL,
	"user_id" text,
	"mails" integer DEFAULT 1 NOT NULL,
	"invited_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_invitations_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE INDEX "auth_invitations_address_key" ON "auth_invitations" USING btree ("address_key");--> statement-breakpoint
CREATE INDEX "auth_invitations_expires_at" ON "auth_invitations" USING btree ("expires_at");