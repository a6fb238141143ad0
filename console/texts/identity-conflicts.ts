/** Texts about people whose name belongs to another account. */
import { catalogue } from "./catalogue.ts";

export const CONFLICTS = catalogue({
  en: {
    title: "Who are these people?",
    about:
      "A directory or provider knows them by an ID that no account here has, and their name belongs to an account. They cannot sign in until you decide.",
    account: "The account that has the name",
    same: "It is the same person",
    sameWhat:
      "{name} gets the account that has the name, with its roles and keys. The new ID takes the place of the old one.",
    other: "It is another person",
    otherWhat:
      "The account gives up the name and its sessions end. {name} gets an account of their own at the next sign-in or sync. Applications that know people by name see the newcomer under it.",
    leftWhat:
      "The account gives up its names, its sessions end and it is disabled. {name} gets an account of their own at the next sign-in or sync. Applications that know people by name see the newcomer under it.",
    decided: "Decided",
    reasons: {
      other_id: "the account is known by another ID there",
      other_source: "the account comes from another directory or provider",
      no_id: "the account is known by an ID, and the directory shows none of that kind",
      several_accounts: "the IDs belong to several accounts",
      renamed: "a known person has this new name",
      address: "the account has this email address",
    },
  },
  de: {
    title: "Wer sind diese Personen?",
    about:
      "Ein Verzeichnis oder Anbieter kennt sie unter einer ID, die hier kein Konto hat, und ihr Name gehört einem Konto. Sie können sich erst anmelden, wenn Sie entschieden haben.",
    account: "Das Konto, das den Namen hat",
    same: "Es ist dieselbe Person",
    sameWhat:
      "{name} bekommt das Konto, das den Namen hat, mit seinen Rollen und Schlüsseln. Die neue ID tritt an die Stelle der alten.",
    other: "Es ist eine andere Person",
    otherWhat:
      "Das Konto gibt den Namen ab, und seine Sitzungen enden. {name} bekommt bei der nächsten Anmeldung oder Synchronisierung ein eigenes Konto. Anwendungen, die Personen am Namen erkennen, sehen darunter die neue Person.",
    leftWhat:
      "Das Konto gibt seine Namen ab, seine Sitzungen enden, und es wird deaktiviert. {name} bekommt bei der nächsten Anmeldung oder Synchronisierung ein eigenes Konto. Anwendungen, die Personen am Namen erkennen, sehen darunter die neue Person.",
    decided: "Entschieden",
    reasons: {
      other_id: "Das Konto ist dort unter einer anderen ID bekannt",
      other_source: "Das Konto kommt aus einem anderen Verzeichnis oder von einem anderen Anbieter",
      no_id: "Das Konto ist unter einer ID bekannt, und das Verzeichnis zeigt keine dieser Art",
      several_accounts: "Die IDs gehören mehreren Konten",
      renamed: "Eine bekannte Person hat diesen neuen Namen",
      address: "Das Konto hat diese E-Mail-Adresse",
    },
  },
});
