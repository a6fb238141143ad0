ALTER TABLE "auth_api_keys" ADD COLUMN "self_made" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "auth_api_keys" AS k SET "self_made" = true FROM "auth_users" AS u
WHERE u."id" = k."user_id" AND NOT u."service_account" AND NOT EXISTS (
  SELECT 1 FROM "auth_events" AS e WHERE e."topic" = 'api_keys' AND e."action" = 'create'
  AND e."entity_id" = k."id" AND NOT (e."actor" = ANY(u."alias"))
);
