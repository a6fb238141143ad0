/** The guided first steps, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { firstSteps as EN } from "../en/first-steps.ts";

export const firstSteps: Translated<typeof EN> = {
  done: "Fait",
  open: "À faire",
  progress: "{done} sur {total}",
  away: "Masquer cette page",
  awayHint: "Cette page est masquée : la vue d’ensemble n’y mène plus.",
  back: "L’afficher de nouveau",
  password: "Changer le premier mot de passe",
  passwordText:
    "Le mot de passe du premier démarrage a été affiché dans un terminal ou se trouve dans un fichier : d’autres l’ont peut-être vu.",
  passkey: "Ajouter une clé d’accès ou une application d’authentification",
  passkeyText:
    "Un mot de passe seul ouvre tout ici. Chaque administrateur devrait avoir un second facteur.",
  toAccount: "Ouvrir mon compte",
  application: "Enregistrer une application",
  applicationText:
    "Choisissez de quoi il s’agit : le client est créé, et vous voyez ce qu’il faut saisir dans l’application.",
  another: "En enregistrer une autre",
  kind: "De quoi il s’agit",
  kinds: {
    web: "Application web avec serveur",
    spa: "Application monopage",
    native: "Application mobile ou de bureau",
    machine: "Programme sans utilisateur",
    mcp: "Agent qui utilise un serveur MCP",
  },
  id: "Identifiant du client",
  idHint: "Lettres, chiffres, traits d’union ; il figure dans les adresses et les journaux.",
  idTaken: "Un client ou un compte avec cet identifiant existe déjà.",
  redirect: "URI de redirection",
  redirectHint: "Où le navigateur revient, exactement comme l’application l’envoie.",
  make: "L’enregistrer",
  made: "{id} est enregistré",
  secretOnce:
    "Le secret n’est affiché que cette fois. Mettez-le dans CLIENT_SECRET, où le programme ci-dessous le lit.",
  secret: "Secret",
  edit: "Ouvrir l’enregistrement",
  protect: "Protéger une application",
  protectText:
    "Une application sans connexion propre se place derrière un proxy, ou dans un programme à vous derrière nos gardes (guards). Activez d’abord la route pour les proxys : server.forward_auth dans la configuration.",
  permission: "Créer la permission qui décide de l’accès",
  idNeeded:
    "Donnez un identifiant composé de lettres, chiffres, points, traits d’union et tirets bas, par exemple my-app.",
};
