/** What a client was told of sign-outs, on its page; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { clientLogout as EN } from "../en/client-logout.ts";

export const clientLogout: Translated<typeof EN> = {
  title: "Notifications de déconnexion",
  about:
    "Quand une connexion se termine, l’application en est informée à son URI de déconnexion par canal arrière. Si elle ne répond pas, de nouveaux essais suivent pendant un jour et demi.",
  signedIn: "Connexions actuelles",
  waiting: "Pas encore informée",
  givenUp: "Abandonnées ces deux derniers jours",
  failure: "Dernier échec",
  nextTry: "Prochain essai",
};
