ALTER TABLE "auth_deliveries" ADD COLUMN "failure_said" jsonb;--> statement-breakpoint
ALTER TABLE "auth_delivery_lines" ADD COLUMN "failure_said" jsonb;