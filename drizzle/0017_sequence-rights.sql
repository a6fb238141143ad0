-- Numbers that the database gives: without a right to their sequence, a user of its own could not add a row of such a table.
{{ with .app_role -}}
GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA "{{ default "public" $.schema }}" TO "{{ . }}";
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA "{{ default "public" $.schema }}" GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO "{{ . }}";
{{- end }}
