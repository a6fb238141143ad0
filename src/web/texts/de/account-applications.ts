/** The panel of connected applications in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { APPLICATIONS as EN } from "../en/account-applications.ts";

export const APPLICATIONS: Translated<typeof EN> = {
  title: "Verbundene Anwendungen",
  text: "Diesen Anwendungen haben Sie erlaubt, Ihr Konto zu benutzen. Wenn Sie das zurücknehmen, wird die Anwendung abgemeldet und fragt beim nächsten Mal.",
  allowed: "Erlaubt am {time}",
  withdraw: "Zurücknehmen",
  withdrawLabel: "Zurücknehmen, was {name} darf",
  gone: "Diese Anwendung ist nicht mehr verbunden.",
};
