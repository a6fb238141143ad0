CREATE TABLE "auth_api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"key_hash" text NOT NULL,
	"expires_at" timestamp with time zone,
	"role_ids" jsonb NOT NULL,
	"permission_ids" jsonb NOT NULL,
	"details" jsonb NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "auth_api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "auth_encryption_check" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"canary_encrypted" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_encryption_check_one_row" CHECK ("auth_encryption_check"."id")
);
--> statement-breakpoint
CREATE TABLE "auth_events" (
	"version" bigint PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"action" text NOT NULL,
	"entity_id" text NOT NULL,
	"actor" text NOT NULL,
	"changes" jsonb NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_flow_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_ldap_configs" (
	"id" text PRIMARY KEY NOT NULL,
	"config_encrypted" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_lmaps" (
	"name" text PRIMARY KEY NOT NULL,
	"role_ids" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"config_encrypted" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_oauth_providers" (
	"id" text PRIMARY KEY NOT NULL,
	"config_encrypted" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_passkey_credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"rp_id" text DEFAULT '' NOT NULL,
	"public_key" "bytea" NOT NULL,
	"credential" jsonb NOT NULL,
	"sign_count" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_permissions" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL,
	CONSTRAINT "auth_permissions_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "auth_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL,
	CONSTRAINT "auth_roles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "auth_saml_providers" (
	"id" text PRIMARY KEY NOT NULL,
	"config_encrypted" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_settings" (
	"namespace" text PRIMARY KEY NOT NULL,
	"value_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_sync_locks" (
	"name" text PRIMARY KEY NOT NULL,
	"instance_id" text NOT NULL,
	"acquired_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_totp_secrets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_encrypted" text NOT NULL,
	"pending_secret_encrypted" text,
	"confirmed" boolean DEFAULT false NOT NULL,
	"recovery_codes" jsonb NOT NULL,
	"last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"alias" text[] NOT NULL,
	"alias_keys" text[] NOT NULL,
	"details_encrypted" text NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"service_account" boolean DEFAULT false NOT NULL,
	"local" boolean DEFAULT false NOT NULL,
	"doc" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT 'unknown' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_versions" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_versions_one_row" CHECK ("auth_versions"."id")
);
--> statement-breakpoint
CREATE INDEX "auth_api_keys_user_id" ON "auth_api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_events_topic" ON "auth_events" USING btree ("topic","version");--> statement-breakpoint
CREATE INDEX "auth_events_created_at" ON "auth_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "auth_flow_codes_expires_at" ON "auth_flow_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_passkey_credentials_user" ON "auth_passkey_credentials" USING btree ("user_id","rp_id");--> statement-breakpoint
CREATE INDEX "auth_users_alias_keys" ON "auth_users" USING gin ("alias_keys");