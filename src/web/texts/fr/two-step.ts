/** The panel of two-step sign-in in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { TWO_STEP as EN } from "../en/two-step.ts";

export const TWO_STEP: Translated<typeof EN> = {
  title: "Connexion en deux étapes",
  off: "Après votre mot de passe, la connexion demande aussi un code d’une application de votre téléphone. Votre mot de passe seul ne suffit alors plus pour se connecter.",
  setUp: "Configurer",
  on: "Activée. Après votre mot de passe, la connexion demande un code de votre application d’authentification.",
  left: "Il reste {count} codes de récupération sur 8.",
  noneLeft:
    "Il ne reste aucun code de récupération. Créez-en de nouveaux pour pouvoir vous connecter sans votre téléphone.",
  newCodes: "Créer de nouveaux codes de récupération",
  another: "Configurer un autre appareil",
  turnOff: "Désactiver",

  scan: "1. Scannez ce code avec votre application d’authentification.",
  qrCode: "Code QR pour votre application d’authentification",
  typeIn: "Ou saisissez cette clé :",
  enter: "2. Saisissez le code à 6 chiffres que l’application affiche maintenant.",
  confirm: "Activer",
  codeNotValid:
    "Ce code n’est pas valide. Vérifiez l’heure de votre téléphone et saisissez le code que l’application affiche maintenant.",
  expired: "Cette configuration n’est plus valide. Veuillez recommencer.",

  recoveryCodes: "Vos codes de récupération",
  turnedOn: "La connexion en deux étapes est activée.",
  renewed: "Voici vos nouveaux codes de récupération. Les anciens ne sont plus acceptés.",
  keepThem:
    "Si vous perdez votre téléphone, chacun d’eux vous permet de vous connecter une fois. Notez-les ou imprimez cette page maintenant : ils ne seront plus affichés.",
  shownBefore:
    "Les codes de récupération de cette page ont déjà été affichés. Si vous ne les avez pas conservés, créez-en de nouveaux.",
  done: "Je les ai conservés",
  turnedOff: "La connexion en deux étapes est désactivée. Seul votre mot de passe est demandé.",
};
