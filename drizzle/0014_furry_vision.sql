CREATE TABLE "auth_sign_ins" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"place" bigserial NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "auth_sign_ins_user_id" ON "auth_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sign_ins_used_at" ON "auth_sign_ins" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "auth_sign_ins_began_at" ON "auth_sign_ins" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "auth_sign_ins_expires_at" ON "auth_sign_ins" USING btree ("expires_at");