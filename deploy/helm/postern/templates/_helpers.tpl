{{- /* Parts of several files, each on one line: JSON is YAML. */ -}}
{{- define "postern.labels" -}}
app.kubernetes.io/name: postern, app.kubernetes.io/instance: {{ .Release.Name | toJson }}
{{- end -}}
{{- define "postern.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | toJson }}
{{- end -}}
{{- define "postern.secret" -}}
{{ .Values.secretName | default .Release.Name | toJson }}
{{- end -}}
