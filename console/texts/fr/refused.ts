/** What became of a request that was refused, by its status; for refusals that have no sentence of their own; in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { refused as EN } from "../en/refused.ts";

export const refused: Translated<typeof EN> = {
  quoted: "{what} Réponse du service : {said}",
  400: "Cela n’a pas été accepté.",
  401: "Vous n’êtes pas connecté.",
  403: "Vous n’en avez pas le droit.",
  404: "Cela n’existe pas.",
  409: "C’est en conflit avec quelque chose qui existe déjà.",
  412: "Cela a été modifié entre-temps.",
  413: "C’est trop volumineux.",
  429: "Trop de requêtes. Réessayez plus tard.",
  500: "Une erreur est survenue dans le service.",
  503: "Le service ne peut pas le faire pour le moment.",
  other: "Cela n’a pas fonctionné.",
};
