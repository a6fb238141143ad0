/** Texts of OAuth clients. */
import { catalogue } from "./catalogue.ts";

export const CLIENTS = catalogue({
  en: {
    addTarget: "Add an address",
    choose: "What is the application?",
    types: {
      web: ["Web application", "Runs on a server that can keep a secret: Spring, Django, Express."],
      spa: [
        "Single page application",
        "Runs in the browser and has no secret: React, Vue, Angular.",
      ],
      native: ["Desktop or mobile app", "Is installed by people and has no secret."],
      machine: ["Machine", "Calls services on its own behalf; no person signs in."],
      mcp: ["MCP client", "An agent that calls MCP servers for a person."],
    },
    idHints: {
      web: "A short name, or a URL. It cannot be changed later.",
      spa: "A short name, or a URL. It cannot be changed later.",
      native: "A short name, or a URL. It cannot be changed later.",
      machine: "A short name. It cannot be changed later.",
      mcp: "A short name. Agents that register themselves or have a URL as ID need no record.",
    },
    sections: {
      identity: ["The application", "What people see, and how it proves that it is the one."],
      redirects: [
        "Where people come back to",
        "Codes go to these addresses alone. Exact addresses are safer than prefixes.",
      ],
      access: ["What it may ask for", "Scopes and grants. Fewer are safer."],
      resources: ["Resources and token exchange", "For which services its tokens are of use."],
      certificate: [
        "Certificate in place of a secret",
        "Mutual TLS (RFC 8705). Exactly one of the names, or keys with the certificate.",
      ],
    },
    problems: {
      blank: "An address has no spaces.",
      fragment: "An address has no fragment (#).",
      wildcard: "Wildcards are not understood. List each address, or use a prefix.",
      relative: "Write the whole address, such as https://app.example.com/callback.",
      dangerous: "This scheme cannot be the address of an application.",
      answer: "An address has no parameter of the answer, such as code or state.",
      twice: "This entry is there already.",
    },
    hints: {
      plain: "Not encrypted: codes can be read on the way. For tests only.",
      loopback: "On the person’s own machine; any port is accepted.",
      shortScheme:
        "Another app could claim this scheme. One with a dot, such as com.example.app, is safer.",
      everything: "Every address of this host can receive codes.",
    },
    grants: {
      authorization_code: "Authorization code",
      refresh_token: "Refresh token",
      client_credentials: "Client credentials",
      password: "Password",
      "urn:ietf:params:oauth:grant-type:device_code": "Device code",
      "urn:ietf:params:oauth:grant-type:token-exchange": "Token exchange",
      email_code: "Code by mail",
      passkey: "Passkey",
    },
    everyGrant: "Every grant",
    methods: {
      none: "None: a public client",
      client_secret_basic: "Secret in the header (Basic)",
      client_secret_post: "Secret in the form",
      tls_client_auth: "Certificate of an authority",
      self_signed_tls_client_auth: "Certificate of its own",
    },
    methodFollows: "Secret, or none for a public client",
    secretTitle: "The secret, this one time",
    secretAbout: "Copy it into the configuration of the application now. It is never shown again.",
    secretNoted: "I have copied it",
    copyId: "Copy the client ID",
    copySecret: "Copy the client secret",
    roll: "A new secret",
    rollAbout:
      "The application is given the new one while the one before works on: no sign-in fails meanwhile.",
    overlap: "The present secret works on for",
    overlaps: {
      "0": "No time: it ends now",
      "1h": "One hour",
      "24h": "One day",
      "168h": "One week",
      "720h": "30 days",
    },
    rollNow: "Make a new secret",
    rollConsequence:
      "The new secret is shown once. A secret that overlaps from before ends now; the present one ends when its time is over.",
    previous: "The secret before the present one still works. It ends",
    endPrevious: "End it now",
    endConsequence: "Programs that still use the one before get no tokens any more.",
    previousEnded: "The secret before the present one has ended",
  },
  de: {
    addTarget: "Adresse hinzufügen",
    choose: "Was ist die Anwendung?",
    types: {
      web: [
        "Webanwendung",
        "Läuft auf einem Server, der ein Geheimnis bewahren kann: Spring, Django, Express.",
      ],
      spa: [
        "Single-Page-Anwendung",
        "Läuft im Browser und hat kein Geheimnis: React, Vue, Angular.",
      ],
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
      access: ["Was sie anfragen darf", "Scopes und Grants. Weniger ist sicherer."],
      resources: ["Ressourcen und Token-Austausch", "Für welche Dienste ihre Token gelten."],
      certificate: [
        "Zertifikat statt Geheimnis",
        "Gegenseitiges TLS (RFC 8705). Genau einer der Namen oder Schlüssel mit dem Zertifikat.",
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
      client_secret_basic: "Geheimnis im Header (Basic)",
      client_secret_post: "Geheimnis im Formular",
      tls_client_auth: "Zertifikat einer Zertifizierungsstelle",
      self_signed_tls_client_auth: "Eigenes Zertifikat",
    },
    methodFollows: "Geheimnis, bei öffentlichen Clients keine",
    secretTitle: "Das Geheimnis, nur dieses eine Mal",
    secretAbout:
      "Übernehmen Sie es jetzt in die Konfiguration der Anwendung. Es wird nie wieder angezeigt.",
    secretNoted: "Ich habe es kopiert",
    copyId: "Client-ID kopieren",
    copySecret: "Client-Geheimnis kopieren",
    roll: "Ein neues Geheimnis",
    rollAbout:
      "Die Anwendung erhält das neue, während das bisherige weiter gilt: Keine Anmeldung schlägt dabei fehl.",
    overlap: "Das jetzige Geheimnis gilt noch",
    overlaps: {
      "0": "Gar nicht: Es endet sofort",
      "1h": "Eine Stunde",
      "24h": "Einen Tag",
      "168h": "Eine Woche",
      "720h": "30 Tage",
    },
    rollNow: "Neues Geheimnis erzeugen",
    rollConsequence:
      "Das neue Geheimnis wird einmal angezeigt. Ein noch geltendes früheres endet sofort, das jetzige am Ende seiner Frist.",
    previous: "Das vorige Geheimnis gilt noch. Es endet",
    endPrevious: "Jetzt beenden",
    endConsequence: "Programme, die noch das vorige verwenden, erhalten keine Token mehr.",
    previousEnded: "Das vorige Geheimnis gilt nicht mehr",
  },
});
