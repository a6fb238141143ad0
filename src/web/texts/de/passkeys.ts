/** The panel of passkeys in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { PASSKEYS as EN } from "../en/passkeys.ts";

export const PASSKEYS: Translated<typeof EN> = {
  title: "Passkeys",
  lead: "Melden Sie sich mit Fingerabdruck, Gesicht, Displaysperre oder Sicherheitsschlüssel an statt mit einem Passwort.",
  none: "Sie haben noch keinen Passkey.",
  lastUsed: "Zuletzt benutzt am {date}",
  never: "Hinzugefügt am {date}, noch nicht benutzt",
  inDomain: "für {domain}",
  change: "Ändern",
  changeOne: "{name} ändern",
  name: "Name",
  newName: "Name des neuen Passkeys",
  optional: "freiwillig",
  rename: "Umbenennen",
  remove: "Entfernen",
  add: "Passkey hinzufügen",
  needsScript: "Um einen Passkey hinzuzufügen, wird JavaScript gebraucht.",
  notSupported: "Dieser Browser unterstützt keine Passkeys.",
  nameMissing: "Geben Sie einen Namen mit höchstens 100 Zeichen ein.",
  gone: "Diesen Passkey gibt es nicht mehr.",
  renamed: "Der Passkey hat seinen neuen Namen.",
  removed: "Der Passkey ist entfernt. Eine Anmeldung mit ihm ist nicht mehr möglich.",
  codesTitle: "Wiederherstellungscodes",
  codesText:
    "Wenn Sie das Gerät mit Ihrem Passkey verlieren, ersetzt ihn jeder dieser Codes einmal, nach Ihrem Passwort oder einem Code per E-Mail, wo zwei Schritte verlangt werden.",
  codesNone: "Sie haben noch keine.",
  makeCodes: "Wiederherstellungscodes erstellen",
  codesMade: "Das sind Ihre Wiederherstellungscodes. Frühere gelten nicht mehr.",
  codesKeep:
    "Jeder davon ersetzt Ihren Passkey einmal, nach Ihrem Passwort oder einem Code per E-Mail. Schreiben Sie sie auf, oder drucken Sie diese Seite jetzt: Sie werden nicht noch einmal gezeigt.",
};
