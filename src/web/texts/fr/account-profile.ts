/** Texts of the panel in which people change their own account; in French. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { PROFILE as EN } from "../en/account-profile.ts";

export const PROFILE: Translated<typeof EN> = {
  title: "Vos informations",
  name: "Nom",
  saveName: "Enregistrer le nom",
  language: "Langue",
  languageHint:
    "Pour les e-mails que vous n’avez pas demandés vous-même ; les applications la reçoivent aussi.",
  noLanguage: "Aucun choix",
  saveLanguage: "Enregistrer la langue",
  picture: "Adresse d’une photo",
  pictureHint:
    "Les applications la reçoivent. Elle n’est jamais consultée, et nos propres pages n’affichent pas la photo ; un champ vide retire la photo.",
  pictureFile: "Photo de cet appareil : PNG, JPEG ou WebP, 64 Kio au plus",
  savePicture: "Enregistrer l’adresse de la photo",
  pictureRefused:
    "Cette photo n’est pas acceptée : elle doit être un PNG, JPEG ou WebP de 64 Kio au plus.",
  address: "Adresse e-mail",
  addressHint: "Un code est envoyé à la nouvelle adresse ; l’ancienne en est informée.",
  sendCode: "Envoyer le code",
  codeSent:
    "Si l’adresse peut être utilisée, vous allez recevoir un code. Saisissez-le ci-dessous.",
  code: "Code reçu par e-mail",
  confirm: "Confirmer l’adresse",
  deleteTitle: "Supprimer le compte",
  deleteText:
    "Votre compte est supprimé avec ses clés d’accès, sa connexion en deux étapes, ses clés d’API, ses connexions associées, ses sessions et les autorisations que vous avez données aux applications. Cette action est irréversible.",
  deleteConfirm: "Je veux supprimer mon compte définitivement",
  deleteButton: "Supprimer mon compte",
  deletedTitle: "Votre compte est supprimé",
  deletedText: "Vous êtes déconnecté partout.",
  confirmFirst: "Cochez la case pour supprimer le compte.",
  notAccepted: "Cette saisie n’est pas acceptée. Vérifiez-la.",
  wrongCode: "Ce code n’est pas valide. Vérifiez-le ou demandez-en un autre.",
  conflict: "Ce n’est pas possible : l’adresse est prise, ou il ne resterait aucun administrateur.",
  noMail: "Aucun e-mail ne peut être envoyé pour le moment. Veuillez réessayer.",
  notAllowed: "Vous ne pouvez pas modifier cela ici.",
};
