ALTER TABLE "auth_sync_locks" ADD COLUMN "findings" jsonb;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "left_reason" text;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "standing_at" timestamp with time zone;