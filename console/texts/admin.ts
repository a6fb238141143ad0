/** Texts of the page about administrators. */
import { catalogue } from "./catalogue.ts";

export const ADMIN = catalogue({
  en: {
    permission: "Permission that makes an administrator",
    permissionHint:
      "Users who hold it can change everything here. You are refused a change that would leave no administrator.",
    none: "None: everybody is an administrator",
    breakGlass: "Break-glass access",
    breakGlassHint:
      "A request that no session in front of the service has named a user for is treated as an administrator.",
    danger:
      "Anyone who can reach this service past its sign-in can change everything. Turn it on only to get back in, and off afterwards.",
  },
  de: {
    permission: "Berechtigung, die Administratorrechte gibt",
    permissionHint:
      "Benutzer mit dieser Berechtigung können hier alles ändern. Eine Änderung, nach der niemand mehr Administratorrechte hätte, wird abgelehnt.",
    none: "Keine: Alle haben Administratorrechte",
    breakGlass: "Notzugang",
    breakGlassHint:
      "Eine Anfrage, für die keine vorgelagerte Sitzung einen Benutzer nennt, erhält Administratorrechte.",
    danger:
      "Wer diesen Dienst an seiner Anmeldung vorbei erreicht, kann alles ändern. Schalten Sie ihn nur ein, um wieder hineinzukommen, und danach aus.",
  },
});
