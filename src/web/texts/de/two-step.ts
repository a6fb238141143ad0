/** The panel of two-step sign-in in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { TWO_STEP as EN } from "../en/two-step.ts";

export const TWO_STEP: Translated<typeof EN> = {
  title: "Anmeldung in zwei Schritten",
  off: "Nach Ihrem Passwort wird auch ein Code aus einer App auf Ihrem Telefon verlangt. Ihr Passwort allein genügt dann nicht mehr, um sich anzumelden.",
  setUp: "Einrichten",
  on: "Eingeschaltet. Nach Ihrem Passwort wird ein Code aus Ihrer Authenticator-App verlangt.",
  left: "{count} von 8 Wiederherstellungscodes übrig.",
  noneLeft:
    "Es sind keine Wiederherstellungscodes mehr übrig. Erstellen Sie neue, damit Sie sich auch ohne Ihr Telefon anmelden können.",
  newCodes: "Neue Wiederherstellungscodes erstellen",
  another: "Anderes Gerät einrichten",
  turnOff: "Ausschalten",

  scan: "1. Scannen Sie diesen Code mit Ihrer Authenticator-App.",
  qrCode: "QR-Code für Ihre Authenticator-App",
  typeIn: "Oder geben Sie diesen Schlüssel ein:",
  enter: "2. Geben Sie den 6-stelligen Code ein, den die App jetzt anzeigt.",
  confirm: "Einschalten",
  codeNotValid:
    "Dieser Code ist nicht gültig. Prüfen Sie die Uhr Ihres Telefons und geben Sie den Code ein, den die App jetzt anzeigt.",
  expired: "Diese Einrichtung ist nicht mehr gültig. Bitte beginnen Sie noch einmal.",

  recoveryCodes: "Ihre Wiederherstellungscodes",
  turnedOn: "Die Anmeldung in zwei Schritten ist eingeschaltet.",
  renewed: "Dies sind Ihre neuen Wiederherstellungscodes. Die alten werden nicht mehr angenommen.",
  keepThem:
    "Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem davon einmal anmelden. Schreiben Sie sie jetzt auf oder drucken Sie diese Seite: Sie werden nicht noch einmal gezeigt.",
  shownBefore:
    "Die Wiederherstellungscodes dieser Seite wurden schon gezeigt. Wenn Sie sie nicht aufbewahrt haben, erstellen Sie neue.",
  done: "Ich habe sie aufbewahrt",
  turnedOff:
    "Die Anmeldung in zwei Schritten ist ausgeschaltet. Jetzt wird nur noch Ihr Passwort verlangt.",
};
