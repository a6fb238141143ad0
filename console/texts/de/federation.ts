/** Texts of upstream and SAML providers; in German. */

import type { Translated } from "../../../src/std/texts/languages.ts";
import { SAML_CHECKS } from "../../../src/web/texts/de/saml-checks.ts";
import type { federation as EN } from "../en/federation.ts";

export const federation: Translated<typeof EN> = {
  choosePreset: "Wo haben die Personen schon ein Konto?",
  presets: {
    google: ["Google", "Client-ID und Geheimnis genügen."],
    entra: ["Microsoft Entra", "Mit der Verzeichnis-ID (Mandant)."],
    github: ["GitHub", "Client-ID und Geheimnis genügen."],
    gitlab: ["GitLab", "Client-ID und Geheimnis genügen."],
    apple: ["Apple", "Mit Team, Schlüssel-ID und Schlüssel."],
    keycloak: ["Keycloak", "Mit der Adresse des Realms."],
    other: ["Anderer Anbieter", "OpenID Connect mit Aussteller oder Adressen von Hand."],
  },
  providerIdHint: "Teil der Callback-Adresse. Später nicht änderbar.",
  providerSections: {
    client: ["Client", "Was der Anbieter Ihnen für diesen Dienst gegeben hat."],
    people: ["Personen", "Wer eine Person hier ist und welche Rollen sie erhält."],
    addresses: ["Adressen", "Leere werden aus dem Discovery-Dokument des Ausstellers gelesen."],
    demands: [
      "Verlangtes",
      "Was der Anbieter bei einer Anmeldung gefragt wird und was seine Stufen hier bedeuten.",
    ],
    peculiarities: ["Besonderheiten", "Scopes und wie der Client sich ausweist."],
  },
  atProvider: "Beim Anbieter einzutragen",
  test: "Test",
  testAbout:
    "Liest Dokumente und Schlüssel des Anbieters und fragt, ob er unseren Client kennt. Getestet wird, was gespeichert ist; nichts wird geändert.",
  runTest: "Diesen Anbieter testen",
  providerChecks: {
    record: "Eintrag und Dokumente",
    keys: "Schlüssel",
    client: "Client und Geheimnis",
  },
  claimValue: "Wert des Claims",
  taken: "Diesen Wert gibt es schon.",
  samlIdHint: "Teil der Adressen unten. Später nicht änderbar.",
  samlAbout: "Die meisten Anbieter lesen alles aus den Metadaten.",
  samlMetadata: "Metadaten und Entitäts-ID",
  samlAcs: "Assertion Consumer (ACS)",
  samlLogin: "Anmeldelink",
  samlSections: {
    metadata: ["Metadaten des Anbieters", "Die Adresse oder das Dokument selbst, das dann gilt."],
    people: ["Personen", "Wer eine Person hier ist und welche Rollen sie erhält."],
    request: ["Anfragen", "Nur wenn der Anbieter es verlangt."],
  },
  samlTestAbout:
    "Zeigt jede Prüfung einer echten Antwort. Es wird kein Benutzer angelegt und keine Person angemeldet.",
  samlBegin: "Testanmeldung beginnen",
  samlGo:
    "Melden Sie sich innerhalb von zehn Minuten beim Anbieter an; die Seite danach ist der Bericht.",
  samlOpen: "Anbieter in neuem Fenster öffnen",
  samlResponse: "Antwort des Anbieters",
  samlResponseAbout: "Der Wert von SAMLResponse, in Base64.",
  samlCheck: "Diese Antwort prüfen",
  samlChecks: SAML_CHECKS,
  samlAlias: "Wäre der Benutzer",
  samlRoles: "Bekäme die Rollen",
  certificate: "Unser Zertifikat",
  certificateAbout:
    "Signiert Anfragen an Anbieter, die das verlangen. Es steht in unseren Metadaten.",
  certificateNow: "In Gebrauch",
  certificateLater: "Entsteht beim ersten Gebrauch",
  certificateNext: "Das nächste ist veröffentlicht",
  nextAbout:
    "Die Metadaten enthalten beide Zertifikate. Aktivieren Sie das nächste, wenn alle Anbieter die Metadaten neu gelesen haben.",
  copyCertificate: "Zertifikat kopieren",
  copyNext: "Nächstes Zertifikat kopieren",
  prepare: "Nächstes Zertifikat vorbereiten",
  prepareConsequence:
    "Veröffentlicht ein zweites Zertifikat in den Metadaten. Signiert wird mit dem jetzigen, bis das nächste aktiviert ist.",
  prepareAgain:
    "Ersetzt das nächste Zertifikat. Anbieter, die es schon gelesen haben, müssen die Metadaten neu lesen.",
  activate: "Nächstes Zertifikat aktivieren",
  activateConsequence:
    "Signiert ab jetzt mit dem nächsten Zertifikat und vergisst das jetzige. Anbieter, die es nicht gelesen haben, lehnen signierte Anfragen ab.",
  certificateDone: {
    prepare: "Das nächste Zertifikat ist veröffentlicht",
    activate: "Das nächste Zertifikat ist in Gebrauch",
  },
  encryption: {
    title: "Schlüssel für die Verschlüsselung",
    about:
      "Der Anbieter verschlüsselt mit dem Zertifikat in den Metadaten dieses Eintrags. Der Schlüssel dazu wird nie gezeigt.",
    now: "In Gebrauch",
    next: "Der nächste ist veröffentlicht",
    toDo: "Beide Schlüssel entschlüsseln jetzt. Bevor der nächste aktiviert wird, beim Anbieter:",
    read: "Lassen Sie ihn unsere Metadaten neu lesen, oder tragen Sie das zweite Zertifikat für die Verschlüsselung von Hand ein:",
    choose: "Achten Sie darauf, dass er nur noch für das zweite Zertifikat verschlüsselt.",
    try: "Melden Sie sich einmal an. Das geht mit beiden Schlüsseln, sodass keine Seite auf die andere wartet.",
    prepare: "Nächsten Schlüssel vorbereiten",
    prepareConsequence:
      "Veröffentlicht einen zweiten Schlüssel in den Metadaten dieses Eintrags. Was für den jetzigen verschlüsselt ist, wird weiter entschlüsselt.",
    prepareAgain:
      "Ersetzt den nächsten Schlüssel. Ein Anbieter, der schon für ihn verschlüsselt, muss die Metadaten neu lesen; bis dahin werden seine Anmeldungen abgelehnt.",
    activate: "Nächsten Schlüssel aktivieren",
    activateConsequence:
      "Entschlüsselt von jetzt an nur mit dem nächsten Schlüssel und vergisst den jetzigen. Anmeldungen bei einem Anbieter, der noch für diesen verschlüsselt, werden abgelehnt.",
    done: {
      prepare: "Der nächste Schlüssel ist veröffentlicht",
      activate: "Der nächste Schlüssel ist in Gebrauch",
    },
  },
  metadataFile: "Metadatendatei auswählen",
};
