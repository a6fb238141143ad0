/** The panel of sign-ins in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { SESSIONS as EN } from "../en/account-sessions.ts";

export const SESSIONS: Translated<typeof EN> = {
  title: "Où vous êtes connecté",
  text: "Les navigateurs qui se sont connectés ici en dernier. Les programmes et applications qui ont leurs propres jetons ne figurent pas dans cette liste ; « Déconnecter tous les autres » les déconnecte aussi.",
  unknown: "Navigateur inconnu",
  browserOn: "{browser} sous {system}",
  here: "Ce navigateur",
  signedIn: "Connecté le {time}",
  lastUsed: "Dernière utilisation vers le {time}",
  end: "Déconnecter",
  endLabel: "Déconnecter {name}, connecté le {time}",
  endOthers: "Déconnecter tous les autres",
  gone: "Ce navigateur est déjà déconnecté.",
  othersEnded: "Vous êtes déconnecté partout ailleurs.",
};
