/** Texts of connected applications; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { applications as EN } from "../en/applications.ts";

export const applications: Translated<typeof EN> = {
  title: "Verbundene Anwendungen",
  ownText:
    "Diesen Anwendungen haben Sie erlaubt, Ihr Konto zu benutzen. Wenn Sie das zurücknehmen, wird die Anwendung abgemeldet und fragt beim nächsten Mal.",
  noneOwn: "Sie haben keiner Anwendung etwas dauerhaft erlaubt.",
  noneOfUser: "Der Benutzer hat keiner Anwendung etwas dauerhaft erlaubt.",
  allowed: "Erlaubt {time}",
  withdraw: "Zurücknehmen",
  withdrawWhat: "{name} wird abgemeldet und fragt beim nächsten Mal wieder.",
  withdrawn: "Zurückgenommen",
};
