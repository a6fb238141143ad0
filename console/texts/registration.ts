/** Texts of initial access tokens. */
import { catalogue } from "./catalogue.ts";

export const REGISTRATION = catalogue({
  en: {
    tokens: "Initial access tokens",
    tokensAbout:
      "A program with such a token may register clients, also while registration asks for one.",
    noTokens: "There are none. Make one for the first program that should register clients.",
    name: "Name",
    nameAbout: "What it is for.",
    lifetime: "Lifetime",
    most: "Registrations",
    mostAbout: "Empty sets no limit.",
    make: "Make a token",
    shownOnce: "The token, this one time",
    noted: "I have copied it",
    left: "Registrations left",
    unlimited: "No limit",
    expires: "Expires",
    madeBy: "Made by",
    withdraw: "Withdraw",
    withdrawConsequence:
      "Programs with “{name}” cannot register clients any more. Clients that they have registered stay.",
    withdrawn: "Withdrawn",
  },
  de: {
    tokens: "Erstzugriffstoken",
    tokensAbout:
      "Ein Programm mit einem solchen Token darf Clients registrieren, auch wenn die Registrierung eines verlangt.",
    noTokens:
      "Es gibt keine. Erstellen Sie eines für das erste Programm, das Clients registrieren soll.",
    name: "Name",
    nameAbout: "Wofür es gedacht ist.",
    lifetime: "Laufzeit",
    most: "Registrierungen",
    mostAbout: "Leer heißt unbegrenzt.",
    make: "Token erstellen",
    shownOnce: "Das Token, nur dieses eine Mal",
    noted: "Ich habe es kopiert",
    left: "Verbleibende Registrierungen",
    unlimited: "Unbegrenzt",
    expires: "Läuft ab",
    madeBy: "Erstellt von",
    withdraw: "Zurückziehen",
    withdrawConsequence:
      "Programme mit „{name}“ können keine Clients mehr registrieren. Bereits registrierte Clients bleiben.",
    withdrawn: "Zurückgezogen",
  },
});
