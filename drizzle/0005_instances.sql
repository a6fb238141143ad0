CREATE TABLE "auth_instances" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"facts" jsonb NOT NULL,
	"load" jsonb NOT NULL
);
