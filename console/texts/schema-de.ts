/** German for the titles and descriptions of the settings schemas, by the English sentence. */
export const SCHEMA_DE: Readonly<Record<string, string>> = {
  "Admin permission": "Administratorberechtigung",
  "ID or name of the permission that callers of the management plane must hold. While it is empty, everybody is admin.":
    "Name oder ID der Berechtigung, die man für die Verwaltung braucht. Solange sie leer ist, haben alle Administratorrechte.",
  "Admin permission (former name)": "Administratorberechtigung (früherer Name)",
  "Used when permission is empty.": "Gilt, wenn permission leer ist.",
  "Break-glass access": "Notzugang",
  "A request without the header X-User is treated as admin.":
    "Eine Anfrage ohne den Header X-User gilt als Administrator.",
  "Key ID": "Schlüssel-ID",
  "Written to the header of every token.": "Steht im Header jedes Tokens.",
  "Private key": "Privater Schlüssel",
  "RSA key in PEM, PKCS#8 or PKCS#1. Changing it invalidates outstanding tokens.":
    "RSA-Schlüssel in PEM, PKCS#8 oder PKCS#1. Eine Änderung macht alle ausgestellten Token ungültig.",
  "Access token lifetime": "Laufzeit von Access-Token",
  "Refresh idle window": "Leerlauf von Refresh-Token",
  "A refresh token that is not used for this long expires.":
    "Ein Refresh-Token, das so lange nicht benutzt wird, läuft ab.",
  "Remembered session ceiling": "Obergrenze gemerkter Sitzungen",
  "A remembered session ends after this time, however often it is refreshed.":
    "Eine gemerkte Sitzung endet nach dieser Zeit, wie oft sie auch erneuert wird.",
  "Roles claim": "Claim für Rollen",
  "Dot path at which roles are written; a client may have its own.":
    "Punktpfad, unter dem Rollen geschrieben werden; ein Client kann einen eigenen haben.",
  "Refresh token rotation": "Wechsel von Refresh-Token",
  "Which sessions get a new refresh token at every refresh: remembered ones only (the specification's letter), also those of dynamic and metadata-document clients, or all.":
    "Welche Sitzungen bei jeder Erneuerung ein neues Refresh-Token bekommen: nur gemerkte (wie es die Spezifikation sagt), auch die von registrierten Clients und Client-Dokumenten, oder alle.",
  "Revocations per minute": "Widerrufe pro Minute",
  "How many tokens one client may revoke in a minute, on each instance.":
    "Wie viele Token ein Client pro Minute widerrufen darf, auf jeder Instanz.",
  "Service audience": "Audience dieses Dienstes",
  "Always present in the aud claim; tokens without it are refused here.":
    "Steht immer im Claim aud; Token ohne sie werden hier abgelehnt.",
  "Base URL": "Basis-URL",
  "Origin under which this service is reached, for example https://id.example.com. While it is empty, the origin comes from each request.":
    "Origin, unter dem dieser Dienst erreicht wird, zum Beispiel https://id.example.com. Solange sie leer ist, kommt der Origin aus jeder Anfrage.",
  Scheme: "Schema",
  "Put in front of a base URL that has none.": "Steht vor einer Basis-URL, die keines hat.",
  "Further origins": "Weitere Origins",
  "Origins besides the base URL at which a browser may sign in, for example https://login.example.org. Without a base URL they are not needed.":
    "Origins neben der Basis-URL, an denen sich ein Browser anmelden darf, zum Beispiel https://login.example.org. Ohne Basis-URL braucht man sie nicht.",
  "Skip certificate checks": "Zertifikatsprüfung überspringen",
  "Accept any certificate from upstream providers. For tests only.":
    "Jedes Zertifikat externer Anbieter annehmen. Nur für Tests.",
  "Internal hosts": "Interne Hosts",
  "Host names, addresses and networks of sign-in providers inside your own network, for example keycloak.internal or 10.20.0.0/16. Providers elsewhere must be at public addresses and use https.":
    "Hostnamen, Adressen und Netze von Anmeldeanbietern im eigenen Netz, zum Beispiel keycloak.internal oder 10.20.0.0/16. Andere Anbieter müssen öffentliche Adressen haben und https benutzen.",
  "Require registered redirects": "Registrierte Weiterleitungen verlangen",
  "Refuse federated login to clients with neither redirect_uris nor whitelist_urls, instead of accepting every target.":
    "Externe Anmeldung für Clients ohne redirect_uris und whitelist_urls ablehnen, statt jedes Ziel anzunehmen.",
  "Default hosts": "Vorgegebene Hosts",
  "Hosts of resources that name none.": "Hosts von Ressourcen, die keinen nennen.",
  "Ignore hosts": "Hosts nicht beachten",
  "Permission checks do not look at the host.": "Berechtigungsprüfungen sehen nicht auf den Host.",
  "Poll interval": "Abfrageabstand",
  "How often an instance looks for a version it was not notified of.":
    "Wie oft eine Instanz nach einer Version sieht, die ihr nicht gemeldet wurde.",
  "Event retention": "Aufbewahrung von Ereignissen",
  "Older events are purged; 0 keeps them for ever.":
    "Ältere Ereignisse werden gelöscht; 0 behält sie für immer.",
  "Code store": "Code-Speicher",
  "Holds codes, challenges, pending consents and revoked token IDs.":
    "Enthält Codes, Challenges, offene Zustimmungen und IDs widerrufener Token.",
  "Active store": "Aktiver Speicher",
  "Database and redis are shared by all instances; memory serves one instance.":
    "Datenbank und Redis teilen sich alle Instanzen; der Arbeitsspeicher dient nur einer.",
  "Key prefix": "Präfix der Schlüssel",
  "Redis keys become <prefix>code_<id>.": "Redis-Schlüssel heißen dann <prefix>code_<id>.",
  Redis: "Redis",
  "Client name": "Name des Clients",
  Addresses: "Adressen",
  "host:port of one server or of cluster members.":
    "host:port eines Servers oder von Mitgliedern eines Clusters.",
  Username: "Benutzername",
  Password: "Passwort",
  "Force cluster": "Cluster erzwingen",
  "Off detects a Redis Cluster by itself.": "Ausgeschaltet wird ein Redis-Cluster selbst erkannt.",
  TLS: "TLS",
  "Files are read on the instance that connects.":
    "Die Dateien werden auf der Instanz gelesen, die sich verbindet.",
  "Use TLS": "TLS benutzen",
  "Client certificate file": "Datei des Clientzertifikats",
  "Client key file": "Datei des Clientschlüssels",
  "CA file": "Datei der Zertifizierungsstelle",
  Disabled: "Deaktiviert",
  "No API key is accepted.": "Kein API-Schlüssel wird angenommen.",
  "Self-service": "Selbstbedienung",
  "Users may create keys of their own.": "Benutzer dürfen eigene Schlüssel anlegen.",
  "Longest lifetime": "Längste Laufzeit",
  "Cap for new and changed keys; empty means unlimited.":
    "Obergrenze für neue und geänderte Schlüssel; leer heißt unbegrenzt.",
  "Code lifetime": "Laufzeit des Codes",
  "Seconds that a device waits between polls; 0 means 5.":
    "Sekunden, die ein Gerät zwischen zwei Abfragen wartet; 0 heißt 5.",
  "Verification URI": "Verifizierungs-URI",
  "Page on which users enter the code; empty means the page of this service.":
    "Seite, auf der Benutzer den Code eingeben; leer heißt die Seite dieses Dienstes.",
  Attempts: "Versuche",
  "No limits": "Keine Grenzen",
  "Attempts are not counted.": "Versuche werden nicht gezählt.",
  "Attempts per account": "Versuche pro Konto",
  "User codes that no device has for one user from one network within the window.":
    "Benutzercodes, die kein Gerät hat, für einen Benutzer aus einem Netz innerhalb des Zeitfensters.",
  "Attempts per network": "Versuche pro Netz",
  "User codes that no device has from one address (IPv6: /64) within the window.":
    "Benutzercodes, die kein Gerät hat, von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  Window: "Zeitfenster",
  Requests: "Anfragen",
  "Requests for codes for one client from one network within the window.":
    "Anfragen nach Codes für einen Client aus einem Netz innerhalb des Zeitfensters.",
  "Requests for codes from one address (IPv6: /64) within the window.":
    "Anfragen nach Codes von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  Issuer: "Aussteller",
  "Label of the account in authenticator apps.": "Bezeichnung des Kontos in Authenticator-Apps.",
  Skew: "Abweichung",
  "Periods of 30 s by which a clock may be off, either way.":
    "Perioden von 30 s, um die eine Uhr in beide Richtungen falsch gehen darf.",
  "Asked at": "Gefragt bei",
  "Grants that demand the factor from users who have confirmed one.":
    "Anmeldearten, die den Faktor von Benutzern verlangen, die einen bestätigt haben.",
  "Wrong one-time and recovery codes for one account from one network within the window.":
    "Falsche Einmal- und Wiederherstellungscodes für ein Konto aus einem Netz innerhalb des Zeitfensters.",
  "Wrong one-time and recovery codes from one address (IPv6: /64) within the window.":
    "Falsche Einmal- und Wiederherstellungscodes von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "Login by mail is refused.": "Die Anmeldung per E-Mail wird abgelehnt.",
  "Magic link": "Anmeldelink",
  "Login mails carry a link where the client allows one.":
    "E-Mails zur Anmeldung enthalten einen Link, wo der Client das erlaubt.",
  From: "Absender",
  "Sender address; empty means the SMTP user name.":
    "Absenderadresse; leer heißt der SMTP-Benutzername.",
  "Subject (code)": "Betreff (Code)",
  "Body (code)": "Text (Code)",
  "Subject (link)": "Betreff (Link)",
  "Body (link)": "Text (Link)",
  "Also of codes for signup and reset.": "Auch von Codes für Registrierung und Zurücksetzen.",
  "Wrong codes for one address from one network within the window.":
    "Falsche Codes für eine Adresse aus einem Netz innerhalb des Zeitfensters.",
  "Wrong codes from one address (IPv6: /64) within the window.":
    "Falsche Codes von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  Mails: "E-Mails",
  "Mails that strangers may ask for.": "E-Mails, die Fremde anfordern dürfen.",
  "Mails for one address from one network within the window.":
    "E-Mails für eine Adresse aus einem Netz innerhalb des Zeitfensters.",
  "Mails from one address (IPv6: /64) within the window.":
    "E-Mails von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "SMTP relay": "SMTP-Server",
  "Also used by signup and reset.": "Auch für Registrierung und Zurücksetzen.",
  Host: "Host",
  "Mail is off until this is set.": "Solange er leer ist, werden keine E-Mails versendet.",
  Port: "Port",
  "0 means 465 with TLS, else 587.": "0 heißt 465 mit TLS, sonst 587.",
  "No sign-in": "Ohne Anmeldung",
  "For trusted relays.": "Für vertrauenswürdige Mailserver.",
  STARTTLS: "STARTTLS",
  "TLS from the start": "TLS von Anfang an",
  "For tests only.": "Nur für Tests.",
  Enabled: "Aktiviert",
  "Verify addresses": "Adressen überprüfen",
  "The account is created when the mailed code comes back.":
    "Das Konto entsteht, wenn der Code aus der E-Mail zurückkommt.",
  "Password reset": "Passwort zurücksetzen",
  "Works without signup.": "Geht auch ohne Registrierung.",
  "Roles of new users": "Rollen neuer Benutzer",
  "Shortest password": "Kürzestes Passwort",
  "From 8 to 72; 0 means 8.": "Von 8 bis 72; 0 heißt 8.",
  "Requests to sign up or to reset a password for one address from one network within the window.":
    "Anfragen zum Registrieren oder Zurücksetzen für eine Adresse aus einem Netz innerhalb des Zeitfensters.",
  "Requests to sign up or to reset a password from one address (IPv6: /64) within the window.":
    "Anfragen zum Registrieren oder Zurücksetzen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "Subject (verification)": "Betreff (Bestätigung)",
  "Body (verification)": "Text (Bestätigung)",
  "Subject (reset)": "Betreff (Zurücksetzen)",
  "Body (reset)": "Text (Zurücksetzen)",
  "Certificate header": "Header des Zertifikats",
  "Header in which the proxy passes the certificate; empty means native TLS.":
    "Header, in dem der Proxy das Zertifikat weitergibt; leer heißt eigenes TLS.",
  "Verification header": "Header der Prüfung",
  "Header in which the proxy says that it has verified the certificate.":
    "Header, in dem der Proxy sagt, dass er das Zertifikat geprüft hat.",
  "Verification value": "Wert der Prüfung",
  "Origin for certificates": "Origin für Zertifikate",
  "Where clients with a certificate find the endpoints, when it is another origin.":
    "Wo Clients mit Zertifikat die Endpunkte finden, wenn das ein anderer Origin ist.",
  "Self-signed certificates": "Selbst signierte Zertifikate",
  "A certificate that chains to no root counts for the clients that registered it, and to bind tokens.":
    "Ein Zertifikat ohne Zertifizierungsstelle gilt für die Clients, die es registriert haben, und zum Binden von Token.",
  "Verification value of a self-signed certificate":
    "Wert der Prüfung bei einem selbst signierten Zertifikat",
  "What the proxy says of one; with nginx this depends on its OpenSSL.":
    "Was der Proxy darüber sagt; bei nginx hängt es von dessen OpenSSL ab.",
  "Trusted proxies": "Vertrauenswürdige Proxys",
  "Peers whose certificate headers count: exact addresses or a narrow subnet.":
    "Gegenstellen, deren Zertifikatsheader zählen: genaue Adressen oder ein enges Subnetz.",
  Certificate: "Zertifikat",
  "PEM.": "PEM.",
  "PEM. Signs requests.": "PEM. Signiert Anfragen.",
  "Next certificate": "Nächstes Zertifikat",
  "PEM. Published beside the certificate, and not used before it takes its place.":
    "PEM. Wird neben dem Zertifikat veröffentlicht und erst benutzt, wenn es an dessen Stelle tritt.",
  "Next private key": "Nächster privater Schlüssel",
  Sets: "Sätze",
  Claims: "Claims",
  "Template by claim; an empty result removes the claim.":
    "Vorlage je Claim; ein leeres Ergebnis entfernt den Claim.",
  "Pending consent lifetime": "Laufzeit offener Zustimmungen",
  "Login page": "Anmeldeseite",
  "Where anonymous browsers are sent, with redirect_path in the query.":
    "Wohin Browser ohne Anmeldung geschickt werden, mit redirect_path in der Abfrage.",
  "Hide remember-me": "„Angemeldet bleiben“ ausblenden",
  "Pending requests per network": "Offene Anfragen pro Netz",
  "Undecided requests of one address (IPv6: /64), on each instance.":
    "Unentschiedene Anfragen einer Adresse (IPv6: /64), auf jeder Instanz.",
  "Pending requests per client": "Offene Anfragen pro Client",
  "The same of one client; an address that has none is not refused by it.":
    "Dasselbe für einen Client; eine Adresse, die keine hat, wird deshalb nicht abgelehnt.",
  "Consent pages and decisions of requests that do not exist for one user from one network within the window.":
    "Zustimmungsseiten und Entscheidungen zu Anfragen, die es nicht gibt, für einen Benutzer aus einem Netz innerhalb des Zeitfensters.",
  "Consent pages and decisions of requests that do not exist from one address (IPv6: /64) within the window.":
    "Zustimmungsseiten und Entscheidungen zu Anfragen, die es nicht gibt, von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "Ask after sign-in elsewhere": "Nach einer Anmeldung anderswo fragen",
  "People who sign in at an upstream or SAML provider are asked before a confidential client gets its code, unless it has skip_consent. Other clients always ask.":
    "Wer sich bei einem vorgelagerten oder SAML-Anbieter anmeldet, wird gefragt, bevor ein vertraulicher Client seinen Code bekommt, es sei denn, er hat skip_consent. Andere Clients fragen immer.",
  "Claims by scope": "Claims nach Scope",
  "Applications without skip_consent learn the email address with the scope email and names with profile, and nothing of either in access tokens for resources. Applications that registered themselves always do.":
    "Anwendungen ohne skip_consent erfahren die E-Mail-Adresse mit dem Scope email und Namen mit profile, und nichts davon steht in Zugriffstokens für Ressourcen. Für Anwendungen, die sich selbst registriert haben, gilt das immer.",
  "Require S256": "S256 verlangen",
  "Refuse the PKCE method plain.": "Die PKCE-Methode plain ablehnen.",
  "Client lifetime": "Laufzeit von Clients",
  "Registered clients end after this time; empty keeps them for ever.":
    "Registrierte Clients enden nach dieser Zeit; leer behält sie für immer.",
  "Default scope": "Vorgegebener Scope",
  "Scope of clients that ask for none.": "Scope von Clients, die keinen nennen.",
  "Allowed scopes": "Erlaubte Scopes",
  "What clients can register; empty allows any scope.":
    "Was Clients registrieren können; leer erlaubt jeden Scope.",
  "Step-up scopes": "Scopes zum Erweitern",
  "What every registered client may ask for later, beside what it registered.":
    "Was jeder registrierte Client später verlangen darf, zusätzlich zu dem, was er registriert hat.",
  "Most clients": "Höchstzahl der Clients",
  "Redirect schemes": "Schemas für Weiterleitungen",
  "Schemes without a dot that applications may register for themselves.":
    "Schemas ohne Punkt, die Anwendungen für sich registrieren dürfen.",
  "Require an initial access token": "Ein anfängliches Access-Token verlangen",
  "Only programs with a token of an administrator may register.":
    "Nur Programme mit einem Token von der Verwaltung dürfen sich registrieren.",
  "Registrations and their changes for one registered client from one network within the window.":
    "Registrierungen und ihre Änderungen für einen registrierten Client aus einem Netz innerhalb des Zeitfensters.",
  "Registrations and their changes from one address (IPv6: /64) within the window.":
    "Registrierungen und ihre Änderungen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "Client documents": "Client-Dokumente",
  "Client IDs that are URLs are no clients, but for stored records.":
    "Client-IDs, die URLs sind, gelten nicht, außer bei gespeicherten Datensätzen.",
  "Allowed hosts": "Erlaubte Hosts",
  "Documents of these hosts alone; *.example.com is every host below. Empty: all.":
    "Nur Dokumente dieser Hosts; *.example.com ist jeder Host darunter. Leer: alle.",
  "Denied hosts": "Verbotene Hosts",
  "No documents of these hosts, also of allowed ones.":
    "Keine Dokumente dieser Hosts, auch nicht von erlaubten.",
  Fetches: "Abrufe",
  "Documents that have to be fetched for one client from one network within the window.":
    "Dokumente, die abgerufen werden müssen, für einen Client aus einem Netz innerhalb des Zeitfensters.",
  "Documents that have to be fetched from one address (IPv6: /64) within the window.":
    "Dokumente, die abgerufen werden müssen, von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  Providers: "Anbieter",
  "Display name": "Anzeigename",
  "The key of the provider when absent.": "Ohne Angabe der Schlüssel des Anbieters.",
  "Auth instance": "Auth-Instanz",
  "Name of an auth instance in the same process.": "Name einer Auth-Instanz im selben Prozess.",
  OAuth2: "OAuth2",
  "Client ID": "Client-ID",
  "Client secret": "Client-Geheimnis",
  Scopes: "Scopes",
  "Authorization URL": "URL der Autorisierung",
  "Token URL": "URL für Token",
  "JWKS URL": "URL der Schlüssel (JWKS)",
  "Introspection URL": "URL der Introspektion",
  "Asked whose an opaque access token is.":
    "Wird gefragt, wem ein undurchsichtiges Access-Token gehört.",
  "Userinfo URL": "URL für Userinfo",
  "Revocation URL": "URL für den Widerruf",
  "Logout URL": "URL zum Abmelden",
  "Passkey URL": "URL für Passkeys",
  "API key URL": "URL für API-Schlüssel",
  "Signup URL": "URL zum Registrieren",
  "Password reset URL": "URL zum Zurücksetzen des Passworts",
  "Mail code URL": "URL für Codes per E-Mail",
  "Exact iss of the provider's tokens. Any when absent.":
    "Genaues iss der Token des Anbieters. Ohne Angabe jedes.",
  Audiences: "Audiences",
  "Audiences besides our client for which access tokens of this provider are accepted.":
    "Audiences neben unserem Client, für die Access-Token dieses Anbieters angenommen werden.",
  "Any audience": "Jede Audience",
  "Accept access tokens of this provider that name neither our client nor one of the audiences: every application of the provider can then send its users' tokens here.":
    "Access-Token dieses Anbieters annehmen, die weder unseren Client noch eine der Audiences nennen: Jede Anwendung des Anbieters kann dann Token ihrer Benutzer hierher senden.",
  "Authorized parties": "Berechtigte Clients",
  "An access token must be issued to our client or to one of them: azp, else client_id. For a provider in the same process they are first-party clients, too.":
    "Ein Access-Token muss für unseren Client oder einen davon ausgestellt sein: azp, sonst client_id. Bei einem Anbieter im selben Prozess sind es auch eigene Clients (first party).",
  "Log out in the browser": "Im Browser abmelden",
  "Send the browser to the logout URL with post_logout_redirect_uri, so that the session at the provider ends, too. Without it this service calls the URL itself.":
    "Den Browser zur URL zum Abmelden schicken, mit post_logout_redirect_uri, damit auch die Sitzung beim Anbieter endet. Sonst ruft dieser Dienst die URL selbst auf.",
  "Client authentication": "Authentifizierung des Clients",
  "0 Basic header, 1 secret as bearer, 2 parameters of the URL.":
    "0 Basic-Header, 1 Geheimnis als Bearer, 2 Parameter der URL.",
  "Passkey login": "Anmeldung mit Passkey",
  "Password login": "Anmeldung mit Passwort",
  "API keys": "API-Schlüssel",
  "API key header": "Header für API-Schlüssel",
  "X-API-Key when absent.": "Ohne Angabe X-API-Key.",
  "X-User claims": "Claims für X-User",
  "Claims tried in order for X-User. For a provider elsewhere they also say which user here a person is; without them it is none.":
    "Claims, die der Reihe nach für X-User versucht werden. Bei einem Anbieter anderswo sagen sie auch, welcher Benutzer eine Person hier ist; ohne sie ist sie keiner.",
  "Claim headers": "Header aus Claims",
  "Claim by header.": "Claim je Header.",
  "Verified addresses only": "Nur überprüfte Adressen",
  "The claim email counts only with email_verified. On for providers elsewhere unless it is false.":
    "Der Claim email zählt nur mit email_verified. Bei Anbietern anderswo eingeschaltet, außer es steht auf false.",
  Priority: "Priorität",
  "Hide on the login page": "Auf der Anmeldeseite ausblenden",
  Groups: "Gruppen",
  "Own providers": "Eigene Anbieter",
  "Inherited providers": "Geerbte Anbieter",
  "References to providers of the top level.": "Verweise auf Anbieter der obersten Ebene.",
  "Relying party ID": "ID der Relying Party",
  "Empty means the registrable domain of the request host.":
    "Leer heißt die registrierbare Domain des Hosts der Anfrage.",
  Origins: "Origins",
  "Empty means the origin of the request.": "Leer heißt der Origin der Anfrage.",
  "User verification": "Überprüfung des Benutzers",
  Sites: "Websites",
  "Profiles of further domains; the origin of a request selects one.":
    "Profile weiterer Domains; der Origin einer Anfrage wählt eines aus.",
  Name: "Name",
  "Changes of the own account": "Änderungen am eigenen Konto",
  "Changes of the own account for one user from one network within the window.":
    "Änderungen am eigenen Konto von einem Benutzer aus einem Netz innerhalb des Zeitfensters.",
  "Changes of the own account from one address (IPv6: /64) within the window.":
    "Änderungen am eigenen Konto von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "Begun sign-ins and registrations for one user who registers from one network within the window.":
    "Begonnene Anmeldungen und Registrierungen für einen registrierenden Benutzer aus einem Netz innerhalb des Zeitfensters.",
  "Begun sign-ins and registrations from one address (IPv6: /64) within the window.":
    "Begonnene Anmeldungen und Registrierungen von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  Enrollment: "Einrichtung",
  "Offer a passkey after login": "Nach der Anmeldung einen Passkey anbieten",
  "After login by": "Nach Anmeldung mit",
  "Also to users who have one": "Auch Benutzern, die einen haben",
  "Pause after declining": "Pause nach dem Ablehnen",
  "0s asks again at the next login.": "0s fragt bei der nächsten Anmeldung wieder.",
  "The password grant is refused.": "Die Anmeldung mit Passwort wird abgelehnt.",
  "Local users disabled": "Lokale Benutzer deaktiviert",
  "Directory users disabled": "Verzeichnisbenutzer deaktiviert",
  "Directory registration disabled": "Registrierung aus dem Verzeichnis deaktiviert",
  "Unknown users of the directory are not created at their first login.":
    "Unbekannte Benutzer des Verzeichnisses werden bei der ersten Anmeldung nicht angelegt.",
  "Wrong secrets for one account or client from one network within the window.":
    "Falsche Geheimnisse für ein Konto oder einen Client aus einem Netz innerhalb des Zeitfensters.",
  "Wrong secrets from one address (IPv6: /64) within the window.":
    "Falsche Geheimnisse von einer Adresse (IPv6: /64) innerhalb des Zeitfensters.",
  "Of the service, on pages and in mails.": "Name des Dienstes, auf Seiten und in E-Mails.",
  Logo: "Logo",
  "A data URL, `data:image/svg+xml;base64,…` or `data:image/png;base64,…`. Of an SVG file only shapes and colours are shown.":
    "Eine Data-URL, `data:image/svg+xml;base64,…` oder `data:image/png;base64,…`. Von einer SVG-Datei werden nur Formen und Farben gezeigt.",
  "Accent colour": "Akzentfarbe",
  "Of buttons and links. It is made darker or lighter where text could not be read.":
    "Von Schaltflächen und Links. Sie wird dunkler oder heller, wo man Text sonst nicht lesen könnte.",
  "Support link": "Link zur Hilfe",
  "https or mailto; shown at the end of every page and mail, and below the navigation of the console.":
    "https oder mailto; steht am Ende jeder Seite und E-Mail und unter der Navigation der Konsole.",
  "Shown on the consent page.": "Steht auf der Zustimmungsseite.",
  Secret: "Geheimnis",
  Public: "Öffentlich",
  "The client has no secret.": "Der Client hat kein Geheimnis.",
  "Redirect URIs": "Weiterleitungs-URIs",
  "Exact targets; any entry switches the whitelist off.":
    "Genaue Ziele; jeder Eintrag schaltet die Whitelist aus.",
  Whitelist: "Whitelist",
  "Targets on the same origin below the same path.": "Ziele am selben Origin unter demselben Pfad.",
  "Added to every request.": "Kommt zu jeder Anfrage hinzu.",
  "Bound of every request; empty allows any scope.":
    "Grenze jeder Anfrage; leer erlaubt jeden Scope.",
  Resources: "Ressourcen",
  "Prefixes of resources that may be asked for; empty allows any.":
    "Präfixe von Ressourcen, die verlangt werden dürfen; leer erlaubt alle.",
  "Audiences of a token exchange": "Audiences eines Token-Austauschs",
  "Resource prefixes and names that the client may exchange a token for; empty: only what the token names.":
    "Präfixe von Ressourcen und Namen, für die der Client ein Token tauschen darf; leer: nur was das Token nennt.",
  "Grant types": "Grant-Typen",
  "Empty allows every grant.": "Leer erlaubt jeden Grant.",
  Introspection: "Introspektion",
  "any lets a resource server ask about every access token, not only its own.":
    "any lässt einen Ressourcenserver nach jedem Access-Token fragen, nicht nur nach seinen eigenen.",
  "Dot path.": "Punktpfad.",
  "Skip consent": "Zustimmung überspringen",
  "People are not asked, and its tokens read their account and end their sign-ins.":
    "Niemand wird gefragt, und seine Tokens lesen das Konto ihres Benutzers und beenden dessen Anmeldungen.",
  Management: "Verwaltung",
  "Its tokens change the account of their user, and manage this service when that is an administrator. Only for applications of your own that do so.":
    "Seine Tokens ändern das Konto ihres Benutzers und verwalten diesen Dienst, wenn das ein Administrator ist. Nur für eigene Anwendungen, die das tun.",
  "Authentication method": "Art der Authentifizierung",
  "none makes a public client; empty follows from public.":
    "none macht einen öffentlichen Client; leer folgt aus „Öffentlich“.",
  "Certificate subject": "Subject des Zertifikats",
  "tls_client_auth: the whole subject.": "tls_client_auth: das ganze Subject.",
  "Certificate host name": "Hostname des Zertifikats",
  "tls_client_auth: a DNS name among the alternative names.":
    "tls_client_auth: ein DNS-Name unter den alternativen Namen.",
  "Certificate URI": "URI des Zertifikats",
  "tls_client_auth: a URI among the alternative names.":
    "tls_client_auth: eine URI unter den alternativen Namen.",
  "Certificate address": "Adresse des Zertifikats",
  "tls_client_auth: an IP address among the alternative names.":
    "tls_client_auth: eine IP-Adresse unter den alternativen Namen.",
  "Certificate email": "E-Mail-Adresse des Zertifikats",
  "tls_client_auth: an email address among the alternative names.":
    "tls_client_auth: eine E-Mail-Adresse unter den alternativen Namen.",
  Keys: "Schlüssel",
  "Public keys of the client (JSON Web Key Set). With a certificate of its own, each key has it in x5c.":
    "Öffentliche Schlüssel des Clients (JSON Web Key Set). Bei einem eigenen Zertifikat hat jeder Schlüssel es in x5c.",
  "Address of the keys": "Adresse der Schlüssel",
  "private_key_jwt: where the client publishes its public keys, in place of the keys.":
    "private_key_jwt: wo der Client seine öffentlichen Schlüssel veröffentlicht, anstelle der Schlüssel.",
  "Algorithm of its proof": "Algorithmus des Nachweises",
  "private_key_jwt: the one algorithm; empty takes each that a key has.":
    "private_key_jwt: der eine Algorithmus; leer gilt jeder, den ein Schlüssel hat.",
  "JSON Web Keys": "JSON Web Keys",
  Kty: "Kty",
  X5c: "X5c",
  "Tokens bound to the certificate": "An das Zertifikat gebundene Token",
  "Access tokens are of use only together with the certificate of the client.":
    "Access-Token sind nur zusammen mit dem Zertifikat des Clients von Nutzen.",
  "Secret expires at": "Geheimnis läuft ab am",
  "Unix seconds; 0 means never.": "Unix-Sekunden; 0 heißt nie.",
  "Registered dynamically": "Dynamisch registriert",
  "Registration token": "Registrierungstoken",
  "SHA-256 of the registration access token, in hexadecimal.":
    "SHA-256 des Registration-Access-Tokens, hexadezimal.",
  "As registered": "Wie registriert",
  "Application type": "Art der Anwendung",
  "Web page": "Website",
  "Terms of service": "Nutzungsbedingungen",
  "Privacy policy": "Datenschutzerklärung",
  Contacts: "Kontakte",
  Software: "Software",
  "Software version": "Version der Software",
  "Initial access token": "Anfängliches Access-Token",
  "Id of the token that let it register.":
    "ID des Tokens, mit dem der Client sich registriert hat.",
  "Registered at": "Registriert am",
  "Unix seconds.": "Unix-Sekunden.",
  Preset: "Vorlage",
  "Fills in what is empty for a provider that is known.":
    "Füllt bei einem bekannten Anbieter aus, was leer ist.",
  "Shown to people; the id when empty.": "Wird Personen gezeigt; leer die ID.",
  "With the preset apple: the private key in PEM, or a client secret made from it.":
    "Mit der Vorlage apple: der private Schlüssel in PEM oder ein daraus gemachtes Client-Geheimnis.",
  "Empty: Basic with a secret, none without.": "Leer: Basic mit einem Geheimnis, none ohne.",
  Tenant: "Tenant",
  "With the preset entra: the directory (tenant) ID.":
    "Mit der Vorlage entra: die ID des Verzeichnisses (Tenant).",
  "Team ID": "Team-ID",
  "With the preset apple.": "Mit der Vorlage apple.",
  "Exact iss of its ID tokens. Addresses that are empty are read from its discovery document.":
    "Genaues iss seiner ID-Token. Leere Adressen werden aus seinem Discovery-Dokument gelesen.",
  "Discovery URL": "Discovery-URL",
  "Where the discovery document is, when that is not below the issuer.":
    "Wo das Discovery-Dokument liegt, wenn nicht unter dem Aussteller.",
  "Addresses URL": "URL der Adressen",
  "Lists a person's addresses as GitHub does; the verified primary one counts.":
    "Nennt die Adressen einer Person wie GitHub; die überprüfte Hauptadresse zählt.",
  "Alias claims": "Claims für den Benutzernamen",
  "Claims tried in order for the name of a user here. Empty means email. List no claim that people choose for themselves.":
    "Claims, die der Reihe nach für den Namen eines Benutzers hier versucht werden. Leer heißt email. Nennen Sie keinen Claim, den Personen selbst wählen.",
  "The claim email counts only with email_verified.":
    "Der Claim email zählt nur mit email_verified.",
  "Claim mapping": "Claim-Zuordnung",
  "Use LDAP maps": "LDAP-Zuordnungen benutzen",
  "Claim values are also looked up as LDAP group maps.":
    "Werte von Claims werden auch als LDAP-Gruppenzuordnungen gesucht.",
  "Role map": "Rollenzuordnung",
  "Names or IDs of roles by claim value.": "Namen oder IDs von Rollen je Wert des Claims.",
  "Register users": "Benutzer registrieren",
  "Create unknown users at their first login.":
    "Unbekannte Benutzer bei der ersten Anmeldung anlegen.",
  "Link existing users": "Bestehende Benutzer verknüpfen",
  "A first sign-in under the name of a user who is already here becomes theirs. Never for local users and service accounts.":
    "Eine erste Anmeldung unter dem Namen eines Benutzers, den es schon gibt, wird dessen Anmeldung. Nie bei lokalen Benutzern und Dienstkonten.",
  Address: "Adresse",
  "Records without an address are not used.": "Datensätze ohne Adresse werden nicht benutzt.",
  "Bind for searches": "Bind für Suchen",
  "Bind DN": "Bind-DN",
  "Bind password": "Bind-Passwort",
  StartTLS: "StartTLS",
  "TLS over `ldap://`, before anything else is sent.":
    "TLS über `ldap://`, bevor anderes gesendet wird.",
  "Certificate authority": "Zertifizierungsstelle",
  "PEM. Only these certificates are then trusted.":
    "PEM. Dann wird nur diesen Zertifikaten vertraut.",
  "Without TLS": "Ohne TLS",
  "Sends passwords over `ldap://` as they are.": "Sendet Passwörter unverändert über `ldap://`.",
  "User base DN": "Basis-DN der Benutzer",
  "User filter": "Filter für Benutzer",
  "Only entries that it finds are users.": "Nur Einträge, die er findet, sind Benutzer.",
  "Attributes of users": "Attribute von Benutzern",
  "`sAMAccountName` in Active Directory.": "`sAMAccountName` in Active Directory.",
  Email: "E-Mail",
  "Full name": "Voller Name",
  "Else the first of `gecos`, `displayName` and `cn` that has a value.":
    "Sonst das erste von `gecos`, `displayName` und `cn`, das einen Wert hat.",
  "Given name": "Vorname",
  "Family name": "Nachname",
  "Group searches": "Gruppensuchen",
  "Base DN": "Basis-DN",
  Filter: "Filter",
  Attributes: "Attribute",
  "Those that are read: of the name, of the members, of the description.":
    "Die gelesen werden: des Namens, der Mitglieder, der Beschreibung.",
  "Who leaves": "Wer ausscheidet",
  "`disable` refuses everywhere who is no longer in the directory, or disabled there, until a sync finds them again. `keep` ends their sign-in at the directory alone.":
    "`disable` weist überall ab, wer nicht mehr im Verzeichnis steht oder dort gesperrt ist, bis ein Abgleich die Person wieder findet. `keep` beendet nur die Anmeldung am Verzeichnis.",
  "Attribute of the ID": "Attribut der ID",
  "Never given to another person, and not writable for people. Else the first of `objectGUID`, `entryUUID` and `nsUniqueId` that an entry has.":
    "Wird nie einer anderen Person gegeben und ist für Personen nicht schreibbar. Sonst das erste von `objectGUID`, `entryUUID` und `nsUniqueId`, das ein Eintrag hat.",
  "Attribute of the name": "Attribut des Namens",
  "Else `cn`.": "Sonst `cn`.",
  "Attribute of the members": "Attribut der Mitglieder",
  "Else the first of `attributes` that is `uniqueMember`, `member` or `memberUid`. Values are DNs, those of `memberUid` names of users.":
    "Sonst das erste von `attributes`, das `uniqueMember`, `member` oder `memberUid` ist. Werte sind DNs, die von `memberUid` Namen von Benutzern.",
  "Attribute of the description": "Attribut der Beschreibung",
  "Else `description`.": "Sonst `description`.",
  "Sync period": "Abstand der Synchronisierung",
  "No periodic sync": "Keine regelmäßige Synchronisierung",
  "Metadata URL": "URL der Metadaten",
  Metadata: "Metadaten",
  "Takes the place of the metadata URL.": "Treten an die Stelle der URL der Metadaten.",
  "Entity ID": "Entity-ID",
  "Alias attribute": "Attribut des Benutzernamens",
  "Empty means attributes like an e-mail address, then the subject.":
    "Leer heißt Attribute wie eine E-Mail-Adresse, dann das Subject.",
  "NameID format": "NameID-Format",
  "What the provider is asked for: unspecified, emailAddress, persistent, transient or a URI. Empty lets the provider choose.":
    "Worum der Anbieter gebeten wird: unspecified, emailAddress, persistent, transient oder eine URI. Leer lässt den Anbieter wählen.",
  "Sign requests": "Anfragen signieren",
  "RSA-SHA256 with the key of the `saml` namespace.":
    "RSA-SHA256 mit dem Schlüssel des Namensraums `saml`.",
  "Roles attribute": "Attribut der Rollen",
  "Name or friendly name of the attribute.": "Name oder Anzeigename des Attributs.",
  Alias: "Benutzernamen",
  "Role ids": "IDs der Rollen",
  "Sync role ids": "IDs synchronisierter Rollen",
  "Permission ids": "IDs der Berechtigungen",
  "Tmp role ids": "Befristete Rollen",
  Id: "ID",
  "Starts at": "Beginnt am",
  "Expires at": "Läuft ab am",
  "Tmp permission ids": "Befristete Berechtigungen",
  Details: "Einzelheiten",
  Description: "Beschreibung",
  Local: "Lokal",
  "Is active": "Ist aktiv",
  "Roles that everyone with this role has, too": "Rollen, die alle mit dieser Rolle auch haben",
  Data: "Daten",
  "What the permission covers; any one resource suffices":
    "Was die Berechtigung umfasst; eine Ressource genügt",
  Hosts: "Hosts",
  Paths: "Pfade",
  Path: "Pfad",
  "Appended to `paths`; answered as the paths joined by spaces":
    "Kommt zu `paths` hinzu; in der Antwort die Pfade, durch Leerzeichen verbunden",
  Methods: "Methoden",
  Excluded: "Ausgenommen",
  Scope: "Scope",
  "Scope → role names that a token with this scope carries":
    "Scope → Namen der Rollen, die ein Token mit diesem Scope trägt",
  "Holds for everyone, signed in or not": "Gilt für alle, angemeldet oder nicht",
};
