/** The button of a provider on the login page, in French. */
import type { Texts } from "../en/index.ts";

export const loginButtons: Texts["loginButtons"] = {
  title: "Bouton sur la page de connexion",
  about:
    "Mène à ce fournisseur. Ce qu’il lui faut, un fournisseur de session et un client, est créé et supprimé avec lui.",
  onPage: "Afficher un bouton sur la page de connexion",
  newHint: "Vous pourrez le modifier plus tard.",
  name: "Nom",
  rename: "Enregistrer le bouton",
  preview: "Continuer avec {name}",
  absent:
    "Aucune page ne mène à ce fournisseur. Les applications peuvent toujours y envoyer elles-mêmes les personnes.",
  disabled: "Le fournisseur est désactivé : son bouton n’est pas affiché.",
  shown: "Sur la page de connexion",
  broken: "Le bouton ne fonctionne pas",
  brokenHint:
    "Le bouton n’est pas affiché, car quelque chose dont il a besoin a été changé : voyez {key} sous « Fournisseurs de session », ou désactivez-le puis réactivez-le.",
  added: "Le bouton est sur la page de connexion.",
  removed: "Le bouton est supprimé.",
  renamed: "Le bouton est enregistré.",
  several: "{count} boutons mènent à ce fournisseur. Chacun a son nom, son logo et sa place.",
  one: "Bouton {key}",
  ofGroup: "Bouton {key} du groupe {group}",
  place: "Place parmi les boutons : {place} sur {count}",
  up: "Plus haut",
  down: "Plus bas",
  moved: "L’ordre est enregistré.",
  page: "Ce que voient les personnes",
  drawn: "Sans logo propre, un fournisseur connu est affiché avec celui de sa marque.",
  full: "Seuls les administrateurs à part entière y placent le bouton.",
};
