/** Every text of our mails in German. */
import type { MailCatalogue } from "./form.ts";

/** Of every mail about a credential: where the person looks, and what to do when it was another. */
const notYou = {
  action: "Konto ansehen",
  unasked:
    "Wenn Sie das nicht waren und es nicht mit Ihnen abgesprochen ist, melden Sie sich an, entfernen Sie, was Sie nicht kennen, ändern Sie Ihr Passwort und benachrichtigen Sie den Betreiber des Dienstes.",
};

const kinds: MailCatalogue["kinds"] = {
  login: {
    subject: "Ihr Anmeldecode",
    linkSubject: "Ihr Anmeldelink",
    title: "Anmeldung bei {brand}",
    text: "Für diese Adresse wurde eine Anmeldung angefordert. Wenn Sie das waren, geht es hier weiter.",
    action: "Anmelden",
    orCode: "Oder geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
    code: "Geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
    unasked:
      "Wenn Sie sich nicht anmelden wollten, brauchen Sie nichts zu tun: Ohne den Code geschieht nichts. Geben Sie ihn nicht weiter.",
  },
  verify: {
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    title: "Bestätigen Sie Ihre E-Mail-Adresse",
    text: "Mit dieser Adresse soll bei {brand} ein Konto angelegt werden. Bestätigen Sie die Adresse, um das abzuschließen.",
    action: "Adresse bestätigen",
    orCode: "Oder geben Sie diesen Code auf der Seite ein, auf der Sie das Konto angelegt haben:",
    code: "Geben Sie diesen Code auf der Seite ein, auf der Sie das Konto angelegt haben:",
    unasked:
      "Wenn Sie kein Konto anlegen wollten, brauchen Sie nichts zu tun: Ohne den Code entsteht kein Konto.",
  },
  account_exists: {
    subject: "Sie haben schon ein Konto",
    title: "Sie haben schon ein Konto",
    text: "Mit dieser Adresse sollte bei {brand} ein Konto angelegt werden, zu ihr gehört aber schon eines. Melden Sie sich damit an, oder setzen Sie das Passwort zurück, wenn Sie es vergessen haben.",
    action: "Anmelden",
    unasked:
      "Wenn Sie kein Konto anlegen wollten, brauchen Sie nichts zu tun: Es wurde nichts geändert.",
  },
  reset: {
    subject: "Setzen Sie Ihr Passwort zurück",
    title: "Wählen Sie ein neues Passwort",
    text: "Für Ihr Konto bei {brand} wurde ein neues Passwort angefordert. Wenn Sie das waren, geht es hier weiter.",
    action: "Neues Passwort wählen",
    orCode: "Oder geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
    code: "Geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:",
    unasked:
      "Wenn Sie das nicht wollten, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist. Geben Sie den Code nicht weiter.",
  },
  reset_sent: {
    subject: "Neues Passwort wählen",
    title: "Neues Passwort wählen",
    text: "Die Administration von {brand} hat Ihnen diese E-Mail geschickt, damit Sie ein neues Passwort wählen können.",
    action: "Neues Passwort wählen",
    orCode: "Oder geben Sie diesen Code auf der Seite ein, auf der Sie Ihr Passwort zurücksetzen:",
    code: "Geben Sie diesen Code auf der Seite ein, auf der Sie Ihr Passwort zurücksetzen:",
    unasked:
      "Wenn Sie das nicht brauchen, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist. Geben Sie den Code nicht weiter.",
  },
  password_changed: {
    subject: "Ihr Passwort wurde geändert",
    title: "Ihr Passwort wurde geändert",
    text: "Das Passwort Ihres Kontos bei {brand} wurde geändert, und Sie wurden überall abgemeldet.",
    unasked:
      "Wenn Sie das nicht waren, setzen Sie Ihr Passwort jetzt zurück und benachrichtigen Sie den Betreiber des Dienstes.",
  },
  invitation: {
    subject: "Ihre Einladung",
    title: "Einladung zu {brand}",
    text: "Sie wurden zu {brand} eingeladen. Öffnen Sie den Link und legen Sie fest, wie Sie sich anmelden.",
    action: "Einladung annehmen",
    unasked:
      "Wenn Sie damit nichts anfangen können, ignorieren Sie diese E-Mail: Ohne Sie wird kein Konto angelegt.",
  },
  address_change: {
    subject: "Neue Adresse bestätigen",
    title: "Neue Adresse bestätigen",
    text: "Diese Adresse wurde für ein Konto bei {brand} eingetragen. Mit dem Code wird sie übernommen.",
    code: "Geben Sie diesen Code auf der Seite Ihres Kontos ein:",
    unasked:
      "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne den Code ändert sich nichts. Geben Sie ihn nicht weiter.",
  },
  address_changed: {
    subject: "Ihre Adresse wurde geändert",
    title: "Ihre Adresse wurde geändert",
    text: "Ihr Konto bei {brand} hat jetzt eine andere Adresse. Mit dieser hier können Sie sich nicht mehr anmelden.",
    unasked: "Wenn Sie das nicht waren, benachrichtigen Sie sofort den Betreiber des Dienstes.",
  },
  passkey_added: {
    subject: "Ein Passkey wurde hinzugefügt",
    title: "Ein Passkey wurde hinzugefügt",
    text: "Ihr Konto bei {brand} hat einen neuen Passkey: {name}.",
    ...notYou,
  },
  passkey_removed: {
    subject: "Ein Passkey wurde entfernt",
    title: "Ein Passkey wurde entfernt",
    text: "Der Passkey {name} Ihres Kontos bei {brand} wurde entfernt.",
    ...notYou,
  },
  app_added: {
    subject: "Eine Authenticator-App wurde eingerichtet",
    title: "Eine Authenticator-App wurde eingerichtet",
    text: "Anmeldungen bei Ihrem Konto bei {brand} fragen jetzt nach einem Code der Authenticator-App, die eben eingerichtet wurde. Dazu gehören Wiederherstellungscodes. Wenn Sie sie nicht gesehen haben, erzeugen Sie andere auf der Seite Ihres Kontos.",
    ...notYou,
  },
  app_removed: {
    subject: "Die Authenticator-App wurde entfernt",
    title: "Die Authenticator-App wurde entfernt",
    text: "Anmeldungen bei Ihrem Konto bei {brand} fragen nicht mehr nach einem Code der Authenticator-App.",
    ...notYou,
  },
  recovery_codes_made: {
    subject: "Neue Wiederherstellungscodes",
    title: "Neue Wiederherstellungscodes",
    text: "Für Ihr Konto bei {brand} wurden neue Wiederherstellungscodes erzeugt. Die bisherigen gelten nicht mehr. Wenn Sie sie nicht gesehen haben, erzeugen Sie andere auf der Seite Ihres Kontos.",
    ...notYou,
  },
  recovery_codes_removed: {
    subject: "Die Wiederherstellungscodes wurden entfernt",
    title: "Die Wiederherstellungscodes wurden entfernt",
    text: "Die Wiederherstellungscodes Ihres Kontos bei {brand} gelten nicht mehr.",
    ...notYou,
  },
  recovery_code_used: {
    subject: "Ein Wiederherstellungscode wurde verwendet",
    title: "Ein Wiederherstellungscode wurde verwendet",
    text: "Ein Wiederherstellungscode Ihres Kontos bei {brand} wurde verwendet. Übrige Codes: {name}.",
    ...notYou,
  },
  api_key_added: {
    subject: "Ein API-Schlüssel wurde hinzugefügt",
    title: "Ein API-Schlüssel wurde hinzugefügt",
    text: "Ihr Konto bei {brand} hat einen neuen API-Schlüssel: {name}. Ein Programm, das ihn hat, handelt in Ihrem Namen.",
    ...notYou,
  },
  api_key_changed: {
    subject: "Ein API-Schlüssel wurde geändert",
    title: "Ein API-Schlüssel wurde geändert",
    text: "Es wurde geändert, was der API-Schlüssel {name} Ihres Kontos bei {brand} darf.",
    ...notYou,
  },
  api_key_removed: {
    subject: "Ein API-Schlüssel wurde entfernt",
    title: "Ein API-Schlüssel wurde entfernt",
    text: "Der API-Schlüssel {name} Ihres Kontos bei {brand} gilt nicht mehr.",
    ...notYou,
  },
  sign_in_linked: {
    subject: "Eine weitere Anmeldung wurde hinzugefügt",
    title: "Eine weitere Anmeldung wurde hinzugefügt",
    text: "Sie können sich bei Ihrem Konto bei {brand} jetzt auch mit {name} anmelden.",
    ...notYou,
  },
  sign_in_unlinked: {
    subject: "Eine Anmeldung wurde entfernt",
    title: "Eine Anmeldung wurde entfernt",
    text: "Sie können sich bei Ihrem Konto bei {brand} nicht mehr mit {name} anmelden.",
    ...notYou,
  },
  address_added: {
    subject: "Eine Adresse wurde hinzugefügt",
    title: "Eine Adresse wurde hinzugefügt",
    text: "Ihr Konto bei {brand} hat eine weitere Adresse: {name}. Mit ihr kann man sich anmelden und das Passwort zurücksetzen.",
    ...notYou,
  },
  test: {
    subject: "Test-E-Mail",
    title: "Der Versand von E-Mails funktioniert",
    text: "Die Administration von {brand} hat diese E-Mail geschickt, um die Einstellungen zu prüfen. Sie brauchen nichts zu tun.",
  },
};

const frame: MailCatalogue["frame"] = {
  expires: "Code und Link gelten nur einmal und nur innerhalb von {time}.",
  codeExpires: "Der Code gilt nur einmal und nur innerhalb von {time}.",
  linkExpires: "Der Link gilt nur einmal und nur innerhalb von {time}.",
  linkHint: "Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse in Ihrem Browser:",
  linkLine: "Öffnen Sie diese Adresse in Ihrem Browser:",
  sentBy: "Gesendet von {brand}, weil es eine Anfrage für diese Adresse gab.",
  support: "Hilfe",
  supportLine: "Hilfe: {link}",
  thisService: "diesem Dienst",
  unnamed: "Diese E-Mail wurde automatisch gesendet.",
};

const facts: MailCatalogue["facts"] = {
  when: "Zeit:",
  by: "Von:",
  administrator: "der Administration",
  program: "einem Programm mit API-Schlüssel",
  browser: "Browser:",
  browserOn: "{browser} auf {system}",
  network: "Netzwerk:",
};

export const texts: MailCatalogue = { kinds, frame, facts };
