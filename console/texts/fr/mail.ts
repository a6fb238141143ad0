/** The page about mails, in French. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { mail as EN } from "../en/mail.ts";

export const mail: Translated<typeof EN> = {
  needsAddress:
    "Le lien d’un e-mail a besoin de l’adresse de ce service, qui n’est pas encore définie.",
  useAddress: "Utiliser {origin}",
  otherAddress: "Une autre adresse",
  addressSet: "L’adresse est définie",
  needsRelay: "Aucun serveur de messagerie n’est encore configuré : rien ne peut être envoyé.",
  toRelay: "Le configurer",
  preview: "Aperçu",
  previewText: "L’aspect de l’e-mail avec ce qui est saisi ci-dessus, même avant l’enregistrement.",
  code: "Code de connexion",
  link: "Lien de connexion",
  verify: "Vérification",
  reset: "Réinitialisation du mot de passe",
  change: "Modification d’un compte",
  which: "E-mail",
  show: "Afficher l’aperçu",
  subject: "Objet",
  plain: "Texte brut",
  test: "E-mail de test",
  testText: "Envoie un e-mail avec les paramètres enregistrés et indique la réponse du relais.",
  to: "Destinataire",
  send: "Envoyer un e-mail de test",
  sent: "Le relais a accepté l’e-mail.",
  drawn: "Aspect de l’e-mail",
  sections: {
    relay: ["Relais", "Le serveur qui achemine les e-mails ; sans lui, aucun n’est envoyé."],
    from: [
      "Connexion par e-mail",
      "De qui viennent les e-mails, et s’ils permettent de se connecter.",
    ],
    texts: ["Textes", "Vide : les nôtres, dans la langue de la personne."],
    news: ["Informations sur le compte", "Ce que les personnes apprennent sans l’avoir demandé."],
    limits: [
      "Limites",
      "Combien de temps un code est valable, et combien de fois on peut en demander.",
    ],
  },
};
