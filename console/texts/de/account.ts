/** Texts of the own account; in German. */
import type { Translated } from "../../../src/std/texts/languages.ts";
import type { account as EN } from "../en/account.ts";

export const account: Translated<typeof EN> = {
  profile: "Profil",
  name: "Name",
  usernames: "Benutzernamen",
  email: "E-Mail",
  account: "Konto",
  local: "Von diesem Dienst verwaltet",
  foreign: "Von einem externen Verzeichnis oder Anbieter verwaltet",
  id: "ID",
  access: "Zugriff",
  roles: "Rollen",
  permissions: "Berechtigungen",
  none: "Keine",
  more: "{count} weitere zeigen",
  noAccount: "Kein Konto",
  noAccountText:
    "Sie haben Administratorrechte ohne ein Konto, daher gibt es hier nichts zu sehen. Melden Sie sich als Benutzer an, um Ihr eigenes Konto zu sehen.",

  changePassword: "Passwort ändern",
  passwordText: "Danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.",
  ruleLength: "Mindestens {count} Zeichen.",
  ruleWords: "Mehr als Ihr Name, Ihre Adresse oder der Name dieses Dienstes.",
  ruleCommon: "Keines der häufigen, die zuerst probiert werden.",
  ruleBreached: "Keines, das einem anderen Dienst gestohlen wurde.",
  ruleMost: "Weniger Zeichen: Dieses ist zu lang.",
  rulesMissing: "Es fehlt noch:",
  rulesKept: "Alles, was diese Seite prüfen kann, ist erfüllt.",
  current: "Aktuelles Passwort",
  next: "Neues Passwort",
  repeat: "Neues Passwort wiederholen",
  differ: "Die beiden neuen Passwörter stimmen nicht überein.",
  change: "Passwort ändern",
  changedTitle: "Ihr Passwort wurde geändert",
  changedText:
    "Sie sind jetzt überall abgemeldet. Melden Sie sich mit dem neuen Passwort an, um fortzufahren.",
  signIn: "Anmelden",

  passkeys: "Passkeys",
  passkeysText:
    "Melden Sie sich mit Fingerabdruck, Gesicht, Bildschirmsperre oder einem Sicherheitsschlüssel statt mit einem Passwort an.",
  noPasskeys: "Sie haben noch keinen Passkey.",
  passkeyName: "Name (freiwillig)",
  addPasskey: "Passkey hinzufügen",
  passkeyAdded: "Der Passkey ist hinzugefügt. Sie können sich jetzt damit anmelden.",
  passkeyCancelled: "Der Passkey wurde abgebrochen oder hat zu lange gedauert.",
  passkeyKnown: "Dieses Gerät hat schon einen Passkey Ihres Kontos.",
  passkeyUnsupported: "Dieser Browser unterstützt keine Passkeys.",
  added: "Hinzugefügt {time}",
  lastUsed: "Zuletzt verwendet {time}",
  neverUsed: "Noch nie verwendet",
  forDomain: "für {domain}",
  rename: "Umbenennen",
  renameOne: "{name} umbenennen",
  newName: "Neuer Name",
  renamed: "Der Passkey hat seinen neuen Namen.",
  remove: "Entfernen",
  removeOne: "{name} entfernen",
  removePasskey:
    "Mit „{name}“ können Sie sich nicht mehr anmelden. Auf Ihrem Gerät bleibt er, bis Sie ihn dort löschen.",
  removed: "Der Passkey ist entfernt.",

  twoStep: "Anmeldung in zwei Schritten",
  twoStepOff:
    "Nach Ihrem Passwort wird auch ein Code aus einer App auf Ihrem Telefon verlangt. Ihr Passwort allein genügt dann nicht mehr, um sich anzumelden.",
  twoStepOn:
    "Eingeschaltet. Nach Ihrem Passwort fragt die Anmeldung nach einem Code aus Ihrer Authenticator-App.",
  codesLeft: "{count} von 8 Wiederherstellungscodes übrig.",
  noCodesLeft:
    "Es sind keine Wiederherstellungscodes mehr übrig. Erzeugen Sie neue, damit Sie sich auch ohne Ihr Telefon anmelden können.",
  setUp: "Einrichten",
  anotherDevice: "Anderes Gerät einrichten",
  scan: "Scannen Sie diesen Code mit Ihrer Authenticator-App.",
  qr: "QR-Code für Ihre Authenticator-App",
  typeIn: "Oder geben Sie diesen Schlüssel ein:",
  enter: "Geben Sie den sechsstelligen Code ein, den die App jetzt zeigt",
  turnOn: "Einschalten",
  turnedOn: "Die Anmeldung in zwei Schritten ist eingeschaltet.",
  codesTitle: "Ihre Wiederherstellungscodes",
  codesText:
    "Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem davon einmal anmelden. Bewahren Sie sie jetzt sicher auf: Sie werden nicht noch einmal gezeigt.",
  spareTitle: "Noch keine Wiederherstellungscodes",
  spareText:
    "Wenn Sie das Gerät mit Ihrem Passkey verlieren, ersetzt ihn jeder dieser Codes einmal, nach Ihrem Passwort oder einem Code per E-Mail, wo zwei Schritte verlangt werden.",
  spareKeep:
    "Jeder davon ersetzt Ihren Passkey einmal, nach Ihrem Passwort oder einem Code per E-Mail. Schreiben Sie sie auf, oder drucken Sie diese Seite jetzt: Sie werden nicht noch einmal gezeigt.",
  makeCodes: "Wiederherstellungscodes erstellen",
  copyCodes: "Wiederherstellungscodes kopieren",
  kept: "Ich habe sie aufbewahrt",
  newCodes: "Neue Wiederherstellungscodes erzeugen",
  newCodesText: "Die Codes, die Sie jetzt haben, gelten dann nicht mehr.",
  turnOff: "Ausschalten",
  turnOffText:
    "Dann wird nur noch Ihr Passwort verlangt, und Ihre Wiederherstellungscodes werden gelöscht.",
  turnedOff: "Die Anmeldung in zwei Schritten ist ausgeschaltet.",

  identities: "Anmeldungen bei anderen Diensten",
  identitiesText: "Konten bei anderen Anbietern, mit denen Sie sich hier anmelden können.",
  noIdentities: "Noch keines ist verknüpft.",
  link: "{name} verknüpfen",
  linked: "Verknüpft {time}",
  unlink: "Verknüpfung aufheben",
  unlinkOne: "Verknüpfung mit {name} aufheben",
  unlinkText: "Sie können sich hier nicht mehr mit {name} anmelden.",
  unlinked: "Die Verknüpfung ist aufgehoben.",

  sessions: "Wo Sie angemeldet sind",
  sessionsText:
    "Die Browser, die sich zuletzt hier angemeldet haben. Programme mit eigenen Token stehen nicht in dieser Liste; „Alle anderen abmelden“ meldet auch sie ab.",
  noSessions: "Es besteht keine Anmeldung über eine Anmeldeseite dieses Dienstes.",
  end: "Abmelden",
  endOne: "{name} abmelden, angemeldet am {date}",
  ended: "Dieser Browser ist abgemeldet.",
  endOthers: "Alle anderen abmelden",
  endOthersText: "Alle Ihre anderen Browser und Programme müssen sich neu anmelden.",
  othersEnded: "Sie sind überall sonst abgemeldet.",

  currentWrong: "Das ist nicht Ihr aktuelles Passwort.",
  codeWrong:
    "Dieser Code stimmt nicht oder nicht mehr. Geben Sie den ein, den die App jetzt zeigt.",
};
