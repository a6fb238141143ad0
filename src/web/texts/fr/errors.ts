/** Error pages and notices in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { ERRORS as EN } from "../en/errors.ts";

export const ERRORS: Translated<typeof EN> = {
  reason: "Motif :",
  reference: "Référence :",
  tryAgain: "Réessayer",
  toAccount: "Accéder à votre compte",
  toSignIn: "Aller à la page de connexion",

  badRequest: "Cette demande ne peut pas être acceptée",
  badRequestText:
    "Rien n’a été communiqué à l’application. Retournez à l’application et recommencez.",
  signInFirst: "Connectez-vous pour continuer",
  signInFirstText: "Connectez-vous, puis ouvrez de nouveau cette page.",
  foreignForm: "Cette demande a été bloquée",
  foreignFormText: "Le formulaire provenait d’un autre site. Rien ne lui a été communiqué.",
  insufficientText:
    "Ce jeton d’accès ne peut pas être utilisé ici. Connectez-vous plutôt avec un navigateur.",
  signInAgain: "Connectez-vous de nouveau",
  signInAgainText:
    "Votre connexion date de plus de 10 minutes. Déconnectez-vous, reconnectez-vous et ouvrez de nouveau cette page.",
  gone: "Cette page n’est plus disponible",
  goneText:
    "Elle a expiré, a déjà été utilisée ou appartient à un autre compte. Retournez à l’application et recommencez.",
  nothingHere: "Page introuvable",
  nothingHereText: "Cette adresse n’existe pas.",
  tooManyRequests: "Trop de demandes",
  tooManyRequestsText: "Retournez à l’application et réessayez dans {wait}.",
  unavailable: "Temporairement indisponible",
  unavailableText: "Veuillez réessayer dans un instant.",
  defect: "Une erreur s’est produite",
  defectText: "La demande n’a pas pu être traitée. Veuillez réessayer plus tard.",

  signInUnavailable: "La connexion n’est pas disponible pour le moment",
  signInUnavailableText: "Rien n’est perdu. Veuillez réessayer dans un instant.",
  otherWayText:
    "Le service auprès duquel vous vouliez vous connecter ne répond pas. Réessayez dans un instant, ou connectez-vous autrement.",
  signInLaterText: "Veuillez réessayer dans {wait}.",
  signInFailed: "La connexion n’a pas abouti",
  signInFailedText: "Cette tentative de connexion a échoué. Veuillez réessayer.",
  signedIn: "Vous êtes connecté",
  signedInText: "Il n’y a plus rien à faire ici.",

  signOutQuestion: "Se déconnecter ?",
  signOutText: "Un autre site vous demande de vous déconnecter ici.",
  signOut: "Se déconnecter",
  signInComplete: "Connexion réussie",
  closeWindow: "Vous pouvez fermer cette fenêtre.",
  continue: "Continuer",
};
