/** What the forms say of each member, in German. */
import type { SchemaTexts } from "../schema.gen.ts";

export const schema: SchemaTexts = {
  "AdminSettings.permission": [
    "Administratorberechtigung",
    "Name oder ID der Berechtigung, die man für die Verwaltung braucht. Solange sie leer ist, haben alle Administratorrechte.",
  ],
  "AdminSettings.admin_permission": [
    "Administratorberechtigung (früherer Name)",
    "Gilt, wenn permission leer ist.",
  ],
  "AdminSettings.allow_missing_x_user": [
    "Notzugang",
    "Eine Anfrage ohne den Header X-User gilt als die eines Administrators.",
  ],
  "AdminSettings.limited": [
    "Administratoren mit weniger Rechten",
    "Was die Inhaber einer Rolle ohne die Administratorberechtigung dürfen.",
  ],
  "AdminSettings.limited.role_id": [
    "Rolle",
    "ID der Rolle. Alle ihre Inhaber dürfen es, auch durch eine Rolle, die sie enthält.",
  ],
  "AdminSettings.limited.may": [
    "Darf",
    "read: alles außer Geheimnissen sehen; support: bei der Anmeldung helfen; people: Konten ändern; clients, providers, settings: die verwalten, die keine Rechte geben.",
  ],
  "AdminSettings.limited.people_of": [
    "Welche Personen",
    "IDs von Rollen: support und people gelten nur für Personen, die eine davon haben. Leer: alle Personen.",
  ],
  "AdminSettings.limited.roles": [
    "Rollen zum Vergeben",
    "IDs der Rollen, die Inhaber von people vergeben und entziehen dürfen. Leer: keine.",
  ],
  "JwtSettings.kid": ["Schlüssel-ID", "Steht im Header jedes Tokens."],
  "JwtSettings.private_key": [
    "Privater Schlüssel",
    "RSA-Schlüssel in PEM, PKCS#8 oder PKCS#1. Eine Änderung macht alle ausgestellten Token ungültig.",
  ],
  "JwtSettings.algorithms": [
    "Weitere Algorithmen",
    "Zusätzlich zu RS256; jeder hat eigene Schlüssel.",
  ],
  "JwtSettings.resource_algorithms": [
    "Algorithmen der Ressourcen",
    "Nach Präfix: wie Access-Token für eine Ressource signiert werden; sonst RS256.",
  ],
  "JwtSettings.rotate_every": [
    "Wechsel der Schlüssel nach",
    "Nach dieser Zeit werden die Schlüssel überlappend gewechselt; leer: nur auf Wunsch.",
  ],
  "TokenSettings.token_lifetime": ["Laufzeit von Access-Token"],
  "TokenSettings.refresh_lifetime": [
    "Ungenutzte Refresh-Token",
    "Ein Refresh-Token, das so lange nicht benutzt wird, läuft ab.",
  ],
  "TokenSettings.refresh_absolute_lifetime": [
    "Höchstdauer gemerkter Sitzungen",
    "Eine gemerkte Sitzung endet nach dieser Zeit, auch wenn sie immer wieder erneuert wird.",
  ],
  "TokenSettings.roles_claim": [
    "Claim für Rollen",
    "Punktpfad, unter dem Rollen geschrieben werden; ein Client kann einen eigenen haben.",
  ],
  "TokenSettings.claims_by_scope": [
    "Claims nach Scope",
    "Anwendungen ohne skip_consent erfahren die E-Mail-Adresse mit dem Scope email und Namen mit profile; in Access-Token für Ressourcen steht keines von beidem. Für Anwendungen, die sich selbst registriert haben, gilt das immer.",
  ],
  "TokenSettings.resource_acr": [
    "Für Ressourcen verlangte Anmeldung",
    "Nach Präfix: Die Anmeldung einer Person muss eine dieser Stufen erreichen, mfa oder phr, bevor es ein Token für die Ressource gibt.",
  ],
  "TokenSettings.refresh_rotation": [
    "Wechsel von Refresh-Token",
    "Welche Sitzungen bei jeder Erneuerung ein neues Refresh-Token bekommen: nur gemerkte (wie es die Spezifikation sagt), auch die von registrierten Clients und Client-Dokumenten, oder alle.",
  ],
  "TokenSettings.revocations_per_minute": [
    "Widerrufe pro Minute",
    "Wie viele Token ein Client pro Minute widerrufen darf, auf jeder Instanz.",
  ],
  "TokenSettings.dpop_nonces": [
    "Nonces in DPoP-Nachweisen",
    "Nachweise eines Schlüssels müssen eine Nonce dieses Dienstes enthalten, sodass keiner im Voraus erstellt werden kann. Für die erste brauchen Clients eine Anfrage mehr.",
  ],
  "TokenSettings.audience": [
    "Audience dieses Dienstes",
    "Steht immer im Claim aud; Token ohne sie werden hier abgelehnt.",
  ],
  "OAuth2Settings.base_url": [
    "Basis-URL",
    "Origin, unter dem dieser Dienst erreicht wird, zum Beispiel https://id.example.com. Solange sie leer ist, kommt der Origin aus jeder Anfrage.",
  ],
  "OAuth2Settings.schema": ["Schema", "Steht vor einer Basis-URL, die keines hat."],
  "OAuth2Settings.origins": [
    "Weitere Origins",
    "Origins neben der Basis-URL, an denen sich ein Browser anmelden darf, zum Beispiel https://login.example.org. Ohne Basis-URL sind sie nicht nötig.",
  ],
  "OAuth2Settings.insecure_skip_verify": [
    "Zertifikatsprüfung überspringen",
    "Jedes Zertifikat externer Anbieter annehmen. Nur für Tests.",
  ],
  "OAuth2Settings.internal_hosts": [
    "Interne Hosts",
    "Hostnamen, Adressen und Netze von Anbietern im eigenen Netz, zum Beispiel keycloak.internal oder 10.20.0.0/16. Andere Anbieter müssen öffentliche Adressen haben und https benutzen.",
  ],
  "OAuth2Settings.require_registered_redirects": [
    "Registrierte Weiterleitungen verlangen",
    "Die Anmeldung bei anderen Anbietern für Clients ohne redirect_uris und whitelist_urls ablehnen, statt jedes Ziel anzunehmen.",
  ],
  "CheckSettings.default_hosts": ["Vorgegebene Hosts", "Hosts von Ressourcen, die keinen nennen."],
  "CheckSettings.no_host_check": [
    "Hosts nicht beachten",
    "Berechtigungsprüfungen beachten den Host nicht.",
  ],
  "CacheSettings.poll_interval": [
    "Abfrageabstand",
    "Wie oft eine Instanz nach Änderungen sucht, die ihr nicht gemeldet wurden.",
  ],
  "CacheSettings.event_retention": [
    "Aufbewahrung von Ereignissen",
    "Ältere Ereignisse werden gelöscht; 0 behält sie für immer.",
  ],
  "CacheSettings.audit_retention": [
    "Aufbewahrung des Audit-Protokolls",
    "Ältere Einträge des Audit-Protokolls werden gelöscht; 0 behält sie für immer. Sie enthalten Netzadressen und Namen von Personen.",
  ],
  "CacheSettings.code_store": [
    "Code-Speicher",
    "Enthält Codes, Challenges, offene Zustimmungen und IDs widerrufener Token.",
  ],
  "CacheSettings.code_store.active": [
    "Aktiver Speicher",
    "database und redis teilen sich alle Instanzen; memory dient nur einer.",
  ],
  "CacheSettings.code_store.key_prefix": [
    "Präfix der Schlüssel",
    "Redis-Schlüssel heißen dann <prefix>code_<id>.",
  ],
  "CacheSettings.code_store.redis": ["Redis"],
  "CacheSettings.code_store.redis.client_name": ["Name des Clients"],
  "CacheSettings.code_store.redis.address": [
    "Adressen",
    "host:port eines Servers, von Mitgliedern eines Clusters oder von Sentinels.",
  ],
  "CacheSettings.code_store.redis.username": ["Benutzername"],
  "CacheSettings.code_store.redis.password": ["Passwort"],
  "CacheSettings.code_store.redis.cluster": [
    "Cluster erzwingen",
    "Ist dies aus, wird ein Redis-Cluster von selbst erkannt.",
  ],
  "CacheSettings.code_store.redis.sentinel_master": [
    "Master bei Sentinel",
    "Damit sind die Adressen die von Redis Sentinel, und dort wird nach diesem Master gefragt.",
  ],
  "CacheSettings.code_store.redis.sentinel_username": ["Benutzername bei Sentinel"],
  "CacheSettings.code_store.redis.sentinel_password": ["Passwort bei Sentinel"],
  "CacheSettings.code_store.redis.tls": [
    "TLS",
    "Die Dateien werden auf der Instanz gelesen, die sich verbindet.",
  ],
  "CacheSettings.code_store.redis.tls.enabled": ["TLS benutzen"],
  "CacheSettings.code_store.redis.tls.cert_file": ["Datei des Clientzertifikats"],
  "CacheSettings.code_store.redis.tls.key_file": ["Datei des Clientschlüssels"],
  "CacheSettings.code_store.redis.tls.ca_file": ["Datei der Zertifizierungsstelle"],
  "ApiKeySettings.disabled": ["Deaktiviert", "Kein API-Schlüssel wird angenommen."],
  "ApiKeySettings.self_service": ["Selbstbedienung", "Benutzer dürfen eigene Schlüssel anlegen."],
  "ApiKeySettings.max_lifetime": [
    "Längste Laufzeit",
    "Für neue und geänderte Schlüssel; leer heißt unbegrenzt.",
  ],
  "DeviceSettings.disabled": ["Deaktiviert"],
  "DeviceSettings.code_lifetime": ["Laufzeit des Codes"],
  "DeviceSettings.interval": [
    "Abfrageabstand",
    "Sekunden, die ein Gerät zwischen zwei Abfragen wartet; 0 heißt 5.",
  ],
  "DeviceSettings.verification_uri": [
    "Verifizierungs-URI",
    "Seite, auf der Benutzer den Code eingeben; leer heißt die Seite dieses Dienstes.",
  ],
  "DeviceSettings.attempts": ["Versuche"],
  "DeviceSettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "DeviceSettings.attempts.per_account": [
    "Versuche pro Konto",
    "Benutzercodes, die kein Gerät hat, für einen Benutzer aus einem Netz innerhalb des Zeitfensters.",
  ],
  "DeviceSettings.attempts.per_network": [
    "Versuche pro Netz",
    "Benutzercodes, die kein Gerät hat, von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "DeviceSettings.attempts.window": ["Zeitfenster"],
  "DeviceSettings.requests": ["Anfragen"],
  "DeviceSettings.requests.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "DeviceSettings.requests.per_account": [
    "Versuche pro Konto",
    "Anfragen nach Codes für einen Client aus einem Netz innerhalb des Zeitfensters.",
  ],
  "DeviceSettings.requests.per_network": [
    "Versuche pro Netz",
    "Anfragen nach Codes von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "DeviceSettings.requests.window": ["Zeitfenster"],
  "TokenExchangeSettings.disabled": ["Deaktiviert"],
  "TotpSettings.disabled": ["Deaktiviert"],
  "TotpSettings.issuer": ["Aussteller", "Bezeichnung des Kontos in Authenticator-Apps."],
  "TotpSettings.skew": [
    "Zulässige Abweichung",
    "Perioden von 30 s, um die eine Uhr vor- oder nachgehen darf.",
  ],
  "TotpSettings.methods": [
    "Verlangt bei",
    "Anmeldearten, bei denen dieser Faktor von Benutzern verlangt wird, die ihn eingerichtet haben.",
  ],
  "TotpSettings.attempts": ["Versuche"],
  "TotpSettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "TotpSettings.attempts.per_account": [
    "Versuche pro Konto",
    "Falsche Einmal- und Wiederherstellungscodes für ein Konto aus einem Netz innerhalb des Zeitfensters.",
  ],
  "TotpSettings.attempts.per_network": [
    "Versuche pro Netz",
    "Falsche Einmal- und Wiederherstellungscodes von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "TotpSettings.attempts.window": ["Zeitfenster"],
  "SecondFactorSettings.everybody": [
    "Alle",
    "Alle müssen sich mit zwei Faktoren anmelden, nur Dienstkonten nie.",
  ],
  "SecondFactorSettings.administrators": [
    "Administratoren",
    "Pflicht für alle mit der Administratorberechtigung oder mit weniger Rechten eines Administrators, auch auf Zeit.",
  ],
  "SecondFactorSettings.role_ids": [
    "Rollen",
    "Pflicht für alle mit einer dieser Rollen, auch durch eine Rolle, die sie enthält.",
  ],
  "SecondFactorSettings.from": ["Ab", "Vor diesem Tag wird nichts verlangt; leer heißt ab jetzt."],
  "SecondFactorSettings.grace": [
    "Frist",
    "So lange nach diesem Tag, oder nachdem ein Konto angelegt wurde, wird die Einrichtung angeboten und kann verschoben werden.",
  ],
  "OutgoingSettings.held": [
    "Zurückhalten, was der Dienst von selbst sendet",
    "Für die Kopie eines Dienstes. Zurückgehalten werden, bis dies aus ist: Ereignisse für Webhooks, Abmeldungen an Anwendungen, E-Mails wartender Einladungen und der Abgleich des Verzeichnisses. Personen erfahren nicht per E-Mail von Änderungen an ihren Konten. Was eine Person anfordert, wird gesendet. Webhooks, die eine Wiederherstellung angehalten hat, werden danach einzeln fortgesetzt.",
  ],
  "SignInSettings.lifetime": [
    "Längste Anmeldung",
    "So lange nach ihrem Beginn endet eine Anmeldung, auch wenn sie oft benutzt wird, gemerkt oder nicht. 0s: keine Regel.",
  ],
  "SignInSettings.idle": [
    "Endet ohne Aktivität nach",
    "Eine Anmeldung, die so lange nicht benutzt wird, endet. Nie kürzer als die Laufzeit eines Access-Tokens, denn dazwischen meldet sich eine Anwendung nicht. 0s: keine Regel.",
  ],
  "SignInSettings.most": [
    "Gleichzeitige Anmeldungen",
    "So viele Anmeldungen kann eine Person gleichzeitig haben; eine weitere beendet die älteste. 0: keine Regel.",
  ],
  "EmailSettings.disabled": ["Deaktiviert", "Die Anmeldung per E-Mail wird abgelehnt."],
  "EmailSettings.magic_link": [
    "Anmeldelink",
    "E-Mails zur Anmeldung enthalten einen Link, wenn der Client das erlaubt.",
  ],
  "EmailSettings.from": ["Absender", "Absenderadresse; leer heißt der SMTP-Benutzername."],
  "EmailSettings.subject": ["Betreff (Code)"],
  "EmailSettings.body_template": ["Text (Code)"],
  "EmailSettings.magic_link_subject": ["Betreff (Link)"],
  "EmailSettings.magic_link_body_template": ["Text (Link)"],
  "EmailSettings.code_lifetime": ["Laufzeit des Codes"],
  "EmailSettings.attempts": ["Versuche", "Auch für Codes zum Registrieren und Zurücksetzen."],
  "EmailSettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "EmailSettings.attempts.per_account": [
    "Versuche pro Konto",
    "Falsche Codes für eine Adresse aus einem Netz innerhalb des Zeitfensters.",
  ],
  "EmailSettings.attempts.per_network": [
    "Versuche pro Netz",
    "Falsche Codes von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "EmailSettings.attempts.window": ["Zeitfenster"],
  "EmailSettings.sending": ["E-Mails", "E-Mails, die ohne Anmeldung angefordert werden können."],
  "EmailSettings.sending.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "EmailSettings.sending.per_account": [
    "Versuche pro Konto",
    "E-Mails für eine Adresse aus einem Netz innerhalb des Zeitfensters.",
  ],
  "EmailSettings.sending.per_network": [
    "Versuche pro Netz",
    "E-Mails von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "EmailSettings.sending.window": ["Zeitfenster"],
  "EmailSettings.account_changes": [
    "Änderungen eines Kontos",
    "Personen bekommen eine E-Mail, wenn bei ihrem Konto ein Passwort, Passkey, zweiter Faktor, eine Adresse, ein API-Schlüssel oder eine Anmeldung anderswo hinzugefügt, geändert oder entfernt wird.",
  ],
  "EmailSettings.smtp": ["SMTP-Server", "Auch für Registrierung und Zurücksetzen."],
  "EmailSettings.smtp.host": ["Host", "Solange er leer ist, werden keine E-Mails versendet."],
  "EmailSettings.smtp.port": ["Port", "0 heißt 465 mit TLS, sonst 587."],
  "EmailSettings.smtp.username": ["Benutzername"],
  "EmailSettings.smtp.password": ["Passwort"],
  "EmailSettings.smtp.no_auth": ["Ohne Anmeldung", "Für vertrauenswürdige Mailserver."],
  "EmailSettings.smtp.starttls": ["STARTTLS"],
  "EmailSettings.smtp.tls": ["TLS von Anfang an"],
  "EmailSettings.smtp.insecure_skip_verify": ["Zertifikatsprüfung überspringen", "Nur für Tests."],
  "SignupSettings.enabled": ["Aktiviert"],
  "SignupSettings.email_verification": [
    "Adressen überprüfen",
    "Das Konto entsteht, wenn der Code aus der E-Mail eingegeben wird.",
  ],
  "SignupSettings.password_reset": ["Passwort zurücksetzen", "Geht auch ohne Registrierung."],
  "SignupSettings.default_role_ids": ["Rollen neuer Benutzer"],
  "SignupSettings.password_min_length": ["Mindestlänge des Passworts", "Von 8 bis 72; 0 heißt 8."],
  "SignupSettings.code_lifetime": ["Laufzeit des Codes"],
  "SignupSettings.attempts": ["Versuche"],
  "SignupSettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "SignupSettings.attempts.per_account": [
    "Versuche pro Konto",
    "Anfragen zum Registrieren oder Zurücksetzen für eine Adresse aus einem Netz innerhalb des Zeitfensters.",
  ],
  "SignupSettings.attempts.per_network": [
    "Versuche pro Netz",
    "Anfragen zum Registrieren oder Zurücksetzen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "SignupSettings.attempts.window": ["Zeitfenster"],
  "SignupSettings.verify_subject": ["Betreff (Bestätigung)"],
  "SignupSettings.verify_body_template": ["Text (Bestätigung)"],
  "SignupSettings.reset_subject": ["Betreff (Zurücksetzen)"],
  "SignupSettings.reset_body_template": ["Text (Zurücksetzen)"],
  "AccountsSettings.invitation": ["Einladungen", "E-Mails, mit denen Administratoren einladen."],
  "AccountsSettings.invitation.lifetime": [
    "Gültigkeit",
    "Wie lange eine Einladung angenommen werden kann.",
  ],
  "AccountsSettings.invitation.per_minute": [
    "E-Mails in der Minute",
    "Für Einladungen, die in einer Reihe warten: die eines Imports und von Personen, die in der Liste ausgewählt wurden.",
  ],
  "AccountsSettings.invitation.sending": ["E-Mails"],
  "AccountsSettings.invitation.sending.unlimited": [
    "Keine Grenzen",
    "Versuche werden nicht gezählt.",
  ],
  "AccountsSettings.invitation.sending.per_account": [
    "Versuche pro Konto",
    "E-Mails mit Einladungen für eine Adresse innerhalb des Zeitfensters.",
  ],
  "AccountsSettings.invitation.sending.per_network": [
    "Versuche pro Netz",
    "E-Mails mit Einladungen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "AccountsSettings.invitation.sending.window": ["Zeitfenster"],
  "AccountsSettings.invitation.subject": ["Betreff"],
  "AccountsSettings.invitation.body_template": ["Text"],
  "AccountsSettings.self_service": [
    "Eigenes Konto",
    "Was man an seinem eigenen Konto ändern darf.",
  ],
  "AccountsSettings.self_service.name": ["Name"],
  "AccountsSettings.self_service.address": [
    "Adresse",
    "Mit einem Code, der an die neue Adresse geschickt wird; die alte wird benachrichtigt.",
  ],
  "AccountsSettings.self_service.language": [
    "Sprache",
    "Für E-Mails, die man nicht selbst angefordert hat, und für Anwendungen.",
  ],
  "AccountsSettings.self_service.picture": [
    "Bild",
    "Eine https-Adresse oder ein Bild von höchstens 64 KiB; für Anwendungen.",
  ],
  "AccountsSettings.self_service.deletion": ["Konto löschen"],
  "MtlsSettings.enabled": ["Aktiviert"],
  "MtlsSettings.cert_header": [
    "Header des Zertifikats",
    "Header, in dem der Proxy das Zertifikat weitergibt; leer heißt eigenes TLS.",
  ],
  "MtlsSettings.cert_verify_header": [
    "Header der Prüfung",
    "Header, in dem der Proxy sagt, dass er das Zertifikat geprüft hat.",
  ],
  "MtlsSettings.cert_verify_value": ["Wert der Prüfung"],
  "MtlsSettings.alias_origin": [
    "Origin für Zertifikate",
    "Wo Clients mit Zertifikat die Endpunkte finden, wenn das ein anderer Origin ist.",
  ],
  "MtlsSettings.self_signed": [
    "Selbst signierte Zertifikate",
    "Ein Zertifikat ohne vertrauenswürdige Zertifizierungsstelle gilt für die Clients, die es registriert haben, und zum Binden von Token.",
  ],
  "MtlsSettings.self_signed_verify_value": [
    "Wert der Prüfung bei einem selbst signierten Zertifikat",
    "Was der Proxy darüber sagt; bei nginx hängt es von dessen OpenSSL ab.",
  ],
  "MtlsSettings.trusted_proxy_cidrs": [
    "Vertrauenswürdige Proxys",
    "Adressen von Proxys, deren Zertifikatsheader angenommen werden: genaue Adressen oder ein enges Subnetz.",
  ],
  "SamlSettings.certificate": ["Zertifikat", "PEM."],
  "SamlSettings.private_key": ["Privater Schlüssel", "PEM. Signiert Anfragen."],
  "SamlSettings.next_certificate": [
    "Nächstes Zertifikat",
    "PEM. Wird neben dem Zertifikat veröffentlicht und erst benutzt, wenn es an dessen Stelle tritt.",
  ],
  "SamlSettings.next_private_key": ["Nächster privater Schlüssel", "PEM."],
  "CustomInfoSettings.disabled": ["Deaktiviert"],
  "CustomInfoSettings.sets": ["Sätze"],
  "CustomInfoSettings.sets.claims": [
    "Claims",
    "Eine Vorlage je Claim; ein leeres Ergebnis entfernt den Claim.",
  ],
  "AuthorizeSettings.disabled": ["Deaktiviert"],
  "AuthorizeSettings.flow_lifetime": ["Laufzeit offener Zustimmungen"],
  "AuthorizeSettings.login_url": [
    "Anmeldeseite",
    "Wohin Browser ohne Anmeldung geschickt werden, mit redirect_path in der Abfrage.",
  ],
  "AuthorizeSettings.disable_remember_me": ["„Angemeldet bleiben“ ausblenden"],
  "AuthorizeSettings.pending_per_network": [
    "Offene Anfragen pro Netz",
    "Noch nicht entschiedene Anfragen von einer Adresse (IPv6: /64), auf jeder Instanz.",
  ],
  "AuthorizeSettings.pending_per_client": [
    "Offene Anfragen pro Client",
    "Dasselbe für einen Client; eine Adresse ohne offene Anfragen wird deshalb nicht abgelehnt.",
  ],
  "AuthorizeSettings.attempts": ["Versuche"],
  "AuthorizeSettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "AuthorizeSettings.attempts.per_account": [
    "Versuche pro Konto",
    "Zustimmungsseiten und Entscheidungen zu Anfragen, die es nicht gibt, für einen Benutzer aus einem Netz innerhalb des Zeitfensters.",
  ],
  "AuthorizeSettings.attempts.per_network": [
    "Versuche pro Netz",
    "Zustimmungsseiten und Entscheidungen zu Anfragen, die es nicht gibt, von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "AuthorizeSettings.attempts.window": ["Zeitfenster"],
  "AuthorizeSettings.federated_consent": [
    "Nach einer Anmeldung bei einem anderen Dienst fragen",
    "Wer sich bei einem externen oder SAML-Anbieter anmeldet, wird gefragt, bevor ein vertraulicher Client seinen Code bekommt, es sei denn, er hat skip_consent. Andere Clients fragen immer.",
  ],
  "AuthorizeSettings.pushed_lifetime": [
    "Laufzeit vorab gesendeter Anfragen",
    "So lange darf ein Browser brauchen, um eine Anfrage vorzulegen, die ihr Client vorab gesendet hat.",
  ],
  "AuthorizeSettings.require_pushed_requests": [
    "Vorab gesendete Anfragen verlangen",
    "Jede Autorisierungsanfrage ablehnen, die ihr Client nicht vorab gesendet hat (PAR).",
  ],
  "AuthorizeSettings.require_s256": ["S256 verlangen", "Die PKCE-Methode plain ablehnen."],
  "RegistrationSettings.enabled": ["Aktiviert"],
  "RegistrationSettings.client_lifetime": [
    "Laufzeit von Clients",
    "Registrierte Clients laufen nach dieser Zeit ab; leer behält sie für immer.",
  ],
  "RegistrationSettings.default_scope": [
    "Vorgegebener Scope",
    "Scope von Clients, die keinen nennen.",
  ],
  "RegistrationSettings.allowed_scopes": [
    "Erlaubte Scopes",
    "Was Clients registrieren können; leer erlaubt jeden Scope.",
  ],
  "RegistrationSettings.step_up_scopes": [
    "Scopes zum Erweitern",
    "Was jeder registrierte Client später verlangen darf, zusätzlich zu dem, was er registriert hat.",
  ],
  "RegistrationSettings.max_clients": ["Höchstzahl der Clients"],
  "RegistrationSettings.redirect_schemes": [
    "Schemas für Weiterleitungen",
    "Schemas ohne Punkt, die Anwendungen für sich registrieren dürfen.",
  ],
  "RegistrationSettings.remember_consent": [
    "Zustimmung merken",
    "Bei Clients, die sich selbst registriert haben, wird nur einmal gefragt, wie mit consent: remember eines Clients; sonst bei jeder Anmeldung.",
  ],
  "RegistrationSettings.require_initial_token": [
    "Ein Erstzugriffstoken verlangen",
    "Nur Programme mit einem Token von einem Administrator dürfen sich registrieren.",
  ],
  "RegistrationSettings.requests": ["Anfragen"],
  "RegistrationSettings.requests.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "RegistrationSettings.requests.per_account": [
    "Versuche pro Konto",
    "Registrierungen und ihre Änderungen für einen registrierten Client aus einem Netz innerhalb des Zeitfensters.",
  ],
  "RegistrationSettings.requests.per_network": [
    "Versuche pro Netz",
    "Registrierungen und ihre Änderungen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "RegistrationSettings.requests.window": ["Zeitfenster"],
  "RegistrationSettings.documents": ["Client-Dokumente"],
  "RegistrationSettings.documents.disabled": [
    "Deaktiviert",
    "Eine URL gilt nicht als Client-ID, außer bei gespeicherten Einträgen.",
  ],
  "RegistrationSettings.documents.allow_hosts": [
    "Erlaubte Hosts",
    "Nur Dokumente dieser Hosts; *.example.com steht für jeden Host darunter. Leer: alle.",
  ],
  "RegistrationSettings.documents.deny_hosts": [
    "Verbotene Hosts",
    "Keine Dokumente dieser Hosts, auch wenn sie erlaubt sind.",
  ],
  "RegistrationSettings.documents.fetches": ["Abrufe"],
  "RegistrationSettings.documents.fetches.unlimited": [
    "Keine Grenzen",
    "Versuche werden nicht gezählt.",
  ],
  "RegistrationSettings.documents.fetches.per_account": [
    "Versuche pro Konto",
    "Dokumente, die abgerufen werden müssen, für einen Client aus einem Netz innerhalb des Zeitfensters.",
  ],
  "RegistrationSettings.documents.fetches.per_network": [
    "Versuche pro Netz",
    "Dokumente, die abgerufen werden müssen, von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "RegistrationSettings.documents.fetches.window": ["Zeitfenster"],
  "SessionProvidersSettings.providers": ["Anbieter"],
  "SessionProvider.name": ["Anzeigename", "Ohne Angabe der Schlüssel des Anbieters."],
  "SessionProvider.logo": [
    "Logo",
    "Auf seinem Knopf. Eine Data-URL, `data:image/svg+xml;base64,…` oder `data:image/png;base64,…`. Von einer SVG-Datei werden nur Formen und Farben gezeigt.",
  ],
  "SessionProvider.auth_middleware": ["Auth-Instanz", "Name einer Auth-Instanz im selben Prozess."],
  "SessionProvider.oauth2": ["OAuth2"],
  "SessionProvider.oauth2.client_id": ["Client-ID"],
  "SessionProvider.oauth2.client_secret": ["Client-Geheimnis"],
  "SessionProvider.oauth2.scopes": ["Scopes"],
  "SessionProvider.oauth2.auth_url": ["URL der Autorisierung"],
  "SessionProvider.oauth2.token_url": ["URL für Token"],
  "SessionProvider.oauth2.cert_url": ["URL der Schlüssel (JWKS)"],
  "SessionProvider.oauth2.introspect_url": [
    "URL der Introspektion",
    "Wird gefragt, wem ein undurchsichtiges Access-Token gehört.",
  ],
  "SessionProvider.oauth2.userinfo_url": [
    "URL für Userinfo",
    "Wird gefragt, wem ein undurchsichtiges Access-Token gehört.",
  ],
  "SessionProvider.oauth2.revocation_url": ["URL für den Widerruf"],
  "SessionProvider.oauth2.logout_url": ["URL zum Abmelden"],
  "SessionProvider.oauth2.passkey_url": ["URL für Passkeys"],
  "SessionProvider.oauth2.api_key_url": ["URL für API-Schlüssel"],
  "SessionProvider.oauth2.signup_url": ["URL zum Registrieren"],
  "SessionProvider.oauth2.password_reset_url": ["URL zum Zurücksetzen des Passworts"],
  "SessionProvider.oauth2.email_url": ["URL für Codes per E-Mail"],
  "SessionProvider.oauth2.issuer": [
    "Aussteller",
    "Genaues iss der Token des Anbieters. Ohne Angabe jedes.",
  ],
  "SessionProvider.oauth2.audiences": [
    "Audiences",
    "Audiences neben unserem Client, für die Access-Token dieses Anbieters angenommen werden.",
  ],
  "SessionProvider.oauth2.any_audience": [
    "Jede Audience",
    "Access-Token dieses Anbieters annehmen, die weder unseren Client noch eine der Audiences nennen: Jede Anwendung des Anbieters kann dann Token ihrer Benutzer hierher senden.",
  ],
  "SessionProvider.oauth2.authorized_parties": [
    "Berechtigte Clients",
    "Ein Access-Token muss für unseren Client oder einen davon ausgestellt sein: azp, sonst client_id. Bei einem Anbieter im selben Prozess sind es auch eigene Clients (first party).",
  ],
  "SessionProvider.oauth2.logout_redirect": [
    "Im Browser abmelden",
    "Den Browser zur URL zum Abmelden schicken, mit post_logout_redirect_uri, damit auch die Sitzung beim Anbieter endet. Sonst ruft dieser Dienst die URL selbst auf.",
  ],
  "SessionProvider.oauth2.backchannel_logout": [
    "Back-Channel-Logout",
    "Der Anbieter beendet Sitzungen hier: Er schickt Logout-Token an auth/backchannel-logout der Anmeldung, gefolgt vom Schlüssel dieses Anbieters. Braucht Aussteller und JWKS-URL.",
  ],
  "SessionProvider.oauth2.auth_header_style": [
    "Authentifizierung des Clients",
    "0 Basic-Header, 1 Geheimnis als Bearer-Token, 2 Parameter der URL.",
  ],
  "SessionProvider.passkey": ["Anmeldung mit Passkey"],
  "SessionProvider.password_flow": ["Anmeldung mit Passwort"],
  "SessionProvider.api_key": ["API-Schlüssel"],
  "SessionProvider.api_key_header": ["Header für API-Schlüssel", "Ohne Angabe X-API-Key."],
  "SessionProvider.x_user": [
    "Claims für X-User",
    "Claims, die der Reihe nach für X-User versucht werden. Bei einem externen Anbieter entscheiden sie auch, welcher Benutzer dieses Dienstes eine Person ist; ohne sie keiner.",
  ],
  "SessionProvider.claim_header": ["Header aus Claims", "Der Claim zu jedem Header."],
  "SessionProvider.email_verify_check": [
    "Nur überprüfte Adressen",
    "Der Claim email zählt nur mit email_verified. Bei externen Anbietern eingeschaltet, außer es steht auf false.",
  ],
  "SessionProvider.priority": ["Priorität"],
  "SessionProvider.hide": ["Auf der Anmeldeseite ausblenden"],
  "SessionProvidersSettings.groups": ["Gruppen"],
  "SessionProvidersSettings.groups.providers": ["Eigene Anbieter"],
  "SessionProvidersSettings.groups.inherit": [
    "Geerbte Anbieter",
    "Verweise auf Anbieter der obersten Ebene.",
  ],
  "SessionProvidersSettings.groups.inherit.hide": ["Auf der Anmeldeseite ausblenden"],
  "PasskeySettings.disabled": ["Deaktiviert"],
  "PasskeySettings.rp_id": [
    "ID der Relying Party",
    "Leer heißt die registrierbare Domain des Hosts der Anfrage.",
  ],
  "PasskeySettings.rp_display_name": ["Anzeigename"],
  "PasskeySettings.origins": ["Origins", "Leer heißt der Origin der Anfrage."],
  "PasskeySettings.user_verification": ["Überprüfung des Benutzers"],
  "PasskeySettings.sites": [
    "Websites",
    "Profile weiterer Domains; der Origin einer Anfrage wählt eines aus.",
  ],
  "PasskeySettings.sites.name": ["Name"],
  "PasskeySettings.sites.rp_id": ["ID der Relying Party"],
  "PasskeySettings.sites.rp_display_name": ["Anzeigename"],
  "PasskeySettings.sites.origins": ["Origins"],
  "PasskeySettings.attempts": ["Versuche"],
  "PasskeySettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "PasskeySettings.attempts.per_account": [
    "Versuche pro Konto",
    "Begonnene Anmeldungen und Registrierungen für einen Benutzer, der einen Passkey registriert, aus einem Netz innerhalb des Zeitfensters.",
  ],
  "PasskeySettings.attempts.per_network": [
    "Versuche pro Netz",
    "Begonnene Anmeldungen und Registrierungen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "PasskeySettings.attempts.window": ["Zeitfenster"],
  "PasskeySettings.enrollment": ["Angebot eines Passkeys"],
  "PasskeySettings.enrollment.enabled": ["Nach der Anmeldung einen Passkey anbieten"],
  "PasskeySettings.enrollment.methods": ["Nach Anmeldung mit"],
  "PasskeySettings.enrollment.prompt_when_registered": ["Auch Benutzern, die schon einen haben"],
  "PasskeySettings.enrollment.snooze_duration": [
    "Pause nach dem Ablehnen",
    "0s fragt bei der nächsten Anmeldung wieder.",
  ],
  "PasswordSettings.disabled": ["Deaktiviert", "Die Anmeldung mit Passwort wird abgelehnt."],
  "PasswordSettings.local_disabled": ["Lokale Benutzer deaktiviert"],
  "PasswordSettings.ldap_disabled": ["Verzeichnisbenutzer deaktiviert"],
  "PasswordSettings.ldap_register_disabled": [
    "Registrierung aus dem Verzeichnis deaktiviert",
    "Unbekannte Benutzer des Verzeichnisses werden bei der ersten Anmeldung nicht angelegt.",
  ],
  "PasswordSettings.refuse_common": [
    "Häufige Passwörter ablehnen",
    "Ein neues Passwort darf nicht zu denen gehören, die zuerst ausprobiert werden: aus einer Liste häufiger Passwörter, oder ein einfaches Muster.",
  ],
  "PasswordSettings.refuse_own_words": [
    "Wörter des Kontos ablehnen",
    "Ein neues Passwort muss mehr sein als die Namen und Adressen des Kontos oder der Name dieses Dienstes.",
  ],
  "PasswordSettings.range_url": [
    "Dienst für gestohlene Passwörter",
    "Wird gefragt, ob ein neues Passwort anderswo gestohlen wurde, zum Beispiel https://api.pwnedpasswords.com/range. Er erfährt nur fünf Stellen einer Prüfsumme.",
  ],
  "PasswordSettings.by_administrators": [
    "Passwörter, die Administratoren setzen",
    "Ob diese Regeln auch sie ablehnen oder nur eine Warnung ins Protokoll schreiben.",
  ],
  "PasswordSettings.hash": [
    "Hash neuer Passwörter",
    "Wie neue Passwörter gehasht werden. Vorhandene Hashes werden erneuert, wenn sich die Personen anmelden.",
  ],
  "PasswordSettings.argon2_memory": [
    "Speicher von argon2id",
    "KiB, die eine Prüfung braucht; je Kern kann eine zugleich laufen.",
  ],
  "PasswordSettings.argon2_passes": [
    "Durchläufe von argon2id",
    "Wie oft dieser Speicher gefüllt wird: doppelt so viele dauern doppelt so lange.",
  ],
  "PasswordSettings.attempts": ["Versuche"],
  "PasswordSettings.attempts.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "PasswordSettings.attempts.per_account": [
    "Versuche pro Konto",
    "Falsche Geheimnisse für ein Konto oder einen Client aus einem Netz innerhalb des Zeitfensters.",
  ],
  "PasswordSettings.attempts.per_network": [
    "Versuche pro Netz",
    "Falsche Geheimnisse von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "PasswordSettings.attempts.window": ["Zeitfenster"],
  "PasswordSettings.own_changes": ["Änderungen am eigenen Konto"],
  "PasswordSettings.own_changes.unlimited": ["Keine Grenzen", "Versuche werden nicht gezählt."],
  "PasswordSettings.own_changes.per_account": [
    "Versuche pro Konto",
    "Änderungen am eigenen Konto von einem Benutzer aus einem Netz innerhalb des Zeitfensters.",
  ],
  "PasswordSettings.own_changes.per_network": [
    "Versuche pro Netz",
    "Änderungen am eigenen Konto von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  ],
  "PasswordSettings.own_changes.window": ["Zeitfenster"],
  "BrandingSettings.product_name": ["Name", "Name des Dienstes, auf Seiten und in E-Mails."],
  "BrandingSettings.logo": [
    "Logo",
    "Eine Data-URL, `data:image/svg+xml;base64,…` oder `data:image/png;base64,…`. Von einer SVG-Datei werden nur Formen und Farben gezeigt.",
  ],
  "BrandingSettings.accent_color": [
    "Akzentfarbe",
    "Farbe von Schaltflächen und Links. Sie wird dunkler oder heller, wo Text sonst schwer zu lesen wäre.",
  ],
  "BrandingSettings.support_url": [
    "Link zur Hilfe",
    "https oder mailto; steht am Ende jeder Seite und E-Mail und unter der Navigation der Konsole.",
  ],
  "OAuthClientConfig.client_name": ["Name", "Steht auf der Zustimmungsseite."],
  "OAuthClientConfig.client_secret": ["Geheimnis"],
  "OAuthClientConfig.public": ["Öffentlich", "Der Client hat kein Geheimnis."],
  "OAuthClientConfig.redirect_uris": [
    "Redirect-URIs",
    "Genaue Ziele; jeder Eintrag schaltet die Whitelist aus.",
  ],
  "OAuthClientConfig.require_pushed_authorization_requests": [
    "Vorab gesendete Anfragen verlangen",
    "Der Client sendet jede Autorisierungsanfrage zuerst an diesen Dienst (PAR).",
  ],
  "OAuthClientConfig.post_logout_redirect_uris": [
    "Ziele nach dem Abmelden",
    "Genaue Ziele, zu denen ein Browser nach dem Abmelden geleitet werden darf.",
  ],
  "OAuthClientConfig.backchannel_logout_uri": [
    "Back-Channel-Logout-URI",
    "Dort erfährt die Anwendung von diesem Dienst, dass sich eine Person abgemeldet hat.",
  ],
  "OAuthClientConfig.backchannel_logout_session_required": [
    "Back-Channel-Logout nennt die Sitzung",
    "Jedes Logout-Token hat eine sid; sonst genügt eines für alle Sitzungen eines Benutzers.",
  ],
  "OAuthClientConfig.whitelist_urls": ["Whitelist", "Ziele am selben Origin unter demselben Pfad."],
  "OAuthClientConfig.scope": ["Vorgegebener Scope", "Kommt zu jeder Anfrage hinzu."],
  "OAuthClientConfig.allowed_scopes": [
    "Erlaubte Scopes",
    "Grenze jeder Anfrage; leer erlaubt jeden Scope.",
  ],
  "OAuthClientConfig.resources": [
    "Ressourcen",
    "Präfixe von Ressourcen, die verlangt werden dürfen; leer erlaubt alle.",
  ],
  "OAuthClientConfig.exchange_audiences": [
    "Audiences eines Token-Austauschs",
    "Präfixe von Ressourcen und Namen, für die der Client ein Token tauschen darf; leer: nur was das Token nennt.",
  ],
  "OAuthClientConfig.grant_types": ["Grant-Typen", "Leer erlaubt jeden Grant."],
  "OAuthClientConfig.introspection": [
    "Introspektion",
    "any lässt einen Ressourcenserver nach jedem Access-Token fragen, nicht nur nach seinen eigenen.",
  ],
  "OAuthClientConfig.roles_claim": ["Claim für Rollen", "Punktpfad."],
  "OAuthClientConfig.allowed_role_ids": [
    "Rollen, die zugelassen sind",
    "Nur Konten mit einer dieser Rollen erhalten Token dieses Clients, auch über eine Rolle, die sie enthält. Leer: jedes Konto.",
  ],
  "OAuthClientConfig.consent": [
    "Zustimmung",
    "always fragt bei jeder Anmeldung; remember fragt einmal und merkt sich, was erlaubt wurde, bis sich Name, Redirect-URIs oder Scopes des Clients ändern oder es zurückgenommen wird; skip ist skip_consent. Leer richtet sich nach skip_consent.",
  ],
  "OAuthClientConfig.roles_in_tokens": [
    "Rollen in Token",
    "Seine Token und Userinfo enthalten die Namen der Rollen, die der Benutzer hat, im Claim für Rollen. Ein Client, der um Zustimmung bittet, bekommt sie nur mit dem Scope roles.",
  ],
  "OAuthClientConfig.skip_consent": [
    "Zustimmung überspringen",
    "Es wird nicht gefragt, und seine Token können das Konto ihres Benutzers lesen und dessen Anmeldungen beenden.",
  ],
  "OAuthClientConfig.management": [
    "Verwaltung",
    "Seine Token können das Konto ihres Benutzers ändern und diesen Dienst verwalten, wenn der Benutzer Administrator ist. Nur für eigene Anwendungen, die das tun.",
  ],
  "OAuthClientConfig.token_endpoint_auth_method": [
    "Art der Authentifizierung",
    "none macht daraus einen öffentlichen Client; leer: folgt aus „Öffentlich“.",
  ],
  "OAuthClientConfig.id_token_signed_response_alg": [
    "Algorithmus der ID-Token",
    "Einer, der eingeschaltet ist (jwt.algorithms); leer ist RS256.",
  ],
  "OAuthClientConfig.userinfo_signed_response_alg": [
    "Algorithmus von Userinfo",
    "Einer, der eingeschaltet ist (jwt.algorithms): Userinfo ist ein signiertes Token; leer ist einfaches JSON.",
  ],
  "OAuthClientConfig.subject_type": [
    "Subjekte",
    "pairwise: die Anwendung kennt jede Person unter einem sub, das Anwendungen anderer Hosts nicht teilen.",
  ],
  "OAuthClientConfig.sector_identifier_uri": [
    "Sektor",
    "Eine Liste von Redirect-URIs; die Anwendungen ihres Hosts teilen sich die Subjekte. Nötig bei Redirect-URIs mehrerer Hosts.",
  ],
  "OAuthClientConfig.require_acr": [
    "Verlangte Anmeldung",
    "Die Anmeldung einer Person muss eine dieser Stufen erreichen: mfa (zwei Faktoren), phr (ein Passkey). Leer: keine wird verlangt.",
  ],
  "OAuthClientConfig.jwks": [
    "Schlüssel",
    "Öffentliche Schlüssel des Clients (JSON Web Key Set). Bei einem selbst signierten Zertifikat hat jeder Schlüssel es in x5c.",
  ],
  "OAuthClientConfig.jwks.keys": ["JSON Web Keys"],
  "OAuthClientConfig.jwks.keys.kty": ["Kty"],
  "OAuthClientConfig.jwks.keys.x5c": ["X5c"],
  "OAuthClientConfig.jwks_uri": [
    "Adresse der Schlüssel",
    "private_key_jwt: wo der Client seine öffentlichen Schlüssel veröffentlicht, statt sie hier einzutragen.",
  ],
  "OAuthClientConfig.profile": [
    "Profil",
    "fapi2 wendet jede Regel des FAPI 2.0 Security Profile an, was immer die anderen Felder sagen.",
  ],
  "OAuthClientConfig.request_object_signing_alg": [
    "Algorithmus seiner Anfragen",
    "Der einzige Algorithmus signierter Anfragen (RFC 9101); leer: jeder, den ein Schlüssel erlaubt.",
  ],
  "OAuthClientConfig.token_endpoint_auth_signing_alg": [
    "Algorithmus des Nachweises",
    "private_key_jwt: der einzige Algorithmus; leer: jeder, den ein Schlüssel erlaubt.",
  ],
  "OAuthClientConfig.tls_client_auth_subject_dn": [
    "Subject des Zertifikats",
    "tls_client_auth: das ganze Subject.",
  ],
  "OAuthClientConfig.tls_client_auth_san_dns": [
    "Hostname des Zertifikats",
    "tls_client_auth: ein DNS-Name unter den alternativen Namen.",
  ],
  "OAuthClientConfig.tls_client_auth_san_uri": [
    "URI des Zertifikats",
    "tls_client_auth: eine URI unter den alternativen Namen.",
  ],
  "OAuthClientConfig.tls_client_auth_san_ip": [
    "Adresse des Zertifikats",
    "tls_client_auth: eine IP-Adresse unter den alternativen Namen.",
  ],
  "OAuthClientConfig.tls_client_auth_san_email": [
    "E-Mail-Adresse des Zertifikats",
    "tls_client_auth: eine E-Mail-Adresse unter den alternativen Namen.",
  ],
  "OAuthClientConfig.tls_client_certificate_bound_access_tokens": [
    "An das Zertifikat gebundene Token",
    "Access-Token können nur zusammen mit dem Zertifikat des Clients benutzt werden.",
  ],
  "OAuthClientConfig.dpop_bound_access_tokens": [
    "An einen Schlüssel gebundene Token (DPoP)",
    "Der Client bekommt Token nur mit dem Nachweis eines Schlüssels, und sie können nur mit weiteren Nachweisen dieses Schlüssels benutzt werden.",
  ],
  "OAuthClientConfig.client_secret_expires_at": [
    "Geheimnis läuft ab am",
    "Unix-Sekunden; 0 heißt nie.",
  ],
  "OAuthClientConfig.dynamic": ["Dynamisch registriert"],
  "OAuthClientConfig.registration_token": [
    "Registrierungstoken",
    "SHA-256 des Registration-Access-Tokens, hexadezimal.",
  ],
  "OAuthClientConfig.registered": ["Wie registriert"],
  "OAuthClientConfig.registered.application_type": ["Art der Anwendung"],
  "OAuthClientConfig.registered.client_uri": ["Website"],
  "OAuthClientConfig.registered.logo_uri": ["Logo"],
  "OAuthClientConfig.registered.tos_uri": ["Nutzungsbedingungen"],
  "OAuthClientConfig.registered.policy_uri": ["Datenschutzerklärung"],
  "OAuthClientConfig.registered.contacts": ["Kontakte"],
  "OAuthClientConfig.registered.software_id": ["Software"],
  "OAuthClientConfig.registered.software_version": ["Version der Software"],
  "OAuthClientConfig.registered.initial_access_token": [
    "Erstzugriffstoken",
    "ID des Tokens, mit dem der Client sich registriert hat.",
  ],
  "OAuthClientConfig.created_at": ["Registriert am", "Unix-Sekunden."],
  "OAuthProviderConfig.preset": [
    "Vorlage",
    "Füllt bei einem bekannten Anbieter aus, was leer ist.",
  ],
  "OAuthProviderConfig.name": ["Name", "Wird Personen gezeigt; wenn leer, die ID."],
  "OAuthProviderConfig.client_id": ["Client-ID"],
  "OAuthProviderConfig.client_secret": [
    "Client-Geheimnis",
    "Mit der Vorlage apple: der private Schlüssel in PEM oder ein daraus gemachtes Client-Geheimnis.",
  ],
  "OAuthProviderConfig.token_endpoint_auth_method": [
    "Authentifizierung des Clients",
    "Leer: Basic mit einem Geheimnis, none ohne.",
  ],
  "OAuthProviderConfig.tenant": [
    "Tenant",
    "Mit der Vorlage entra: die ID des Verzeichnisses (Tenant).",
  ],
  "OAuthProviderConfig.team_id": ["Team-ID", "Mit der Vorlage apple."],
  "OAuthProviderConfig.key_id": ["Schlüssel-ID", "Mit der Vorlage apple."],
  "OAuthProviderConfig.issuer": [
    "Aussteller",
    "Genaues iss seiner ID-Token. Leere Adressen werden aus seinem Discovery-Dokument gelesen.",
  ],
  "OAuthProviderConfig.discovery_url": [
    "Discovery-URL",
    "Wo das Discovery-Dokument liegt, wenn nicht unter dem Aussteller.",
  ],
  "OAuthProviderConfig.scopes": ["Scopes"],
  "OAuthProviderConfig.auth_url": ["URL der Autorisierung"],
  "OAuthProviderConfig.token_url": ["URL für Token"],
  "OAuthProviderConfig.cert_url": ["URL der Schlüssel (JWKS)"],
  "OAuthProviderConfig.userinfo_url": ["URL für Userinfo"],
  "OAuthProviderConfig.emails_url": [
    "URL der Adressen",
    "Nennt die Adressen einer Person wie GitHub; die überprüfte Hauptadresse zählt.",
  ],
  "OAuthProviderConfig.introspect_url": ["URL der Introspektion"],
  "OAuthProviderConfig.revocation_url": ["URL für den Widerruf"],
  "OAuthProviderConfig.logout_url": ["URL zum Abmelden"],
  "OAuthProviderConfig.alias_claims": [
    "Claims für den Benutzernamen",
    "Claims, die der Reihe nach für den Namen eines Benutzers hier versucht werden. Leer heißt email. Nennen Sie keinen Claim, den Personen selbst wählen.",
  ],
  "OAuthProviderConfig.email_verify_check": [
    "Nur überprüfte Adressen",
    "Der Claim email zählt nur mit email_verified.",
  ],
  "OAuthProviderConfig.second_factor": [
    "Zählt als zwei Faktoren",
    "Jede Anmeldung dort zählt als eine mit zweitem Faktor, auch wenn der Anbieter es nicht sagt.",
  ],
  "OAuthProviderConfig.forward": [
    "Weitergereicht",
    "Was eine Anwendung von einer Anmeldung verlangt und an den Anbieter weitergereicht wird: prompt, max_age, login_hint, ui_locales.",
  ],
  "OAuthProviderConfig.acr_map": [
    "Stufen",
    "Je acr des Anbieters: mfa (zwei Faktoren) oder phr (ein Passkey). Stufen, die eine Anwendung verlangt, werden beim Anbieter unter diesen Namen verlangt.",
  ],
  "OAuthProviderConfig.claim_mapping": ["Claim-Zuordnung"],
  "OAuthProviderConfig.claim_mapping.roles_claim": [
    "Claim für Rollen",
    "Punktpfad. In einer Liste gilt der nächste Schritt für jedes ihrer Objekte: `groups.name`.",
  ],
  "OAuthProviderConfig.claim_mapping.roles_separator": [
    "Trennzeichen der Rollen",
    "Was mehrere Werte in einem Text trennt, zum Beispiel ein Komma. Leer: Leerzeichen, wenn der Wert ein Text und keine Liste ist.",
  ],
  "OAuthProviderConfig.claim_mapping.use_lmap": [
    "Gruppenzuordnungen benutzen",
    "Werte des Claims werden auch in den Gruppenzuordnungen der Verzeichnisse gesucht.",
  ],
  "OAuthProviderConfig.claim_mapping.role_map": [
    "Rollenzuordnung",
    "Namen oder IDs von Rollen je Wert des Claims.",
  ],
  "OAuthProviderConfig.claim_mapping.register": [
    "Benutzer registrieren",
    "Unbekannte Benutzer bei der ersten Anmeldung anlegen.",
  ],
  "OAuthProviderConfig.claim_mapping.link": [
    "Bestehende Benutzer verknüpfen",
    "Eine erste Anmeldung unter dem Namen eines Benutzers, den es hier schon gibt, wird mit diesem verknüpft. Nie bei lokalen Benutzern und Dienstkonten.",
  ],
  "LdapConfig.addr": ["Adresse", "Einträge ohne Adresse werden nicht benutzt."],
  "LdapConfig.bind": ["Bind für Suchen"],
  "LdapConfig.bind.username": ["Bind-DN"],
  "LdapConfig.bind.password": ["Bind-Passwort"],
  "LdapConfig.start_tls": ["StartTLS", "TLS über `ldap://`, bevor anderes gesendet wird."],
  "LdapConfig.ca": [
    "Zertifizierungsstelle",
    "PEM. Wenn gesetzt, wird nur diesen Zertifikaten vertraut.",
  ],
  "LdapConfig.allow_plain": [
    "Ohne TLS",
    "Passwörter werden unverschlüsselt über `ldap://` gesendet.",
  ],
  "LdapConfig.user_base_dn": ["Basis-DN der Benutzer"],
  "LdapConfig.user_filter": ["Filter für Benutzer", "Nur Einträge, die er findet, sind Benutzer."],
  "LdapConfig.user_attributes": ["Attribute von Benutzern"],
  "LdapConfig.user_attributes.uid": ["Benutzername", "`sAMAccountName` in Active Directory."],
  "LdapConfig.user_attributes.sign_in": [
    "Andere Namen bei der Anmeldung",
    "Attribute, in denen ein Name der Reihe nach gesucht wird, wenn er kein Benutzername ist: `userPrincipalName` in Active Directory. Nur Attribute, die Personen nicht ändern können.",
  ],
  "LdapConfig.user_attributes.email": ["E-Mail"],
  "LdapConfig.user_attributes.name": [
    "Voller Name",
    "Sonst das erste von `gecos`, `displayName` und `cn`, das einen Wert hat.",
  ],
  "LdapConfig.user_attributes.given_name": ["Vorname"],
  "LdapConfig.user_attributes.family_name": ["Nachname"],
  "LdapConfig.id_attribute": [
    "Attribut der ID",
    "Seine Werte werden nie einer anderen Person gegeben, und Personen können sie nicht ändern. Sonst das erste von `objectGUID`, `entryUUID` und `nsUniqueId`, das ein Eintrag hat.",
  ],
  "LdapConfig.groups": ["Gruppensuchen"],
  "LdapConfig.groups.base_dn": ["Basis-DN"],
  "LdapConfig.groups.filter": ["Filter"],
  "LdapConfig.groups.attributes": [
    "Attribute",
    "Die gelesen werden: für den Namen, die Mitglieder und die Beschreibung.",
  ],
  "LdapConfig.groups.name_attribute": ["Attribut des Namens", "Sonst `cn`."],
  "LdapConfig.groups.member_attribute": [
    "Attribut der Mitglieder",
    "Sonst die von `attributes`, die `member`, `uniqueMember` oder `memberUid` sind. Werte sind DNs, die von `memberUid` Namen von Benutzern.",
  ],
  "LdapConfig.groups.description_attribute": ["Attribut der Beschreibung", "Sonst `description`."],
  "LdapConfig.sync_duration": ["Abstand der Abgleiche"],
  "LdapConfig.leavers": [
    "Wer ausscheidet",
    "`disable` weist Personen überall ab, die nicht mehr im Verzeichnis stehen oder dort gesperrt sind, bis ein Abgleich sie wiederfindet. `keep` beendet nur die Anmeldung über das Verzeichnis.",
  ],
  "LdapConfig.disable_sync": ["Kein regelmäßiger Abgleich"],
  "SamlProviderConfig.metadata_url": ["URL der Metadaten"],
  "SamlProviderConfig.metadata_xml": ["Metadaten", "Treten an die Stelle der URL der Metadaten."],
  "SamlProviderConfig.provider_entity_id": [
    "Entitäts-ID des Anbieters",
    "Welcher gemeint ist, wenn die Metadaten mehrere beschreiben.",
  ],
  "SamlProviderConfig.entity_id": ["Entitäts-ID"],
  "SamlProviderConfig.alias_attribute": [
    "Attribut des Benutzernamens",
    "Leer heißt Attribute wie eine E-Mail-Adresse, dann das Subject.",
  ],
  "SamlProviderConfig.id_attribute": [
    "Attribut der ID",
    "Woran Personen statt an der NameID erkannt werden: ein Wert, den nie eine andere Person bekommt, zum Beispiel `subject-id`.",
  ],
  "SamlProviderConfig.name_id_format": [
    "NameID-Format",
    "Worum der Anbieter gebeten wird: unspecified, emailAddress, persistent, transient oder eine URI. Leer lässt den Anbieter wählen.",
  ],
  "SamlProviderConfig.sign_requests": [
    "Anfragen signieren",
    "RSA-SHA256 mit dem Schlüssel des Namensraums `saml`.",
  ],
  "SamlProviderConfig.encrypted_assertions": [
    "Verschlüsselte Assertions",
    "Werden neben unverschlüsselten angenommen, ebenso verschlüsselte Namen und Attribute. Die Metadaten dieses Eintrags veröffentlichen den Schlüssel.",
  ],
  "SamlProviderConfig.encryption_key": [
    "Schlüssel für die Verschlüsselung",
    "PEM, für RSA. Wird erzeugt, wenn der Eintrag ihn zum ersten Mal braucht.",
  ],
  "SamlProviderConfig.next_encryption_key": [
    "Nächster Schlüssel für die Verschlüsselung",
    "PEM. Wird neben dem Schlüssel veröffentlicht und entschlüsselt ebenfalls.",
  ],
  "SamlProviderConfig.second_factor": [
    "Zählt als zwei Faktoren",
    "Jede Anmeldung dort zählt als eine mit zweitem Faktor, auch wenn der Anbieter es nicht sagt.",
  ],
  "SamlProviderConfig.claim_mapping": ["Claim-Zuordnung"],
  "SamlProviderConfig.claim_mapping.roles_claim": [
    "Attribut der Rollen",
    "Name oder Anzeigename des Attributs, oder der kurze Name seiner OID.",
  ],
  "SamlProviderConfig.claim_mapping.roles_separator": [
    "Trennzeichen der Rollen",
    "Was mehrere Werte in einem Text trennt, zum Beispiel ein Komma. Leer: Leerzeichen, wenn der Wert ein Text und keine Liste ist.",
  ],
  "SamlProviderConfig.claim_mapping.use_lmap": [
    "Gruppenzuordnungen benutzen",
    "Werte des Attributs werden auch in den Gruppenzuordnungen der Verzeichnisse gesucht.",
  ],
  "SamlProviderConfig.claim_mapping.role_map": [
    "Rollenzuordnung",
    "Namen oder IDs von Rollen je Wert des Attributs.",
  ],
  "SamlProviderConfig.claim_mapping.register": [
    "Benutzer registrieren",
    "Unbekannte Benutzer bei der ersten Anmeldung anlegen.",
  ],
  "SamlProviderConfig.claim_mapping.link": [
    "Bestehende Benutzer verknüpfen",
    "Eine erste Anmeldung unter dem Namen eines Benutzers, den es hier schon gibt, wird mit diesem verknüpft. Nie bei lokalen Benutzern und Dienstkonten.",
  ],
  "PrincipalBody.alias": ["Benutzernamen"],
  "PrincipalBody.role_ids": ["IDs der Rollen"],
  "PrincipalBody.sync_role_ids": ["IDs synchronisierter Rollen"],
  "PrincipalBody.permission_ids": ["IDs der Berechtigungen"],
  "PrincipalBody.tmp_role_ids": ["Befristete Rollen"],
  "PrincipalBody.tmp_role_ids.id": ["ID"],
  "PrincipalBody.tmp_role_ids.starts_at": ["Beginnt am"],
  "PrincipalBody.tmp_role_ids.expires_at": ["Läuft ab am"],
  "PrincipalBody.tmp_permission_ids": ["Befristete Berechtigungen"],
  "PrincipalBody.tmp_permission_ids.id": ["ID"],
  "PrincipalBody.tmp_permission_ids.starts_at": ["Beginnt am"],
  "PrincipalBody.tmp_permission_ids.expires_at": ["Läuft ab am"],
  "PrincipalBody.details": ["Details"],
  "PrincipalBody.description": ["Beschreibung"],
  "PrincipalBody.local": ["Lokal"],
  "PrincipalBody.is_active": ["Ist aktiv"],
  "RoleBody.name": ["Name"],
  "RoleBody.permission_ids": ["IDs der Berechtigungen"],
  "RoleBody.role_ids": ["IDs der Rollen", "Rollen, die alle Inhaber dieser Rolle auch haben"],
  "RoleBody.data": ["Daten"],
  "RoleBody.description": ["Beschreibung"],
  "PermissionBody.name": ["Name"],
  "PermissionBody.resources": [
    "Ressourcen",
    "Was die Berechtigung umfasst; es genügt, wenn eine Ressource passt",
  ],
  "ResourceBody.hosts": ["Hosts"],
  "ResourceBody.paths": ["Pfade"],
  "ResourceBody.path": [
    "Pfad",
    "Kommt zu `paths` hinzu; in der Antwort die Pfade, durch Leerzeichen verbunden",
  ],
  "ResourceBody.methods": ["Methoden"],
  "ResourceBody.excluded": ["Ausgenommen"],
  "ExcludedResource.hosts": ["Hosts"],
  "ExcludedResource.paths": ["Pfade"],
  "ExcludedResource.path": [
    "Pfad",
    "Kommt zu `paths` hinzu; in der Antwort die Pfade, durch Leerzeichen verbunden",
  ],
  "ExcludedResource.methods": ["Methoden"],
  "PermissionBody.description": ["Beschreibung"],
  "PermissionBody.data": ["Daten"],
  "PermissionBody.scope": [
    "Scope",
    "Scope → Namen der Rollen, die ein Token mit diesem Scope trägt",
  ],
  "PermissionBody.public": ["Öffentlich", "Gilt für alle, angemeldet oder nicht"],
  "WebhookConfig.name": ["Name"],
  "WebhookConfig.url": [
    "URL",
    "Wohin Ereignisse gesendet werden: https, oder was `oauth2.internal_hosts` aufführt. Weiterleitungen wird nicht gefolgt.",
  ],
  "WebhookConfig.types": [
    "Ereignisse",
    "Typen wie `user.created` oder Gruppen wie `user.*`. Leer heißt alle.",
  ],
  "WebhookConfig.secret": [
    "Geheimnis",
    "`whsec_` und 24 bis 64 Bytes in Base64. Wird erzeugt, wenn der Eintrag zum ersten Mal ohne eines gespeichert wird.",
  ],
};
