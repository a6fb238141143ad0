/** The panel of passkeys in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { PASSKEYS as EN } from "../en/passkeys.ts";

export const PASSKEYS: Translated<typeof EN> = {
  title: "Clés d’accès",
  lead: "Connectez-vous avec votre empreinte digitale, votre visage, le verrouillage de l’écran ou une clé de sécurité plutôt qu’avec un mot de passe.",
  none: "Vous n’avez pas encore de clé d’accès.",
  lastUsed: "Dernière utilisation le {date}",
  never: "Ajoutée le {date}, pas encore utilisée",
  inDomain: "pour {domain}",
  change: "Modifier",
  changeOne: "Modifier {name}",
  name: "Nom",
  newName: "Nom de la nouvelle clé d’accès",
  optional: "facultatif",
  rename: "Renommer",
  remove: "Supprimer",
  add: "Ajouter une clé d’accès",
  needsScript: "L’ajout d’une clé d’accès nécessite JavaScript.",
  notSupported: "Ce navigateur ne prend pas en charge les clés d’accès.",
  nameMissing: "Saisissez un nom de 100 caractères au plus.",
  gone: "Cette clé d’accès n’existe plus.",
  renamed: "La clé d’accès a été renommée.",
  removed: "La clé d’accès est supprimée. Elle ne permet plus de se connecter.",
  codesTitle: "Codes de récupération",
  codesText:
    "Si vous perdez l’appareil qui contient votre clé d’accès, chacun de ces codes la remplace une fois, après votre mot de passe ou un code reçu par e-mail, là où deux étapes sont demandées.",
  codesNone: "Vous n’en avez pas encore.",
  makeCodes: "Créer des codes de récupération",
  codesMade: "Voici vos codes de récupération. Les précédents ne sont plus acceptés.",
  codesKeep:
    "Chacun d’eux remplace votre clé d’accès une fois, après votre mot de passe ou un code reçu par e-mail. Notez-les ou imprimez cette page maintenant : ils ne seront plus affichés.",
};
