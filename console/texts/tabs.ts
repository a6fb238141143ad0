/** Names of the pages, and in one sentence what each is for. */
import { catalogue } from "../app/language.ts";

/** By the hash of each page. */
export const TABS = catalogue({
  en: {
    account: ["My account", "Who you are here, how you sign in, and where you are signed in."],
    device: ["Device sign-in", "Approve a television, a console or a program that shows a code."],
    users: ["Users", "People who can sign in."],
    "service-accounts": [
      "Service accounts",
      "Programs that sign in with a secret or a certificate.",
    ],
    roles: ["Roles", "Bundles of permissions, which may contain other roles."],
    permissions: ["Permissions", "Which requests are allowed: hosts, paths and methods."],
    lmaps: ["Group maps", "Which roles the groups of a directory give."],
    ldap: ["LDAP", "Directories whose people may sign in."],
    clients: ["Clients", "Applications that sign people in through this service."],
    providers: [
      "Upstream providers",
      "OAuth 2.0 and OpenID Connect providers that people may sign in with.",
    ],
    saml: ["SAML", "SAML 2.0 identity providers that people may sign in with."],
    "oauth2-overview": [
      "OAuth 2.0",
      "Addresses, lifetimes, sign-in, signing key: everything about the issuer, saved together.",
    ],
    "session-providers": [
      "Session providers",
      "Who the sign-in page and the session middleware trust.",
    ],
    authorize: ["Authorization", "The sign-in page, flows and remembered sign-ins."],
    registration: ["Registration", "Clients that register themselves."],
    passkey: ["Passkeys", "Sites, verification and enrollment."],
    password: ["Passwords", "Which users may sign in with a password, and the rules for it."],
    token: ["Tokens", "Lifetimes of access, ID and refresh tokens."],
    "api-keys": ["API keys", "Keys for programs, and who may make them."],
    email: ["Email", "The mail relay and the mails that are sent."],
    signup: ["Signup and reset", "New accounts and forgotten passwords."],
    mtls: ["Client certificates", "Mutual TLS for service accounts and clients."],
    totp: ["Second factor", "One-time codes from an app."],
    "custom-info": ["Custom claims", "Claim sets for userinfo, made with templates."],
    "device-settings": ["Device flow", "Lifetime and interval of device codes."],
    "token-exchange": ["Token exchange", "Narrower tokens for the next service."],
    check: ["Access check", "May this user make that request?"],
    admin: ["Administrators", "Which permission makes an administrator."],
    cache: ["Cache and codes", "How changes are heard, and where one-time codes are kept."],
  },
  de: {
    account: ["Mein Konto", "Wer Sie hier sind, wie Sie sich anmelden und wo Sie angemeldet sind."],
    device: [
      "Geräteanmeldung",
      "Einen Fernseher, eine Konsole oder ein Programm freigeben, das einen Code zeigt.",
    ],
    users: ["Benutzer", "Personen, die sich anmelden können."],
    "service-accounts": [
      "Dienstkonten",
      "Programme, die sich mit einem Geheimnis oder Zertifikat anmelden.",
    ],
    roles: ["Rollen", "Bündel von Berechtigungen, die andere Rollen enthalten können."],
    permissions: ["Berechtigungen", "Welche Anfragen erlaubt sind: Hosts, Pfade und Methoden."],
    lmaps: ["Gruppenzuordnung", "Welche Rollen die Gruppen eines Verzeichnisses geben."],
    ldap: ["LDAP", "Verzeichnisse, deren Personen sich anmelden dürfen."],
    clients: ["Clients", "Anwendungen, die über diesen Dienst anmelden."],
    providers: [
      "Externe Anbieter",
      "OAuth-2.0- und OpenID-Connect-Anbieter, mit denen man sich anmelden kann.",
    ],
    saml: ["SAML", "SAML-2.0-Identitätsanbieter, mit denen man sich anmelden kann."],
    "oauth2-overview": [
      "OAuth 2.0",
      "Adressen, Laufzeiten, Anmeldung, Signaturschlüssel: alles über den Aussteller, gemeinsam gespeichert.",
    ],
    "session-providers": [
      "Sitzungsanbieter",
      "Wem Anmeldeseite und Sitzungs-Middleware vertrauen.",
    ],
    authorize: ["Autorisierung", "Anmeldeseite, Abläufe und gemerkte Anmeldungen."],
    registration: ["Registrierung", "Clients, die sich selbst registrieren."],
    passkey: ["Passkeys", "Websites, Überprüfung und Einrichtung."],
    password: ["Passwörter", "Wer sich mit einem Passwort anmelden darf und welche Regeln gelten."],
    token: ["Token", "Laufzeiten von Access-, ID- und Refresh-Token."],
    "api-keys": ["API-Schlüssel", "Schlüssel für Programme und wer sie anlegen darf."],
    email: ["E-Mail", "Mailserver und die E-Mails, die versendet werden."],
    signup: ["Registrieren und Zurücksetzen", "Neue Konten und vergessene Passwörter."],
    mtls: ["Clientzertifikate", "Gegenseitiges TLS für Dienstkonten und Clients."],
    totp: ["Zweiter Faktor", "Einmalcodes aus einer App."],
    "custom-info": ["Eigene Claims", "Claim-Sätze für Userinfo, aus Vorlagen erzeugt."],
    "device-settings": ["Geräteablauf", "Laufzeit und Abfrageabstand von Gerätecodes."],
    "token-exchange": ["Token-Austausch", "Engere Token für den nächsten Dienst."],
    check: ["Zugriffsprüfung", "Darf dieser Benutzer diese Anfrage stellen?"],
    admin: ["Administratoren", "Welche Berechtigung Administratorrechte gibt."],
    cache: ["Cache und Codes", "Wie Änderungen bemerkt werden und wo Einmalcodes liegen."],
  },
});

/** The hash of a page. */
export type TabName = keyof typeof TABS.en;
