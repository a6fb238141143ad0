/** The login page in German. */
import type { Translated } from "../../../std/texts/languages.ts";
import type { LOGIN as EN } from "../en/login.ts";

export const LOGIN: Translated<typeof EN> = {
  username: "Benutzername oder E-Mail-Adresse",
  password: "Passwort",
  showPassword: "Passwort anzeigen",
  hidePassword: "Passwort verbergen",
  provider: "Anmelden bei",
  rememberMe: "Angemeldet bleiben",
  signIn: "Anmelden",
  signInTo: "Bei {name} anmelden",
  signInAgain: "Bestätigen Sie, dass Sie es sind, um fortzufahren: Melden Sie sich noch einmal an.",
  signInWithFactor:
    "Melden Sie sich in zwei Schritten an, um fortzufahren: mit einem Passkey oder zusätzlich mit einem Code.",
  signInWithPasskey: "Melden Sie sich mit einem Passkey an, um fortzufahren.",
  preferFactor:
    "Melden Sie sich möglichst in zwei Schritten an: mit einem Passkey oder zusätzlich mit einem Code.",
  preferPasskey: "Melden Sie sich möglichst mit einem Passkey an.",
  signedOut: "Sie sind abgemeldet.",
  tooManyAttempts: "Zu viele Versuche. Versuchen Sie es in {count} noch einmal.",
  tooManyAttemptsSoon:
    "Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es noch einmal.",
  signingIn: "Sie werden angemeldet …",
  forgotPassword: "Passwort vergessen?",
  noAccount: "Noch kein Konto?",
  createAccount: "Konto erstellen",
  or: "oder",
  usePasskey: "Mit Passkey anmelden",
  usePasskeyOf: "Mit einem Passkey bei {name} anmelden",
  waitingForPasskey: "Ihr Passkey wird abgefragt …",
  continueWith: "Weiter mit {name}",
  back: "Zurück zur Anmeldung",
  oneMoment: "Einen Moment …",

  codeTitle: "Geben Sie Ihren Code ein",
  codeText: "Geben Sie den 6-stelligen Code aus Ihrer Authenticator-App ein.",
  totp: "Code der Authenticator-App",
  recoveryText:
    "Geben Sie einen der Wiederherstellungscodes ein, die Sie beim Einrichten Ihrer Authenticator-App aufbewahrt haben.",
  recoveryCode: "Wiederherstellungscode",
  useRecoveryCode: "Wiederherstellungscode verwenden",
  useAuthenticator: "Authenticator-App verwenden",
  recoveryUsedTitle: "Sie haben einen Wiederherstellungscode verwendet",
  recoveryUsed:
    "Übrige Wiederherstellungscodes: {count}. Wenn Sie Ihr Telefon verloren haben, richten Sie auf der Seite Ihres Kontos ein anderes ein.",
  codeNotValid: "Dieser Code ist nicht gültig. Prüfen Sie ihn und versuchen Sie es noch einmal.",
  codeAndPassword:
    "Geben Sie Ihr Passwort und den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.",
  continue: "Weiter",

  setupTitle: "Zweiten Schritt einrichten",
  setupDue:
    "Dieses Konto braucht einen zweiten Schritt bei der Anmeldung. Richten Sie ihn ein, um fortzufahren.",
  setupLater:
    "Ab dem {name} braucht dieses Konto einen zweiten Schritt bei der Anmeldung. Richten Sie ihn jetzt oder später ein.",
  setupScan:
    "Scannen Sie diesen Code mit einer Authenticator-App und geben Sie die 6 Ziffern ein, die sie zeigt.",
  setupQr: "QR-Code für die Authenticator-App",
  setupKey: "Oder tippen Sie diesen Schlüssel in die App:",
  setupPasskey: "Stattdessen einen Passkey verwenden",
  setupNeedsScript:
    "Der zweite Schritt ist hier ein Passkey, der JavaScript braucht. Schalten Sie es ein und melden Sie sich erneut an.",
  setupGone: "Diese Seite ist nicht mehr gültig. Melden Sie sich erneut an.",
  setupNotHere:
    "Dieses Konto braucht einen zweiten Schritt, und hier kann keiner eingerichtet werden. Fragen Sie Ihren Administrator.",
  setupCodesTitle: "Wiederherstellungscodes aufbewahren",
  copyCodes: "Codes kopieren",
  codesCopied: "Kopiert",
  setupCodesText:
    "Wenn Sie Ihr Telefon verlieren, meldet Sie jeder davon einmal an. Sie werden nicht noch einmal gezeigt.",
  later: "Später",
  passkeyRequired: "Dieses Konto muss sich mit seinem Passkey anmelden.",
  passkeyOrCode:
    "Dieses Konto muss sich mit seinem Passkey anmelden. Wenn das nicht geht, geben Sie einen Ihrer Wiederherstellungscodes ein.",

  waitingTitle: "Weiter im anderen Fenster",
  waitingText:
    "Schließen Sie die Anmeldung bei {name} in dem Fenster ab, das sich geöffnet hat. Diese Seite geht dann von selbst weiter.",
  windowLooksClosed:
    "Das Fenster scheint geschlossen zu sein. Wenn das so ist, brechen Sie ab und versuchen Sie es noch einmal.",
  windowBlocked:
    "Ihr Browser hat das Anmeldefenster blockiert. Erlauben Sie es für diese Website und versuchen Sie es noch einmal, oder",
  continueHere: "machen Sie in diesem Fenster weiter",
  cancel: "Abbrechen",
  cancelled: "Die Anmeldung wurde abgebrochen.",

  mailMeCode: "Code per E-Mail erhalten",
  mailTitle: "Anmeldung per E-Mail",
  mailText: "Wir schicken Ihnen einen Code und einen Link, mit denen Sie sich anmelden.",
  mailSentTitle: "Sehen Sie in Ihrem Postfach nach",
  mailSentText:
    "Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs. Geben Sie den Code daraus hier ein, oder öffnen Sie den Link.",
  mailLinkTitle: "Anmelden",
  mailLinkText: "Sie melden sich an als",
  mailLinkAsk:
    "Sie haben den Link aus einer E-Mail geöffnet. Geben Sie die E-Mail-Adresse ein, an die sie geschickt wurde.",
  mailLinkGoneTitle: "Dieser Link ist nicht gültig",
  mailLinkGone: "Er wurde schon benutzt, durch eine neuere E-Mail ersetzt oder ist zu alt.",
  mailAgain: "Neue E-Mail schicken",

  signupTitle: "Erstellen Sie Ihr Konto",
  name: "Name",
  optional: "freiwillig",
  email: "E-Mail-Adresse",
  newPassword: "Neues Passwort",
  passwordHint: "Mindestens {count} Zeichen.",
  ruleWords: "Mehr als Ihr Name, Ihre Adresse oder der Name dieses Dienstes.",
  ruleCommon: "Keines der häufigen, die zuerst probiert werden.",
  ruleBreached: "Keines, das einem anderen Dienst gestohlen wurde.",
  ruleMost: "Weniger Zeichen: Dieses ist zu lang.",
  rulesMissing: "Es fehlt noch:",
  rulesKept: "Alles, was diese Seite prüfen kann, ist erfüllt.",
  haveCode: "Ich habe schon einen Code",
  signupSent: "Wenn diese Adresse verwendet werden kann, ist eine E-Mail mit einem Code unterwegs.",
  accountExists:
    "Es gibt schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich an, oder setzen Sie das Passwort zurück.",
  mailCodeNotValid:
    "Dieser Code ist nicht gültig. Prüfen Sie ihn, oder lassen Sie sich einen neuen schicken.",
  mailCodeGone:
    "Der Code aus der E-Mail ist abgelaufen oder wurde schon verwendet. Lassen Sie sich einen neuen schicken.",
  signedUp: "Ihr Konto ist bereit. Melden Sie sich an, um fortzufahren.",
  verifyTitle: "Bestätigen Sie Ihre E-Mail-Adresse",
  verifyText: "Geben Sie den Code ein, den wir Ihnen per E-Mail geschickt haben.",
  mailCode: "Code aus der E-Mail",
  confirm: "Bestätigen",
  verified: "Ihre E-Mail-Adresse ist bestätigt. Melden Sie sich an, um fortzufahren.",
  verifyHere: "Damit bestätigen Sie Ihre Adresse und melden sich an:",
  verifyElsewhere:
    "Sie haben sich in einem anderen Browser registriert. Geben Sie das Passwort ein, das Sie dort gewählt haben, um Ihre Adresse zu bestätigen:",
  verifyNotYou:
    "Wenn Sie sich nicht registriert haben, schließen Sie diese Seite: Dann geschieht nichts.",
  verifyPasswordWrong: "Das ist nicht das Passwort, das bei der Registrierung gewählt wurde.",
  verifyDone: "Ich habe sie in einem anderen Browser bestätigt",
  notConfirmedYet:
    "Die Adresse ist noch nicht bestätigt. Öffnen Sie den Link aus der E-Mail, oder geben Sie den Code hier ein.",
  verifiedElsewhere:
    "Ihre E-Mail-Adresse ist bestätigt. Gehen Sie zu dem Fenster zurück, in dem Sie sich registriert haben, oder melden Sie sich hier an.",
  resetTitle: "Setzen Sie Ihr Passwort zurück",
  resetText:
    "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wenn wir sie kennen, schicken wir Ihnen einen Code.",
  sendCode: "Code schicken",
  resetSent: "Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist ein Code unterwegs.",
  resetConfirmTitle: "Wählen Sie ein neues Passwort",
  savePassword: "Passwort speichern",
  passwordSaved: "Ihr neues Passwort ist gespeichert. Melden Sie sich an, um fortzufahren.",

  firstPasswordTitle: "Wählen Sie Ihr eigenes Passwort",
  firstPasswordText:
    "Das Passwort, das Sie bekommen haben, gilt nur für diese Anmeldung. Wählen Sie jetzt ein anderes.",
  firstPasswordElsewhere:
    "Dieses Passwort ist vorläufig. Melden Sie sich auf der Anmeldeseite des Dienstes an, um ein anderes zu wählen.",

  invitationTitle: "Sie sind eingeladen",
  invitationText:
    "Wählen Sie ein Passwort, dann ist Ihr Konto bereit. Sie melden sich mit dieser Adresse an:",
  acceptInvitation: "Annehmen und anmelden",
  acceptWithPasskey: "Stattdessen mit Passkey annehmen",
  invitationAccepted: "Ihr Konto ist bereit. Melden Sie sich an, um fortzufahren.",
  invitationNeedlessTitle: "Sie haben schon ein Konto",
  invitationNeedlessText: "Sie brauchen diese Einladung nicht: Melden Sie sich mit Ihrem Konto an.",
  invitationGoneTitle: "Diese Einladung gilt nicht mehr",
  invitationGone:
    "Sie wurde angenommen oder zurückgezogen, ist abgelaufen, oder eine neuere E-Mail gilt an ihrer Stelle. Fragen Sie dort nach einer neuen, wo Sie eingeladen wurden.",

  enrollTitle: "Melden Sie sich nächstes Mal schneller an",
  enrollText:
    "Erstellen Sie einen Passkey und melden Sie sich mit Fingerabdruck, Gesicht oder Displaysperre an. Er kann nicht erraten oder durch falsche Seiten gestohlen werden, und er bleibt bei Ihnen.",
  passkeyName: "Name dieses Geräts",
  createPasskey: "Passkey erstellen",
  creatingPasskey: "Ihr Passkey wird erstellt …",
  notNow: "Nicht jetzt",
  signedIn: "Sie sind angemeldet. Sie können dieses Fenster schließen.",

  nothingTitle: "Es ist keine Art der Anmeldung eingerichtet",
  nothingText:
    "Wenn Sie diesen Dienst betreuen: Fügen Sie seiner Sitzung einen Anbieter hinzu, oder prüfen Sie, ob die vorhandenen ausgeblendet sind.",
  noPasskeys:
    "Dieser Browser unterstützt keine Passkeys, und hier gibt es keine andere Art der Anmeldung.",
  passkeysNeedScript:
    "Die Anmeldung mit einem Passkey braucht JavaScript. Schalten Sie es ein und laden Sie diese Seite neu.",
  somethingWrong: "Etwas ist schiefgegangen. Versuchen Sie es noch einmal.",
  badCredentials: "Benutzername oder Passwort ist falsch.",
  badCredentialsOrCode: "Benutzername, Passwort oder Code ist falsch.",
  entryRefused: "Diese Eingaben werden nicht angenommen. Prüfen Sie Adresse und Passwort.",
  wayNotAvailable: "Diese Art der Anmeldung ist nicht verfügbar.",
  notAvailableNow: "Die Anmeldung ist gerade nicht verfügbar. Bitte versuchen Sie es noch einmal.",
  passwordOwnWords: "Wählen Sie ein Passwort, das mehr ist als Ihr Name oder Ihre Adresse.",
  passwordCommon:
    "Dieses Passwort gehört zu den ersten, die ausprobiert werden. Wählen Sie ein anderes.",
  passwordBreached: "Dieses Passwort wurde anderswo gestohlen. Wählen Sie ein anderes.",
  fieldsMissing: "Bitte füllen Sie alle Felder aus und versuchen Sie es noch einmal.",
  openTooLong: "Diese Seite war zu lange geöffnet. Bitte versuchen Sie es noch einmal.",
  unreachable:
    "Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  passkeyCancelled: "Die Abfrage des Passkeys wurde abgebrochen oder dauerte zu lange.",
  passkeyKnown: "Dieses Gerät hat für dieses Konto schon einen Passkey.",
  passkeyUnusable: "In diesem Browser oder an dieser Adresse lassen sich Passkeys nicht verwenden.",
  tookTooLong: "Die Anmeldung hat zu lange gedauert. Bitte versuchen Sie es noch einmal.",

  theme: "Farbschema",
  themeSystem: "System",
  themeLight: "Hell",
  themeDark: "Dunkel",
};
