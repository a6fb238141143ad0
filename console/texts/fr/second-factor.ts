/** Whom a rule about the second factor concerns, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { secondFactor as EN } from "../en/second-factor.ts";

export const secondFactor: Translated<typeof EN> = {
  title: "Qui est concerné",
  none: "Personne : rien n’est choisi ci-dessus.",
  concerned: "Personnes avec un compte : {people}. Encore sans facteur : {without}.",
  without: "Elles en configurent un à leur prochaine connexion, dès que la règle s’applique :",
  more: "et {more} autres",
};
