/** The device page in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { DEVICE as EN } from "../en/device.ts";

export const DEVICE: Translated<typeof EN> = {
  documentTitle: "Connecter un appareil",
  title: "Connecter un appareil",
  lead: "Saisissez le code affiché par votre appareil.",
  code: "Code",
  codeHint: "Huit lettres, par exemple BCDF-GHJK.",
  next: "Continuer",
  unknown:
    "Ce code est inconnu ou a expiré. Vérifiez-le, ou faites afficher un nouveau code par l’appareil.",
  tooMany: "Trop de codes ont été essayés. Réessayez dans {wait}.",
  handled: "Ce code a déjà été utilisé. Faites afficher un nouveau code par l’appareil.",
  outOfDate: "Cette page n’est plus à jour. Examinez de nouveau la demande et décidez.",

  question: "Connecter {client} à votre compte ?",
  sameCode: "L’appareil doit afficher ce code :",
  from: "Demande du {time} depuis {network}",
  fromUnknown: "Demande du {time}",
  agent: "L’appareil se présente comme {agent}",
  advice:
    "N’autorisez l’accès que si vous venez de lancer cette demande sur un appareil qui se trouve près de vous. Si l’on vous a envoyé ce code, refusez.",
  deny: "Refuser",
  allow: "Autoriser",

  approved: "L’appareil est connecté",
  approvedText: "Il se connecte en quelques secondes. Vous pouvez fermer cette fenêtre.",
  denied: "La demande a été refusée",
  deniedText: "L’appareil n’obtient aucun accès. Vous pouvez fermer cette fenêtre.",
  another: "Saisir un autre code",
};
