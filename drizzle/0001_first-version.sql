INSERT INTO "auth_versions" ("id", "version") VALUES (true, 1) ON CONFLICT DO NOTHING;
--> statement-breakpoint
{{ with .app_role -}}
GRANT USAGE ON SCHEMA "{{ default "public" $.schema }}" TO "{{ . }}";
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "{{ default "public" $.schema }}" TO "{{ . }}";
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA "{{ default "public" $.schema }}" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO "{{ . }}";
{{- end }}
