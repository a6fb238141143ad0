/** Texts of the panel in which people change their own account; in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { PROFILE as EN } from "../en/account-profile.ts";

export const PROFILE: Translated<typeof EN> = {
  title: "Ihre Angaben",
  name: "Name",
  saveName: "Namen speichern",
  language: "Sprache",
  languageHint:
    "Für E-Mails, die Sie nicht selbst angefordert haben; Anwendungen erfahren sie auch.",
  noLanguage: "Keine Wahl",
  saveLanguage: "Sprache speichern",
  picture: "Adresse eines Bildes",
  pictureHint:
    "Anwendungen erfahren sie. Sie wird nie abgerufen, und unsere eigenen Seiten zeigen das Bild nicht; ein leeres Feld entfernt es.",
  pictureFile: "Bild von diesem Gerät: PNG, JPEG oder WebP, höchstens 64 KiB",
  savePicture: "Adresse des Bildes speichern",
  pictureRefused:
    "Dieses Bild wird nicht angenommen: Es muss ein PNG, JPEG oder WebP von höchstens 64 KiB sein.",
  address: "E-Mail-Adresse",
  addressHint: "Ein Code geht an die neue Adresse; die alte wird benachrichtigt.",
  sendCode: "Code senden",
  codeSent:
    "Wenn die Adresse verwendet werden kann, ist ein Code unterwegs. Geben Sie ihn unten ein.",
  code: "Code aus der E-Mail",
  confirm: "Adresse bestätigen",
  deleteTitle: "Konto löschen",
  deleteText:
    "Ihr Konto wird mit Passkeys, Anmeldung in zwei Schritten, API-Schlüsseln, verknüpften Anmeldungen, Sitzungen und erlaubten Anwendungen gelöscht. Das lässt sich nicht rückgängig machen.",
  deleteConfirm: "Ich möchte mein Konto endgültig löschen",
  deleteButton: "Mein Konto löschen",
  deletedTitle: "Ihr Konto ist gelöscht",
  deletedText: "Sie sind überall abgemeldet.",
  confirmFirst: "Setzen Sie das Häkchen, um das Konto zu löschen.",
  notAccepted: "Das wird nicht angenommen. Prüfen Sie Ihre Eingabe.",
  wrongCode: "Dieser Code ist nicht gültig. Prüfen Sie ihn, oder fordern Sie einen neuen an.",
  conflict: "Das geht nicht: Die Adresse ist vergeben, oder es bliebe kein Administrator.",
  noMail: "Gerade kann keine E-Mail gesendet werden. Bitte versuchen Sie es erneut.",
  notAllowed: "Das können Sie hier nicht ändern.",
};
