/** Texts of the page about administrators; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { admin as EN } from "../en/admin.ts";

export const admin: Translated<typeof EN> = {
  permission: "Berechtigung, die Administratorrechte gibt",
  permissionHint:
    "Benutzer mit dieser Berechtigung können hier alles ändern. Eine Änderung, nach der kein Administrator mehr bliebe, wird abgelehnt.",
  none: "Keine: Alle haben Administratorrechte",
  breakGlass: "Notzugang",
  breakGlassHint:
    "Eine Anfrage, für die keine vorgelagerte Sitzung einen Benutzer nennt, erhält Administratorrechte.",
  danger:
    "Wer diesen Dienst an seiner Anmeldung vorbei erreicht, kann alles ändern. Schalten Sie ihn nur ein, um wieder hineinzukommen, und danach aus.",
};
