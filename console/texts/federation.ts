/** Texts of upstream and SAML providers. */
import { catalogue } from "./catalogue.ts";

export const FEDERATION = catalogue({
  en: {
    choosePreset: "Where do people have an account already?",
    presets: {
      google: ["Google", "Client ID and secret are enough."],
      entra: ["Microsoft Entra", "With the directory (tenant) ID."],
      github: ["GitHub", "Client ID and secret are enough."],
      gitlab: ["GitLab", "Client ID and secret are enough."],
      apple: ["Apple", "With team, key ID and key."],
      keycloak: ["Keycloak", "With the address of the realm."],
      other: ["Another provider", "OpenID Connect with its issuer, or addresses by hand."],
    },
    providerIdHint: "Part of the callback address. It cannot be changed later.",
    providerSections: {
      client: ["Client", "What the provider gave you for this service."],
      people: ["People", "Who a person is here, and which roles they get."],
      addresses: ["Addresses", "Empty ones are read from the discovery document of the issuer."],
      peculiarities: ["Peculiarities", "Scopes, and how the client authenticates."],
    },
    atProvider: "To enter at the provider",
    callback: "Callback address",
    callbackAbout: "Also called redirect URI or reply URL. It has to be entered exactly.",
    test: "Test",
    testAbout:
      "Reads the provider’s documents and keys, and asks whether it knows our client. Tests what is stored; nothing is changed.",
    runTest: "Test this provider",
    providerChecks: { record: "Record and documents", keys: "Keys", client: "Client and secret" },
    claimValue: "Value of the claim",
    taken: "This value is there already.",
    samlIdHint: "Part of the addresses below. It cannot be changed later.",
    samlAbout: "Most providers read all of it from the metadata.",
    samlMetadata: "Metadata and entity ID",
    samlAcs: "Assertion consumer (ACS)",
    samlLogin: "Sign-in link",
    samlSections: {
      metadata: [
        "Metadata of the provider",
        "Its address, or the document itself, which takes its place.",
      ],
      people: ["People", "Who a person is here, and which roles they get."],
      request: ["Requests", "Only where the provider asks for it."],
    },
    samlTestAbout:
      "Reports every check of a real response. No user is made, and no person is signed in.",
    samlBegin: "Begin a test sign-in",
    samlGo: "Sign in at the provider within ten minutes; the page after it is the report.",
    samlOpen: "Open the provider in a new window",
    samlResponse: "Response of the provider",
    samlResponseAbout: "The value of SAMLResponse, in base64.",
    samlCheck: "Check this response",
    samlAlias: "Would be the user",
    samlRoles: "Would get the roles",
    certificate: "Our certificate",
    certificateAbout:
      "Signs requests to providers that want them signed. It stands in our metadata.",
    certificateNow: "In use",
    certificateLater: "Made at its first use",
    certificateNext: "Next one is published",
    nextAbout:
      "The metadata has both certificates. Activate the next one when every provider has read the metadata again.",
    copyCertificate: "Copy the certificate",
    copyNext: "Copy the next certificate",
    prepare: "Prepare the next certificate",
    prepareConsequence:
      "Publishes a second certificate in the metadata. Requests are signed with the present one until the next is activated.",
    prepareAgain:
      "Replaces the next certificate. Providers that have read it already have to read the metadata again.",
    activate: "Activate the next certificate",
    activateConsequence:
      "Signs with the next certificate from now on and forgets the present one. Providers that have not read it refuse signed requests.",
    certificateDone: {
      prepare: "The next certificate is published",
      activate: "The next certificate is in use",
    },
  },
  de: {
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
      peculiarities: ["Besonderheiten", "Scopes und wie der Client sich ausweist."],
    },
    atProvider: "Beim Anbieter einzutragen",
    callback: "Callback-Adresse",
    callbackAbout:
      "Auch Redirect-URI oder Antwort-URL genannt. Sie muss genau so eingetragen werden.",
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
  },
});
