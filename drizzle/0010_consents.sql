CREATE TABLE "auth_consents" (
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"allowed" jsonb NOT NULL,
	"client_facts" text NOT NULL,
	"remember_me" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_consents_user_id_client_id_pk" PRIMARY KEY("user_id","client_id")
);
--> statement-breakpoint
CREATE INDEX "auth_consents_client_id" ON "auth_consents" USING btree ("client_id");