/** Initial access tokens, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { registration as EN } from "../en/registration.ts";

export const registration: Translated<typeof EN> = {
  tokens: "Jetons d’accès initiaux",
  tokensAbout:
    "Un programme muni d’un tel jeton peut enregistrer des clients, même lorsque l’enregistrement en exige un.",
  noTokens:
    "Il n’y en a pas. Créez-en un pour le premier programme qui doit enregistrer des clients.",
  name: "Nom",
  nameAbout: "À quoi il sert.",
  lifetime: "Durée de vie",
  most: "Enregistrements",
  mostAbout: "Vide : pas de limite.",
  make: "Créer un jeton",
  shownOnce: "Le jeton, affiché une seule fois",
  noted: "Je l’ai copié",
  left: "Enregistrements restants",
  unlimited: "Pas de limite",
  expiry: "Expiration",
  madeBy: "Créé par",
  withdraw: "Révoquer",
  withdrawConsequence:
    "Les programmes munis de « {name} » ne peuvent plus enregistrer de clients. Les clients déjà enregistrés restent.",
  withdrawn: "Révoqué",
};
