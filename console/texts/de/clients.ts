/** Texts of OAuth clients; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { clients as EN } from "../en/clients.ts";

export const clients: Translated<typeof EN> = {
  list: {
    kind: "Art",
    anyKind: "Jede Art",
    kinds: {
      web: ["Web", "Hat ein Geheimnis oder einen Schlüssel."],
      public: ["Öffentlich", "Läuft im Browser oder auf einem Gerät und hat kein Geheimnis."],
      machine: ["Maschine", "Bekommt nur eigene Token; keine Person meldet sich an."],
      registered: ["Selbst registriert", "Über die dynamische Registrierung von Clients."],
      document: ["Per Dokument", "Beschrieben unter der URL, die seine ID ist."],
    },
    lastUsed: "Zuletzt benutzt",
    neverUsed: "Nie",
  },
  addTarget: "Adresse hinzufügen",
  choose: "Was ist die Anwendung?",
  types: {
    web: [
      "Webanwendung",
      "Läuft auf einem Server, der ein Geheimnis bewahren kann: Spring, Django, Express.",
    ],
    spa: ["Single-Page-Anwendung", "Läuft im Browser und hat kein Geheimnis: React, Vue, Angular."],
    native: ["Desktop- oder Mobil-App", "Wird installiert und hat kein Geheimnis."],
    machine: ["Maschine", "Ruft Dienste im eigenen Namen auf; es meldet sich keine Person an."],
    mcp: ["MCP-Client", "Ein Agent, der für eine Person MCP-Server aufruft."],
  },
  idHints: {
    web: "Ein kurzer Name oder eine URL. Später nicht änderbar.",
    spa: "Ein kurzer Name oder eine URL. Später nicht änderbar.",
    native: "Ein kurzer Name oder eine URL. Später nicht änderbar.",
    machine: "Ein kurzer Name. Später nicht änderbar.",
    mcp: "Ein kurzer Name. Agenten, die sich selbst registrieren oder eine URL als ID haben, brauchen keinen Eintrag.",
  },
  sections: {
    identity: ["Die Anwendung", "Was man von ihr sieht und womit sie sich ausweist."],
    redirects: [
      "Wohin es zurückgeht",
      "Codes gehen nur an diese Adressen. Genaue Adressen sind sicherer als Präfixe.",
    ],
    who: [
      "Wer sie benutzen darf",
      "Alle, die sich hier anmelden können, oder nur bestimmte Rollen. Andere sehen eine Seite, die das sagt, und erhalten keine Token.",
    ],
    access: ["Was sie anfragen darf", "Scopes und Grants. Weniger ist sicherer."],
    signOut: [
      "Wenn man sich abmeldet",
      "Wohin die Anwendung danach leiten darf und wo sie von Abmeldungen erfährt.",
    ],
    resources: ["Ressourcen und Token-Austausch", "Für welche Dienste ihre Token gelten."],
    certificate: [
      "Schlüssel oder Zertifikat statt Geheimnis",
      "Ein Schlüssel, der signiert (private_key_jwt), oder gegenseitiges TLS (RFC 8705) mit genau einem der Namen oder Schlüsseln mit dem Zertifikat.",
    ],
  },
  problems: {
    blank: "Eine Adresse enthält keine Leerzeichen.",
    fragment: "Eine Adresse hat kein Fragment (#).",
    wildcard:
      "Platzhalter gelten hier nicht. Nennen Sie jede Adresse oder verwenden Sie ein Präfix.",
    relative: "Geben Sie die ganze Adresse an, zum Beispiel https://app.example.com/callback.",
    dangerous: "Dieses Schema kann keine Adresse einer Anwendung sein.",
    answer: "Eine Adresse hat keinen Parameter der Antwort wie code oder state.",
    twice: "Diesen Eintrag gibt es schon.",
  },
  hints: {
    plain: "Unverschlüsselt: Codes sind unterwegs lesbar. Nur zum Testen.",
    loopback: "Auf dem eigenen Gerät; jeder Port wird angenommen.",
    shortScheme:
      "Eine andere App könnte dieses Schema beanspruchen. Sicherer ist eines mit Punkt wie com.example.app.",
    everything: "Jede Adresse dieses Hosts kann Codes erhalten.",
  },
  levels: { mfa: "Zwei Faktoren", phr: "Passkey" },
  anySignIn: "Jede Anmeldung",
  grants: {
    authorization_code: "Autorisierungscode",
    refresh_token: "Refresh-Token",
    client_credentials: "Client-Zugangsdaten",
    password: "Passwort",
    "urn:ietf:params:oauth:grant-type:device_code": "Gerätecode",
    "urn:ietf:params:oauth:grant-type:token-exchange": "Token-Austausch",
    email_code: "Code per E-Mail",
    passkey: "Passkey",
  },
  everyGrant: "Alle Grants",
  methods: {
    none: "Keine: ein öffentlicher Client",
    client_secret_basic: "Geheimnis im Header",
    client_secret_post: "Geheimnis im Formular",
    private_key_jwt: "Signatur mit seinem Schlüssel",
    tls_client_auth: "Zertifikat einer Zertifizierungsstelle",
    self_signed_tls_client_auth: "Selbst signiertes Zertifikat",
  },
  methodFollows: "Ein Geheimnis, bei öffentlichen Clients keines",
  consents: {
    always: "Bei jeder Anmeldung fragen",
    remember: "Einmal fragen und merken",
    skip: "Nicht fragen",
  },
  consentAbout:
    "Gemerktes gilt, bis sich Name, Redirect-URIs oder Scopes des Clients ändern oder die Person es zurücknimmt. Token eines Clients, der nicht fragt, lesen das Konto ihres Benutzers und beenden dessen Anmeldungen.",
  secretTitle: "Das Geheimnis, nur jetzt zu sehen",
  secretAbout:
    "Übernehmen Sie es jetzt in die Konfiguration der Anwendung. Es wird nie wieder angezeigt.",
  secretNoted: "Ich habe es kopiert",
  keysInvalid: "Das ist kein JSON Web Key Set.",
  copyId: "Client-ID kopieren",
  copySecret: "Client-Geheimnis kopieren",
  roll: "Ein neues Geheimnis",
  rollAbout:
    "Die Anwendung erhält das neue, während das bisherige weiter gilt: Keine Anmeldung schlägt dabei fehl.",
  overlap: "Das jetzige Geheimnis gilt noch",
  rollNow: "Neues Geheimnis erzeugen",
  rollConsequence:
    "Das neue Geheimnis wird einmal angezeigt. Ein noch geltendes früheres endet sofort, das jetzige am Ende seiner Frist.",
  previous: "Das vorige Geheimnis gilt noch. Es endet {time}.",
  endPrevious: "Jetzt beenden",
  endConsequence: "Programme, die noch das vorige verwenden, erhalten keine Token mehr.",
  previousEnded: "Das vorige Geheimnis gilt nicht mehr",
};
