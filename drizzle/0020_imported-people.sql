CREATE TABLE "auth_imported_people" (
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"user_id" text NOT NULL,
	"hash_mark" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_imported_people_source_external_id_pk" PRIMARY KEY("source","external_id")
);
--> statement-breakpoint
CREATE INDEX "auth_imported_people_user_id" ON "auth_imported_people" USING btree ("user_id");