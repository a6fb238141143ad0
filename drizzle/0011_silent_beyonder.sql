CREATE TABLE "auth_client_sign_ins" (
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"sign_in" text NOT NULL,
	"issuer" text NOT NULL,
	"by_session" boolean NOT NULL,
	"ended_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_client_sign_ins_user_id_client_id_sign_in_pk" PRIMARY KEY("user_id","client_id","sign_in")
);
--> statement-breakpoint
CREATE INDEX "auth_client_sign_ins_sign_in" ON "auth_client_sign_ins" USING btree ("sign_in");--> statement-breakpoint
CREATE INDEX "auth_client_sign_ins_due_at" ON "auth_client_sign_ins" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "auth_client_sign_ins_expires_at" ON "auth_client_sign_ins" USING btree ("expires_at");