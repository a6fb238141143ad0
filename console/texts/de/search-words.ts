/** Words by which people look for a page that does not have them in its name; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { searchWords as EN } from "../en/search-words.ts";

export const searchWords: Translated<typeof EN> = {
  overview: "Zustand Prüfung Probleme Version Instanzen",
  "first-steps": "Start Einrichtung Schnellstart",
  check: "erlaubt verboten 403 warum darf Zugriff testen",
  "token-inspector": "JWT dekodieren prüfen Token Claims",
  account:
    "Profil eigenes Passwort ändern Passkey abmelden Sitzungen Wiederherstellungscodes MFA 2FA",
  device: "Fernseher Code freigeben CLI",
  users:
    "Personen Konto anlegen importieren sperren entsperren deaktivieren Passwort zurücksetzen abmelden",
  accounts: "einladen Einladung Personen Mail",
  import: "CSV Keycloak Export Umzug migrieren Hash hochladen Benutzer NDJSON",
  "service-accounts": "Maschine Roboter Client-Credentials M2M Bot CI",
  roles: "Gruppen RBAC Rechte",
  permissions: "Regeln ACL Rechte Hosts Pfade Methoden RBAC",
  "api-keys": "API-Key Zugriffsschlüssel Programme Geheimnis erneuern",
  audit:
    "Log Verlauf Protokoll wer hat sich angemeldet letzte Anmeldung fehlgeschlagen abgelehnt IP-Adresse SIEM",
  admin: "Administrator Rechte root",
  flows: "Login Anmeldung Methoden Arten",
  password: "Passwortregeln Richtlinie Länge geleakt Stärke Sperre",
  passkey: "WebAuthn FIDO2 Biometrie Sicherheitsschlüssel YubiKey",
  "second-factor": "MFA 2FA Pflicht erzwingen zwei Faktoren",
  totp: "MFA 2FA Authenticator-App Einmalcode OTP Wiederherstellungscodes",
  email: "SMTP Mailserver Relay Absender Vorlage Magic Link Anmeldecode",
  "sign-ins": "Sitzung Timeout Leerlauf längste Dauer gleichzeitig Grenze",
  signup: "registrieren Selbstregistrierung Passwort zurücksetzen vergessen Bestätigung",
  authorize: "Sitzung Timeout Anmeldeseite merken SSO Dauer",
  providers:
    "Google Microsoft Entra Azure GitHub GitLab Apple Keycloak Okta OIDC Social Login Identitätsanbieter IdP",
  saml: "SSO IdP ADFS Okta Shibboleth Metadaten Identitätsanbieter",
  webhooks: "Ereignisse HTTP Callback SIEM Benachrichtigung HMAC Signatur",
  ldap: "Active Directory AD OpenLDAP Verzeichnis Bind Abgleich",
  lmaps: "LDAP-Gruppen AD Verzeichnis Abgleich Zuordnung",
  "session-providers": "Vertrauen Anmeldeknöpfe Middleware Gateway",
  clients:
    "Anwendung App OAuth OIDC Redirect Callback Client-Secret erneuern Abmeldung Single Sign-On SSO Zustimmung",
  docs: "Beispiel Code nginx Caddy Spring Express einbinden",
  registration: "dynamische Registrierung DCR MCP Initial Access Token",
  "oauth2-overview":
    "Aussteller Basis-URL Signaturschlüssel erneuern rotieren JWKS Redirect Discovery",
  token: "Sitzung Timeout Ablauf Laufzeit Refresh Access Token Abmeldung nach",
  "custom-info": "Claims Userinfo Attribute Vorlage",
  mtls: "Clientzertifikat TLS X.509",
  "device-settings": "Gerätecode Fernseher CLI",
  "token-exchange": "RFC 8693 Delegation",
  branding: "Logo Farbe Name Design",
  cache: "Redis Codes Replikation",
  configuration: "exportieren importieren anwenden yaml gitops als Code",
  encryption: "Verschlüsselungsschlüssel erneuern Geheimnisse",
};
