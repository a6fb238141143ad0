CREATE TABLE "auth_deliveries" (
	"line" text NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"status" integer NOT NULL,
	"delivered" boolean NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"milliseconds" integer NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_deliveries_line_seq_pk" PRIMARY KEY("line","seq")
);
--> statement-breakpoint
CREATE TABLE "auth_delivery_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"owner" text DEFAULT '' NOT NULL,
	"leased_until" timestamp with time zone,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"failing_since" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"missed" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"config_encrypted" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "auth_deliveries_at" ON "auth_deliveries" USING btree ("line","at");