/** Texts about people whose name belongs to another account; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { conflicts as EN } from "../en/identity-conflicts.ts";

export const conflicts: Translated<typeof EN> = {
  title: "Wer sind diese Personen?",
  about:
    "Ein Verzeichnis oder Anbieter kennt sie unter einer ID, die hier kein Konto hat, und ihr Name gehört einem Konto. Sie können sich erst anmelden, wenn Sie entschieden haben.",
  account: "Das Konto, das den Namen hat",
  same: "Es ist dieselbe Person",
  sameWhat:
    "{name} bekommt das Konto, das den Namen hat, mit seinen Rollen und Schlüsseln. Die neue ID tritt an die Stelle der alten.",
  other: "Es ist eine andere Person",
  otherWhat:
    "Das Konto gibt den Namen ab, und seine Sitzungen enden. {name} bekommt bei der nächsten Anmeldung oder dem nächsten Abgleich ein eigenes Konto. Anwendungen, die Personen am Namen erkennen, sehen darunter die neue Person.",
  leftWhat:
    "Das Konto gibt seine Namen ab, seine Sitzungen enden, und es wird deaktiviert. {name} bekommt bei der nächsten Anmeldung oder dem nächsten Abgleich ein eigenes Konto. Anwendungen, die Personen am Namen erkennen, sehen darunter die neue Person.",
  decided: "Entschieden",
  reasons: {
    other_id: "Das Konto ist dort unter einer anderen ID bekannt",
    other_source: "Das Konto kommt aus einem anderen Verzeichnis oder von einem anderen Anbieter",
    no_id: "Das Konto ist unter einer ID bekannt, und das Verzeichnis zeigt keine dieser Art",
    several_accounts: "Die IDs gehören mehreren Konten",
    renamed: "Eine bekannte Person hat diesen neuen Namen",
    address: "Das Konto hat diese E-Mail-Adresse",
  },
};
