/** What the doctor says, by its English sentence; `{}` stands for what differs from one finding to another. */
export const DOCTOR_DE: Readonly<Record<string, string>> = {
  // Management plane
  "Management plane": "Verwaltungsebene",
  "Only holders of the admin permission may use it.":
    "Nur wer die Berechtigung für die Verwaltung hat, darf sie benutzen.",
  "The settings of the management plane cannot be read, so it is closed.":
    "Die Einstellungen der Verwaltungsebene sind nicht lesbar, deshalb ist sie geschlossen.",
  "No admin permission is set: everyone who reaches this service may change everything.":
    "Es ist keine Berechtigung für die Verwaltung festgelegt: Jeder, der diesen Dienst erreicht, darf alles ändern.",
  "Break-glass access": "Notzugang",
  "A request without X-User is no administrator.":
    "Eine Anfrage ohne X-User hat keine Rechte eines Administrators.",
  "A request without X-User is treated as an administrator.":
    "Eine Anfrage ohne X-User wird wie ein Administrator behandelt.",
  "{} Our session stands in front of this instance, where the switch has no effect; it has one on an instance without.":
    "{} Vor dieser Instanz steht unsere Sitzung, dort wirkt der Schalter nicht; auf einer Instanz ohne Sitzung wirkt er.",
  "Clients that manage": "Clients, die verwalten",
  "Every client says whether an administrator can manage this service through it.":
    "Jeder Client sagt, ob ein Administrator diesen Dienst durch ihn verwalten kann.",
  "These clients are from before the switch Management and keep what they had: an administrator who signs in at one of them gives it all rights over this service. Save each with the switch on or off.":
    "Diese Clients sind älter als der Schalter „Verwaltung“ und behalten, was sie hatten: Ein Administrator, der sich bei einem von ihnen anmeldet, gibt ihm alle Rechte über diesen Dienst. Jeden mit dem Schalter an oder aus speichern.",
  "First password": "Erstes Passwort",
  "The password of the first start is no longer in use.":
    "Das Passwort des ersten Starts wird nicht mehr verwendet.",
  "The account of the first start was never changed, so its first password still works.":
    "Das Konto des ersten Starts wurde nie geändert, sein erstes Passwort gilt also noch.",
  "Administrators with one factor": "Administratoren mit nur einem Faktor",
  "Every administrator has a passkey or an authenticator app.":
    "Jeder Administrator hat einen Passkey oder eine Authenticator-App.",
  "These administrators have neither a passkey nor an authenticator app: a password alone opens everything.":
    "Diese Administratoren haben weder Passkey noch Authenticator-App: Ein Passwort allein öffnet alles.",
  // Addresses
  "Public address": "Öffentliche Adresse",
  "The public address is set.": "Die öffentliche Adresse ist festgelegt.",
  "No base URL is set: issuer and links follow the host that each request names.":
    "Es ist keine Basis-URL festgelegt: Aussteller und Links richten sich nach dem Host, den jede Anfrage nennt.",
  "{} A proxy is in front whose forwarded headers do not count, so they are wrong.":
    "{} Davor steht ein Proxy, dessen weitergeleitete Header nicht zählen, deshalb sind sie falsch.",
  "Proxies in front": "Vorgeschaltete Proxys",
  "No forwarded headers come from a peer that is not trusted.":
    "Es kommen keine weitergeleiteten Header von Gegenstellen, denen nicht vertraut wird.",
  "Forwarded headers of a peer that is no trusted proxy are ignored.":
    "Weitergeleitete Header einer Gegenstelle, die kein vertrauter Proxy ist, werden nicht beachtet.",
  "Open redirects": "Offene Weiterleitungen",
  "Every client that gets codes has a list of its targets, or the service requires one.":
    "Jeder Client, der Codes erhält, hat eine Liste seiner Ziele, oder der Dienst verlangt eine.",
  "Anyone who knows one of these clients can have codes of federated sign-ins sent to a place of their own.":
    "Wer einen dieser Clients kennt, kann sich Codes aus Anmeldungen bei fremden Anbietern an eine eigene Adresse schicken lassen.",
  "PKCE of public clients": "PKCE öffentlicher Clients",
  "There are no public clients, or the method plain is refused.":
    "Es gibt keine öffentlichen Clients, oder die Methode plain wird abgelehnt.",
  "The PKCE method plain is accepted; public clients can use S256 alone when it is required.":
    "Die PKCE-Methode plain wird angenommen; wird S256 verlangt, können öffentliche Clients nur noch S256 verwenden.",
  "Session providers": "Sitzungsanbieter",
  "None is trusted with more than necessary.": "Keinem wird mehr anvertraut als nötig.",
  "A session provider is trusted with more than necessary.":
    "Einem Sitzungsanbieter wird mehr anvertraut als nötig.",
  "Sign-in": "Anmeldung",
  "The login page offers a way to sign in.": "Die Anmeldeseite bietet einen Weg zur Anmeldung.",
  "No one can sign in: the login page offers no way that works.":
    "Niemand kann sich anmelden: Die Anmeldeseite bietet keinen Weg, der funktioniert.",
  "Sign-in of administrators": "Anmeldung von Administratoren",
  "An administrator can sign in at the login page.":
    "Ein Administrator kann sich an der Anmeldeseite anmelden.",
  "The login page leads administrators to other services alone; whether one can sign in there is not known here.":
    "Die Anmeldeseite führt Administratoren nur zu anderen Diensten; ob sich dort einer anmelden kann, ist hier nicht bekannt.",
  "No administrator can sign in.": "Kein Administrator kann sich anmelden.",
  // Storage
  "Database and clock": "Datenbank und Uhr",
  "The database answers, and its clock and ours agree.":
    "Die Datenbank antwortet, und ihre Uhr stimmt mit unserer überein.",
  "The database does not answer: what is in memory is served, and nothing can be changed.":
    "Die Datenbank antwortet nicht: Ausgeliefert wird, was im Speicher ist, und nichts lässt sich ändern.",
  "The clock of the database is {} s ahead of that of this instance.":
    "Die Uhr der Datenbank geht der Uhr dieser Instanz {} s vor.",
  "The clock of the database is {} s behind that of this instance.":
    "Die Uhr der Datenbank geht der Uhr dieser Instanz {} s nach.",
  "Changes of other instances": "Änderungen anderer Instanzen",
  "They are heard as they happen.": "Sie werden sofort gehört.",
  "The connection that listens is lost: changes are found by polling alone.":
    "Die Verbindung, die zuhört, ist verloren: Änderungen werden nur durch regelmäßiges Nachsehen gefunden.",
  "Nothing listens: changes of other instances are found by polling alone.":
    "Nichts hört zu: Änderungen anderer Instanzen werden nur durch regelmäßiges Nachsehen gefunden.",
  "Polling found {} changes that no notification told of: something between this instance and the database drops them, such as a pooler.":
    "Durch Nachsehen wurden {} Änderungen gefunden, die keine Benachrichtigung gemeldet hat: Etwas zwischen dieser Instanz und der Datenbank verwirft sie, zum Beispiel ein Pooler.",
  "One-time codes": "Einmalcodes",
  "Every instance that shares the database knows them.":
    "Jede Instanz an derselben Datenbank kennt sie.",
  "Codes are kept in the memory of one instance, and the database can have several: a sign-in that changes the instance fails.":
    "Codes liegen im Speicher einer einzigen Instanz, und die Datenbank kann mehrere haben: Eine Anmeldung, die die Instanz wechselt, schlägt fehl.",
  "Stored records": "Gespeicherte Datensätze",
  "All that were read could be decrypted.": "Alle gelesenen ließen sich entschlüsseln.",
  "Records cannot be read: restore them from a backup, or delete them and make them again.":
    "Datensätze sind nicht lesbar: Stellen Sie sie aus einer Sicherung wieder her, oder löschen Sie sie und legen Sie sie neu an.",
  // Keys
  "Signing key": "Signaturschlüssel",
  "There is one, and it is younger than a year.": "Es gibt einen, und er ist jünger als ein Jahr.",
  "There is no signing key: no token can be issued.":
    "Es gibt keinen Signaturschlüssel: Es können keine Tokens ausgestellt werden.",
  "It is {} days old. Renew it: no token ends by that.":
    "Er ist {} Tage alt. Erneuern Sie ihn: Dabei endet kein Token.",
  "Encryption key": "Verschlüsselungsschlüssel",
  "It is long enough, and the next start has it.":
    "Er ist lang genug, und der nächste Start kennt ihn.",
  "The key was changed at another instance: this one writes nothing and cannot read what was written since. Start it again with the new key.":
    "Der Schlüssel wurde an einer anderen Instanz gewechselt: Diese hier schreibt nichts und kann nicht lesen, was seither geschrieben wurde. Starten Sie sie mit dem neuen Schlüssel neu.",
  "The key was changed while the service ran. The next start needs the new one in encryption.key, and is refused with the old one.":
    "Der Schlüssel wurde im laufenden Betrieb gewechselt. Der nächste Start braucht den neuen in encryption.key und wird mit dem alten abgelehnt.",
  "Client secrets": "Client-Secrets",
  "None is short enough to be guessed.": "Keines ist so kurz, dass es sich erraten ließe.",
  "Short secrets can be guessed over time.": "Kurze Secrets lassen sich mit der Zeit erraten.",
  "Length of tokens": "Länge der Tokens",
  "None is near the limit.": "Keines ist nahe an der Grenze.",
  "Tokens are about to become too long to be used: give fewer roles, or ask for fewer scopes.":
    "Tokens werden bald zu lang, um benutzt zu werden: Vergeben Sie weniger Rollen, oder fordern Sie weniger Scopes an.",
  Certificates: "Zertifikate",
  "None that this service knows expires within 30 days.":
    "Keines, das dieser Dienst kennt, läuft innerhalb von 30 Tagen ab.",
  "A certificate has expired.": "Ein Zertifikat ist abgelaufen.",
  "A certificate expires within 30 days.": "Ein Zertifikat läuft innerhalb von 30 Tagen ab.",
  // Mail
  Mail: "E-Mail",
  "The relay can be reached and takes the sign-in.":
    "Der Mailserver ist erreichbar und nimmt die Anmeldung an.",
  "No relay is set: sign-in by mail, verified addresses and password resets are off.":
    "Es ist kein Mailserver eingetragen: Anmeldung per E-Mail, bestätigte Adressen und das Zurücksetzen von Passwörtern sind aus.",
  "No mail can be sent.": "Es kann keine E-Mail gesendet werden.",
  "The relay cannot be used.": "Der Mailserver ist nicht benutzbar.",
  "Mail works, with a risk or after a failure.":
    "E-Mail funktioniert, aber mit einem Risiko oder nach einem Fehler.",
  "Signup and password reset": "Registrierung und Zurücksetzen des Passworts",
  "What is turned on can work.": "Was eingeschaltet ist, kann funktionieren.",
  "Signup or password reset cannot work, or proves nothing.":
    "Die Registrierung oder das Zurücksetzen des Passworts kann nicht funktionieren oder beweist nichts.",
  // Directories and providers
  Directory: "Verzeichnis",
  '{} users left "{}" at once and can still use what they have. Look whether that is so, then sync with {"leavers": true}.':
    '{} Benutzer sind auf einmal aus „{}“ verschwunden und können noch nutzen, was sie haben. Prüfen, ob das stimmt, dann mit {"leavers": true} abgleichen.',
  'Groups of "{}" have the same name and give nothing. Map the DN of the one that is meant.':
    "Gruppen von „{}“ haben denselben Namen und geben nichts. Den DN der gemeinten Gruppe zuordnen.",
  "No directory is in use, or its last sync went well.":
    "Es ist kein Verzeichnis in Gebrauch, oder der letzte Abgleich gelang.",
  "A directory that is not in use has risky settings.":
    "Ein Verzeichnis, das nicht in Gebrauch ist, hat riskante Einstellungen.",
  'The last sync with "{}" failed.': "Der letzte Abgleich mit „{}“ ist fehlgeschlagen.",
  'There was no sync with "{}" yet.': "Mit „{}“ gab es noch keinen Abgleich.",
  'The last sync with "{}" was at {}.': "Der letzte Abgleich mit „{}“ war am {}.",
  "People who wait for a decision": "Personen, die auf eine Entscheidung warten",
  "No one was refused because their name belongs to another account.":
    "Niemand wurde abgewiesen, weil der Name einem anderen Konto gehört.",
  "People of a directory or provider are refused, because their name belongs to another account, until you decide.":
    "Personen eines Verzeichnisses oder Anbieters werden abgewiesen, weil ihr Name einem anderen Konto gehört, bis Sie entscheiden.",
  'The directory "{}" has risky settings.': "Das Verzeichnis „{}“ hat riskante Einstellungen.",
  "Providers elsewhere": "Fremde Anbieter",
  "None can make its people someone else here.":
    "Keiner kann seine Nutzer hier zu jemand anderem machen.",
  "A provider elsewhere is trusted with more than necessary, or cannot work.":
    "Einem fremden Anbieter wird mehr anvertraut als nötig, oder er kann nicht funktionieren.",
  // Instances
  Instances: "Instanzen",
  "All that run report themselves, and are of one version.":
    "Alle, die laufen, melden sich und haben dieselbe Version.",
  "Instances ended without a word, hang, or do not reach the database. They are forgotten after an hour.":
    "Instanzen endeten ohne Meldung, hängen oder erreichen die Datenbank nicht. Nach einer Stunde werden sie vergessen.",
  "Instances of different versions run, as they should during an upgrade alone.":
    "Es laufen Instanzen verschiedener Versionen, wie es nur während eines Upgrades sein soll.",
  // Of every check
  "This could not be checked.": "Das ließ sich nicht prüfen.",
  "This is still being checked: ask again in a moment.":
    "Das wird noch geprüft: Fragen Sie gleich noch einmal.",
  "and {} more": "und {} weitere",
};
