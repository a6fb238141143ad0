/** The own account, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { account as EN } from "../en/account.ts";

export const account: Translated<typeof EN> = {
  profile: "Profil",
  name: "Nom",
  usernames: "Noms d’utilisateur",
  email: "Adresse e-mail",
  account: "Compte",
  local: "Géré par ce service",
  foreign: "Géré par un annuaire ou un fournisseur d’identité externe",
  id: "Identifiant",
  access: "Accès",
  roles: "Rôles",
  permissions: "Permissions",
  none: "Aucun élément",
  more: "Afficher {count} de plus",
  noAccount: "Pas de compte",
  noAccountText:
    "Vous agissez en tant qu’administrateur sans compte : il n’y a donc rien à afficher ici. Connectez-vous en tant qu’utilisateur pour voir votre propre compte.",

  changePassword: "Changer le mot de passe",
  passwordText:
    "Vous serez ensuite déconnecté partout et devrez vous connecter avec le nouveau mot de passe.",
  ruleLength: "Au moins {count} caractères.",
  ruleWords: "Pas seulement votre nom, votre adresse ou le nom de ce service.",
  ruleCommon: "Pas un mot de passe courant, essayé parmi les premiers.",
  ruleBreached: "Pas un mot de passe volé à un autre service.",
  ruleMost: "Moins de caractères : celui-ci est trop long.",
  rulesMissing: "Reste à respecter :",
  rulesKept: "Tout ce que cette page peut vérifier est respecté.",
  current: "Mot de passe actuel",
  next: "Nouveau mot de passe",
  repeat: "Répétez le nouveau mot de passe",
  differ: "Les deux nouveaux mots de passe ne sont pas identiques.",
  change: "Changer le mot de passe",
  changedTitle: "Votre mot de passe a été changé",
  changedText:
    "Vous êtes maintenant déconnecté partout. Connectez-vous avec le nouveau mot de passe pour continuer.",
  signIn: "Se connecter",

  passkeys: "Clés d’accès",
  passkeysText:
    "Connectez-vous avec votre empreinte digitale, votre visage, le verrouillage de l’écran ou une clé de sécurité plutôt qu’avec un mot de passe.",
  noPasskeys: "Vous n’avez pas encore de clé d’accès.",
  passkeyName: "Nom (facultatif)",
  addPasskey: "Ajouter une clé d’accès",
  passkeyAdded: "La clé d’accès est ajoutée. Vous pouvez désormais vous connecter avec elle.",
  passkeyCancelled: "L’utilisation de la clé d’accès a été annulée ou a pris trop de temps.",
  passkeyKnown: "Cet appareil possède déjà une clé d’accès de votre compte.",
  passkeyUnsupported: "Ce navigateur ne prend pas en charge les clés d’accès.",
  added: "Ajoutée {time}",
  lastUsed: "Dernière utilisation {time}",
  neverUsed: "Jamais utilisée",
  forDomain: "pour {domain}",
  rename: "Renommer",
  renameOne: "Renommer {name}",
  newName: "Nouveau nom",
  renamed: "La clé d’accès a été renommée.",
  remove: "Supprimer",
  removeOne: "Supprimer {name}",
  removePasskey:
    "« {name} » ne permettra plus de se connecter. Elle reste sur votre appareil tant que vous ne l’y supprimez pas.",
  removed: "La clé d’accès est supprimée.",

  twoStep: "Connexion en deux étapes",
  twoStepOff:
    "Après votre mot de passe, la connexion demande aussi un code d’une application de votre téléphone. Votre mot de passe seul ne suffit alors plus pour se connecter.",
  twoStepOn:
    "Activée. Après votre mot de passe, la connexion demande un code de votre application d’authentification.",
  codesLeft: "Il reste {count} codes de récupération sur 8.",
  noCodesLeft:
    "Il ne reste aucun code de récupération. Créez-en de nouveaux pour pouvoir vous connecter sans votre téléphone.",
  setUp: "Configurer",
  anotherDevice: "Configurer un autre appareil",
  scan: "Scannez ce code avec votre application d’authentification.",
  qr: "Code QR pour votre application d’authentification",
  typeIn: "Ou saisissez cette clé :",
  enter: "Saisissez le code à 6 chiffres que l’application affiche maintenant",
  turnOn: "Activer",
  turnedOn: "La connexion en deux étapes est activée.",
  codesTitle: "Vos codes de récupération",
  codesText:
    "Si vous perdez votre téléphone, chacun d’eux vous permet de vous connecter une fois. Conservez-les maintenant en lieu sûr : ils ne seront plus affichés.",
  spareTitle: "Pas encore de codes de récupération",
  spareText:
    "Si vous perdez l’appareil qui contient votre clé d’accès, chacun de ces codes la remplace une fois, après votre mot de passe ou un code reçu par e-mail, là où deux étapes sont demandées.",
  spareKeep:
    "Chacun d’eux remplace votre clé d’accès une fois, après votre mot de passe ou un code reçu par e-mail. Notez-les ou imprimez cette page maintenant : ils ne seront plus affichés.",
  makeCodes: "Créer des codes de récupération",
  copyCodes: "Copier les codes de récupération",
  kept: "Je les ai conservés",
  newCodes: "Créer de nouveaux codes de récupération",
  newCodesText: "Les codes que vous avez actuellement ne seront plus acceptés.",
  turnOff: "Désactiver",
  turnOffText:
    "Seul votre mot de passe sera demandé, et vos codes de récupération seront supprimés.",
  turnedOff: "La connexion en deux étapes est désactivée.",

  identities: "Connexions auprès d’autres services",
  identitiesText:
    "Comptes auprès d’autres fournisseurs avec lesquels vous pouvez vous connecter ici.",
  noIdentities: "Aucun compte n’est encore associé.",
  link: "Associer {name}",
  linked: "Associé {time}",
  unlink: "Dissocier",
  unlinkOne: "Dissocier {name}",
  unlinkText: "Vous ne pourrez plus vous connecter ici avec {name}.",
  unlinked: "Le compte est dissocié.",

  sessions: "Où vous êtes connecté",
  sessionsText:
    "Les navigateurs qui se sont connectés ici en dernier. Les programmes qui ont leurs propres jetons ne figurent pas dans cette liste ; « Déconnecter tous les autres » les déconnecte aussi.",
  noSessions: "Aucune connexion par une page de connexion de ce service n’est ouverte.",
  end: "Déconnecter",
  endOne: "Déconnecter {name}, connecté le {date}",
  ended: "Ce navigateur est déconnecté.",
  endOthers: "Déconnecter tous les autres",
  endOthersText: "Tous vos autres navigateurs et programmes devront se reconnecter.",
  othersEnded: "Vous êtes déconnecté partout ailleurs.",

  currentWrong: "Ce n’est pas votre mot de passe actuel.",
  codeWrong:
    "Ce code n’est pas correct, ou ne l’est plus. Saisissez celui que l’application affiche maintenant.",
};
