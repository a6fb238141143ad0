CREATE TABLE "auth_sessions" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"revision" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "auth_sessions_expires_at" ON "auth_sessions" USING btree ("expires_at");