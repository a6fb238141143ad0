/** Texts of the page on how this service issues. */
import { catalogue } from "./catalogue.ts";

export const ISSUER = catalogue({
  en: {
    effective: "In effect now",
    effectiveAbout:
      "What applications and providers see, after the configuration of this instance.",
    issuer: "Issuer",
    callback: "Callback address",
    discovery: "Discovery document",
    tokenEndpoint: "Token endpoint",
    parts: {
      oauth2: ["Addresses and redirects", "Base URL, further origins, and what providers may be."],
      token: ["Token lifetimes", "Access, ID and refresh tokens, and the claim of the roles."],
      authorize: ["Sign-in page and consent", "Where anonymous browsers go, and for how long."],
      registration: ["Dynamic registration", "Clients that register themselves."],
      password: ["Passwords", "Who may sign in with one."],
      passkey: ["Passkeys", "Sites, verification and the offer to set one up."],
    },
    key: "Signing key",
    keyAbout: "Signs every token. Applications verify with the published part.",
    published: "Published",
    stored: "Stored",
    notStored: "None: it is made at its first use",
    differ: "The stored key is not the published one. This instance may not have heard of it yet.",
    rotate: "Rotate the key",
    rotateConsequence:
      "Every token that was signed with the present key becomes invalid at once: people and programs sign in again.",
    rotated: "The new key is {kid}",
    jwks: "JSON Web Key Set",
    ownKey: "Use a key of your own",
    expired: "Expired records",
    expiredAbout:
      "Codes, pending sign-ins and revocations that have expired are removed every hour.",
    purge: "Remove them now",
    purged: "{count} removed",
  },
  de: {
    effective: "Jetzt wirksam",
    effectiveAbout: "Was Anwendungen und Anbieter sehen, nach der Konfiguration dieser Instanz.",
    issuer: "Aussteller",
    callback: "Callback-Adresse",
    discovery: "Discovery-Dokument",
    tokenEndpoint: "Token-Endpunkt",
    parts: {
      oauth2: [
        "Adressen und Weiterleitungen",
        "Basis-URL, weitere Origins und welche Anbieter gelten.",
      ],
      token: ["Laufzeiten der Token", "Access-, ID- und Refresh-Token und der Claim der Rollen."],
      authorize: ["Anmeldeseite und Zustimmung", "Wohin anonyme Browser gehen und für wie lange."],
      registration: ["Dynamische Registrierung", "Clients, die sich selbst registrieren."],
      password: ["Passwörter", "Wer sich damit anmelden darf."],
      passkey: ["Passkeys", "Websites, Überprüfung und das Angebot, einen einzurichten."],
    },
    key: "Signaturschlüssel",
    keyAbout: "Signiert jedes Token. Anwendungen prüfen mit dem veröffentlichten Teil.",
    published: "Veröffentlicht",
    stored: "Gespeichert",
    notStored: "Keiner: Er entsteht beim ersten Gebrauch",
    differ:
      "Der gespeicherte Schlüssel ist nicht der veröffentlichte. Vielleicht hat diese Instanz noch nicht davon gehört.",
    rotate: "Schlüssel wechseln",
    rotateConsequence:
      "Jedes mit dem jetzigen Schlüssel signierte Token wird sofort ungültig: Personen und Programme melden sich neu an.",
    rotated: "Der neue Schlüssel ist {kid}",
    jwks: "JSON Web Key Set",
    ownKey: "Eigenen Schlüssel verwenden",
    expired: "Abgelaufene Einträge",
    expiredAbout: "Abgelaufene Codes, offene Anmeldungen und Widerrufe werden stündlich entfernt.",
    purge: "Jetzt entfernen",
    purged: "{count} entfernt",
  },
});
