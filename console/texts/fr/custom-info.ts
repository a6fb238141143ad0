/** The page of custom claims, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { customInfo as EN } from "../en/custom-info.ts";

export const customInfo: Translated<typeof EN> = {
  addresses: "Adresses de l’ensemble {set}",
  addressesAbout:
    "Un client qui lit ses revendications (claims) ici obtient celles de cet ensemble.",
  userinfo: "Userinfo",
  discovery: "Document de découverte",
  preview: "Aperçu",
  previewAbout:
    "Ce que userinfo répondrait avec les modèles ci-dessus, enregistrés ou non. L’exemple n’est envoyé qu’à ce service et n’est pas conservé.",
  noSets:
    "Il n’y a pas encore d’ensemble : ajoutez-en un ci-dessus, avec un modèle pour chaque revendication.",
  set: "Ensemble",
  claims: "Revendications du jeton (exemple)",
  user: "Utilisateur (exemple)",
  show: "Afficher la réponse",
  answer: "Réponse",
};
