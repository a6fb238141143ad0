/** What the service says of its own state, in German. */
import type { MessageTexts } from "../../../src/messages/message.ts";
import { SAML_FAULTS } from "../../../src/web/texts/de/saml-faults.ts";
import { faults } from "./faults.ts";
import { imports } from "./imports.ts";
import { refusals } from "./refusals.ts";
import { sources } from "./sources.ts";

export const messages: MessageTexts = {
  ...faults,
  ...refusals,
  ...sources,
  ...imports,
  ...SAML_FAULTS,
  "doctor.failed": "Das ließ sich nicht prüfen.",
  "doctor.late": "Das wird noch geprüft: Fragen Sie gleich noch einmal.",
  "doctor.more": "und {count} weitere",
  "doctor.bootstrap": "Verwaltungsebene",
  "doctor.bootstrap.fine": "Nur wer die Berechtigung für die Verwaltung hat, darf sie benutzen.",
  "doctor.bootstrap.unreadable":
    "Die Einstellungen der Verwaltungsebene sind nicht lesbar, deshalb ist sie geschlossen.",
  "doctor.bootstrap.open":
    "Es ist keine Berechtigung für die Verwaltung festgelegt: Jeder, der diesen Dienst erreicht, darf alles ändern.",
  "doctor.break_glass": "Notzugang",
  "doctor.break_glass.fine": "Eine Anfrage ohne X-User hat keine Rechte eines Administrators.",
  "doctor.break_glass.open": "Eine Anfrage ohne X-User wird wie ein Administrator behandelt.",
  "doctor.break_glass.behind_session":
    "Eine Anfrage ohne X-User wird wie ein Administrator behandelt. Vor dieser Instanz steht unsere Sitzung, dort wirkt der Schalter nicht; auf einer Instanz ohne Sitzung wirkt er.",
  "doctor.management_clients": "Clients, die verwalten",
  "doctor.management_clients.fine":
    "Jeder Client sagt, ob ein Administrator diesen Dienst durch ihn verwalten kann.",
  "doctor.management_clients.undecided":
    "Diese Clients sind älter als der Schalter „Verwaltung“ und behalten, was sie hatten: Ein Administrator, der sich bei einem von ihnen anmeldet, gibt ihm alle Rechte über diesen Dienst. Speichern Sie jeden mit eingeschaltetem oder ausgeschaltetem Schalter.",
  "doctor.first_password": "Erstes Passwort",
  "doctor.first_password.fine": "Das Passwort des ersten Starts wird nicht mehr verwendet.",
  "doctor.first_password.unchanged":
    "Das Konto des ersten Starts wurde nie geändert, sein erstes Passwort gilt also noch.",
  "doctor.second_factor": "Administratoren mit nur einem Faktor",
  "doctor.second_factor.fine": "Jeder Administrator hat einen Passkey oder eine Authenticator-App.",
  "doctor.second_factor.missing":
    "Diese Administratoren haben weder Passkey noch Authenticator-App: Ein Passwort allein öffnet alles.",
  "doctor.factor_rule": "Zweiter Faktor für Personen",
  "doctor.factor_rule.fine": "Wer einen zweiten Faktor braucht, hat einen.",
  "doctor.factor_rule.missing":
    "Personen, die einen zweiten Faktor brauchen und noch keinen haben: {count}. Sie richten ihn ein, wenn sie sich anmelden.",
  "doctor.sign_in": "Anmeldung",
  "doctor.sign_in.fine": "Die Anmeldeseite bietet eine Art der Anmeldung.",
  "doctor.sign_in.none":
    "Keine Anmeldung ist möglich: Die Anmeldeseite bietet keine Art der Anmeldung, die funktioniert.",
  "doctor.administrator_sign_in": "Anmeldung von Administratoren",
  "doctor.administrator_sign_in.fine": "Ein Administrator kann sich an der Anmeldeseite anmelden.",
  "doctor.administrator_sign_in.elsewhere":
    "Die Anmeldeseite führt Administratoren nur zu anderen Diensten; ob sich dort einer anmelden kann, ist hier nicht bekannt.",
  "doctor.administrator_sign_in.no_administrator": "Keine aktive Person ist Administrator.",
  "doctor.administrator_sign_in.no_way":
    "Die Anmeldeseite bietet keine Art der Anmeldung, die funktioniert.",
  "doctor.administrator_sign_in.unable":
    "Die Anmeldeseite bietet Arten der Anmeldung, und kein Administrator ({names}) hat eine davon.",
  "doctor.administrator_sign_in.none": "Kein Administrator kann sich anmelden.",
  "doctor.base_url": "Öffentliche Adresse",
  "doctor.base_url.fine": "Die öffentliche Adresse ist festgelegt.",
  "doctor.base_url.unset":
    "Es ist keine Basis-URL festgelegt: Aussteller und Links richten sich nach dem Host, den jede Anfrage nennt.",
  "doctor.base_url.unset_behind_proxy":
    "Es ist keine Basis-URL festgelegt: Aussteller und Links richten sich nach dem Host, den jede Anfrage nennt. Davor steht ein Proxy, dessen weitergeleitete Header nicht zählen, deshalb sind beide falsch.",
  "doctor.forwarded": "Vorgeschaltete Proxys",
  "doctor.forwarded.fine":
    "Es kommen keine weitergeleiteten Header von Gegenstellen, denen nicht vertraut wird.",
  "doctor.forwarded.ignored":
    "Weitergeleitete Header einer Gegenstelle, die kein vertrauter Proxy ist, werden nicht beachtet.",
  "doctor.redirects": "Offene Weiterleitungen",
  "doctor.redirects.fine":
    "Jeder Client, der Codes erhält, hat eine Liste seiner Ziele, oder der Dienst verlangt eine.",
  "doctor.redirects.open":
    "Wer einen dieser Clients kennt, kann sich Codes aus Anmeldungen bei externen Anbietern an eine eigene Adresse schicken lassen.",
  "doctor.client_roles": "Rollen, die Clients benutzen dürfen",
  "doctor.client_roles.fine": "Jede Rolle, die ein Client nennt, gibt es.",
  "doctor.client_roles.gone":
    "Clients nennen Rollen, die es nicht gibt. Diese Rollen lassen kein Konto ein.",
  "doctor.fapi2": "FAPI-2.0-Clients",
  "doctor.fapi2.fine": "Kein Client nennt das Profil und verletzt eine seiner Regeln.",
  "doctor.fapi2.broken":
    "Diese Clients nennen das FAPI 2.0 Security Profile und verletzen seine Regeln. Was eine Regel verletzt, wird abgelehnt; sie funktionieren also vielleicht nicht.",
  "doctor.pkce": "PKCE öffentlicher Clients",
  "doctor.pkce.fine": "Es gibt keine öffentlichen Clients, oder die Methode plain wird abgelehnt.",
  "doctor.pkce.plain":
    "Die PKCE-Methode plain wird angenommen; wird S256 verlangt, können öffentliche Clients nur noch S256 verwenden.",
  "doctor.buttons": "Knöpfe der Anmeldeseite",
  "doctor.buttons.fine": "Jeder Anbieter hat einen Knopf auf der Anmeldeseite.",
  "doctor.buttons.missing":
    "Zu diesen Anbietern führt keine Seite. Geben Sie ihnen einen Knopf, außer wenn Anwendungen Personen selbst dorthin schicken.",
  "doctor.session_providers": "Sitzungsanbieter",
  "doctor.session_providers.fine": "Keinem wird mehr anvertraut als nötig.",
  "doctor.session_providers.risky": "Einem Sitzungsanbieter wird mehr anvertraut als nötig.",
  "doctor.database": "Datenbank und Uhr",
  "doctor.database.fine": "Die Datenbank antwortet, und ihre Uhr stimmt mit unserer überein.",
  "doctor.database.unreachable":
    "Die Datenbank antwortet nicht: Ausgeliefert wird, was im Speicher ist, und nichts lässt sich ändern.",
  "doctor.database.full":
    "Der Datenträger der Datenbank ist voll: Was gespeichert ist, wird ausgeliefert, und nichts kann geändert werden. Schaffen Sie Platz.",
  "doctor.database.read_only":
    "Die Datenbank ist schreibgeschützt: Was gespeichert ist, wird ausgeliefert, und nichts kann geändert werden. Sie ist ein Standby-Server, oder ein Administrator der Datenbank hat das Schreiben gesperrt.",
  "doctor.database.ahead": "Die Uhr der Datenbank geht der Uhr dieser Instanz {seconds} s vor.",
  "doctor.database.behind": "Die Uhr der Datenbank geht der Uhr dieser Instanz {seconds} s nach.",
  "doctor.notifications": "Änderungen anderer Instanzen",
  "doctor.notifications.fine": "Sie kommen sofort an.",
  "doctor.notifications.lost":
    "Die Verbindung dafür ist abgerissen: Änderungen werden nur durch regelmäßiges Nachsehen gefunden.",
  "doctor.notifications.off":
    "Benachrichtigungen sind aus: Änderungen anderer Instanzen werden nur durch regelmäßiges Nachsehen gefunden.",
  "doctor.notifications.missed":
    "Durch Nachsehen wurden {count} Änderungen gefunden, die keine Benachrichtigung gemeldet hat: Etwas zwischen dieser Instanz und der Datenbank verwirft sie, zum Beispiel ein Pooler.",
  "doctor.code_store": "Einmalcodes",
  "doctor.code_store.fine": "Jede Instanz an derselben Datenbank kennt sie.",
  "doctor.code_store.memory":
    "Codes liegen im Speicher einer einzigen Instanz, und die Datenbank kann mehrere haben: Eine Anmeldung, die die Instanz wechselt, schlägt fehl.",
  "doctor.unreadable": "Gespeicherte Einträge",
  "doctor.unreadable.fine": "Alle gelesenen ließen sich entschlüsseln.",
  "doctor.unreadable.records":
    "Einträge sind nicht lesbar: Stellen Sie sie aus einer Sicherung wieder her, oder löschen Sie sie und legen Sie sie neu an.",
  "doctor.instances": "Instanzen",
  "doctor.instances.fine": "Alle, die laufen, melden sich und haben dieselbe Version.",
  "doctor.instances.silent":
    "Instanzen endeten ohne Meldung, hängen oder erreichen die Datenbank nicht. Nach einer Stunde werden sie vergessen.",
  "doctor.instances.versions":
    "Es laufen Instanzen verschiedener Versionen, wie es nur während eines Upgrades sein soll.",
  "doctor.signing_key": "Signaturschlüssel",
  "doctor.signing_key.fine": "Es gibt einen, und er ist jünger als ein Jahr.",
  "doctor.signing_key.missing":
    "Es gibt keinen Signaturschlüssel: Es können keine Token ausgestellt werden.",
  "doctor.signing_key.old": "Er ist {days} Tage alt. Erneuern Sie ihn: Dabei endet kein Token.",
  "doctor.outside_keys": "Schlüssel im Signierdienst",
  "doctor.outside_keys.fine": "Der Signierdienst antwortet, oder es liegt kein Schlüssel in einem.",
  "doctor.outside_keys.missing":
    "Ein Signaturschlüssel liegt in einem Signierdienst, und diese Instanz hat keinen: Sie stellt keine Token aus.",
  "doctor.outside_keys.failing":
    "Der Signierdienst versagt: {reason}. Bis er antwortet, werden keine neuen Token signiert; vorhandene werden weiter geprüft.",
  "doctor.outside_keys.refused":
    "Der Signierdienst nennt Schlüssel, die sich nicht verwenden lassen: Ein anderer Schlüssel hat ihre ID, oder sie passen nicht zu ihrem Algorithmus.",
  "doctor.pairwise_secret": "Geheimnis paarweiser Subjekte",
  "doctor.pairwise_secret.fine": "Es ist da, oder kein Client braucht es.",
  "doctor.pairwise_secret.lost":
    "Es ist verloren, daher bekommen diese Clients keine Token. Speichern Sie einen davon: Dann entsteht ein neues, und jede Person hat bei allen diesen Clients eine neue ID.",
  "doctor.encryption_key": "Verschlüsselungsschlüssel",
  "doctor.encryption_key.fine": "Er ist lang genug, und der nächste Start kennt ihn.",
  "doctor.encryption_key.elsewhere":
    "Der Schlüssel wurde an einer anderen Instanz gewechselt: Diese hier schreibt nichts und kann nicht lesen, was seither geschrieben wurde. Starten Sie sie mit dem neuen Schlüssel neu.",
  "doctor.encryption_key.unset":
    "Der Schlüssel wurde im laufenden Betrieb gewechselt. Der nächste Start braucht den neuen in encryption.key und wird mit dem alten abgelehnt.",
  "doctor.client_secrets": "Client-Geheimnisse",
  "doctor.client_secrets.fine": "Keines ist so kurz, dass es sich erraten ließe.",
  "doctor.client_secrets.short": "Kurze Geheimnisse lassen sich mit der Zeit erraten.",
  "doctor.long_tokens": "Länge der Token",
  "doctor.long_tokens.fine": "Keines ist nahe an der Grenze.",
  "doctor.long_tokens.near":
    "Token werden bald zu lang, um benutzt zu werden: Vergeben Sie weniger Rollen, oder fordern Sie weniger Scopes an.",
  "doctor.certificates": "Zertifikate",
  "doctor.certificates.fine": "Keines, das dieser Dienst kennt, läuft innerhalb von 30 Tagen ab.",
  "doctor.certificates.expired": "Ein Zertifikat ist abgelaufen.",
  "doctor.certificates.expires": "Ein Zertifikat läuft innerhalb von 30 Tagen ab.",
  "certificate.own.expires": "unser SAML-Zertifikat: läuft am {day} ab",
  "certificate.own.expired": "unser SAML-Zertifikat: am {day} abgelaufen",
  "certificate.next.expires": "unser nächstes SAML-Zertifikat: läuft am {day} ab",
  "certificate.next.expired": "unser nächstes SAML-Zertifikat: am {day} abgelaufen",
  "certificate.authority.expires":
    "Zertifizierungsstelle des Verzeichnisses „{id}“: läuft am {day} ab",
  "certificate.authority.expired":
    "Zertifizierungsstelle des Verzeichnisses „{id}“: am {day} abgelaufen",
  "certificate.provider.expires": "SAML-Anbieter „{id}“: läuft am {day} ab",
  "certificate.provider.expired": "SAML-Anbieter „{id}“: am {day} abgelaufen",
  "doctor.webhooks": "Webhooks und Streams",
  "doctor.webhooks.fine": "Nichts wartet länger auf das Senden als vorgesehen.",
  "doctor.webhooks.waiting": "Ereignisse warten, weil die Gegenseite sie nicht annimmt.",
  "doctor.webhooks.paused":
    "Webhooks sind angehalten, seit eine Sicherung wiederhergestellt wurde.",
  "doctor.outgoing": "Von selbst senden",
  "doctor.outgoing.fine": "Der Dienst sendet von selbst, was fällig ist.",
  "doctor.outgoing.held":
    "Dies ist eine Kopie: Ereignisse für Webhooks, Abmeldungen an Anwendungen, E-Mails wartender Einladungen und der Abgleich des Verzeichnisses werden zurückgehalten, und Personen erfahren nichts von Änderungen an ihren Konten.",
  "webhook.paused": "Der Webhook „{id}“ sendet nichts, bis Sie ihn fortsetzen",
  "delivery.status": "Die Antwort hat den Status {status}.",
  "delivery.paused": "Seit einer Wiederherstellung angehalten.",
  "webhook.stopped": "Der Webhook „{id}“ wurde aufgegeben: {reason}",
  "webhook.failing": "Der Webhook „{id}“ wird erneut versucht: {reason}",
  "audit_stream.failing": "Der Stream „{id}“ des Audit-Protokolls wird erneut versucht: {reason}",
  "doctor.mail": "E-Mail",
  "doctor.mail.fine": "Der Mailserver ist erreichbar und nimmt die Anmeldung an.",
  "doctor.mail.off":
    "Es ist kein Mailserver eingetragen: Anmeldung per E-Mail, bestätigte Adressen und das Zurücksetzen von Passwörtern sind aus.",
  "doctor.mail.unavailable": "Es kann keine E-Mail gesendet werden.",
  "doctor.mail.refused": "Der Mailserver ist nicht benutzbar.",
  "doctor.mail.risky": "E-Mail funktioniert, aber mit einem Risiko oder nach einem Fehler.",
  "doctor.signup": "Registrierung und Zurücksetzen des Passworts",
  "doctor.signup.fine": "Was eingeschaltet ist, kann funktionieren.",
  "doctor.signup.risky":
    "Die Registrierung oder das Zurücksetzen des Passworts kann nicht funktionieren oder beweist nichts.",
  "doctor.directory": "Verzeichnis",
  "doctor.directory.fine": "Es ist kein Verzeichnis in Gebrauch, oder der letzte Abgleich gelang.",
  "doctor.directory.unused":
    "Ein Verzeichnis, das nicht in Gebrauch ist, hat riskante Einstellungen.",
  "doctor.directory.unprotected":
    "„{id}“ kann nicht benutzt werden: Seine Personen können sich nicht anmelden.",
  "doctor.directory.failed": "Der letzte Abgleich mit „{id}“ ist fehlgeschlagen.",
  "doctor.directory.leavers":
    "{count} Benutzer sind auf einmal aus „{id}“ verschwunden und können noch nutzen, was sie haben. Prüfen Sie, ob das stimmt, und gleichen Sie dann mit {body} ab.",
  "doctor.directory.ambiguous":
    "Gruppen von „{id}“ haben denselben Namen und geben nichts. Ordnen Sie den DN der gemeinten Gruppe zu.",
  "doctor.directory.unsynced": "Mit „{id}“ gab es noch keinen Abgleich.",
  "doctor.directory.late": "Der letzte Abgleich mit „{id}“ war am {at}.",
  "doctor.directory.risky": "Das Verzeichnis „{id}“ hat riskante Einstellungen.",
  "doctor.providers": "Externe Anbieter",
  "doctor.providers.fine": "Keiner kann aus seinen Benutzern hier andere Personen machen.",
  "doctor.providers.risky":
    "Einem externen Anbieter wird mehr anvertraut als nötig, oder er kann nicht funktionieren.",
  "doctor.people": "Personen, die auf eine Entscheidung warten",
  "doctor.people.fine": "Keine Person wurde abgewiesen, weil der Name einem anderen Konto gehört.",
  "doctor.people.other_id":
    "{name} · {provider} · {label}: Das Konto ist dort unter einer anderen ID bekannt.",
  "doctor.people.other_source":
    "{name} · {provider} · {label}: Das Konto kommt aus einem anderen Verzeichnis oder von einem anderen Anbieter.",
  "doctor.people.no_id":
    "{name} · {provider} · {label}: Das Konto ist unter einer ID bekannt, und das Verzeichnis zeigt keine dieser Art.",
  "doctor.people.several_accounts":
    "{name} · {provider} · {label}: Die IDs gehören mehreren Konten.",
  "doctor.people.renamed":
    "{name} · {provider} · {label}: Eine bekannte Person hat diesen neuen Namen.",
  "doctor.people.address": "{name} · {provider} · {label}: Das Konto hat diese E-Mail-Adresse.",
  "doctor.people.waiting":
    "Personen eines Verzeichnisses oder Anbieters werden abgewiesen, weil ihr Name einem anderen Konto gehört, bis Sie entscheiden.",
  "lockout.no_holder":
    "Kein aktiver Benutzer und kein aktives Dienstkonto hätte noch {permission}, die Berechtigung für die Verwaltung; geben Sie sie zuerst einem anderen.",
  "lockout.no_administrator": "Keine aktive Person wäre noch Administrator.",
  "lockout.elsewhere":
    "Die Anmeldeseite würde nur noch zu anderen Diensten führen ({names}), und wen diese anmelden, ist hier nicht bekannt.",
  "lockout.no_way": "Die Anmeldeseite würde keine Art der Anmeldung mehr bieten, die funktioniert.",
  "lockout.unable":
    "Die Anmeldeseite würde Arten der Anmeldung bieten, und kein Administrator ({names}) hat eine davon.",
  "limited.administrator": "Nur volle Administratoren ändern das Konto eines Administrators.",
  "limited.makes_administrator": "Nur volle Administratoren machen jemanden zum Administrator.",
  "limited.role": "Die Rolle {role} ist keine, die Sie geben oder nehmen.",
  "limited.member": "{member}: ändern nur volle Administratoren.",
  "limited.full": "Das ändern nur volle Administratoren.",
  "limited.people": "Dazu braucht es das Recht, Personen zu ändern.",
  "limited.new_person":
    "Eine neue Person braucht eine der Rollen, um deren Personen Sie sich kümmern.",
  "limited.source":
    "Namen, Passwort und Herkunft eines Kontos von anderswo ändern nur volle Administratoren.",
  "limited.address":
    "Eine Adresse bestätigt nur, wem sie gehört, und sie ist nicht die eines anderen Kontos.",
  "limited.trusted_client":
    "Einen Client, bei dem die Personen nicht gefragt werden, ändern nur volle Administratoren.",
  "limited.ruled_client":
    "Einen Client, den nur manche Rollen nutzen dürfen, löschen nur volle Administratoren.",
  "limited.provider":
    "Einen Anbieter legen nur volle Administratoren an, löschen ihn oder schalten ihn ein.",
  "limited.invitation": "Die Einladung führt zu Rollen, die Sie nicht geben.",
  "limited.factor": "Einen zweiten Faktor richtet nur ein, wem das Konto gehört.",
  "limited.taken_away": "Das Recht wurde inzwischen entzogen.",
  "sign_in.password": "Passwort",
  "sign_in.passkey": "Passkey",
  "sign_in.mail": "Code per E-Mail",
  "sign_in.unreadable": "Die Sitzungsanbieter sind nicht lesbar.",
  "sign_in.no_settings": "{provider}: Einstellungen, die er braucht, sind nicht lesbar.",
  "sign_in.no_instance": "{provider}: Eine Instanz „{id}“ gibt es nicht.",
  "sign_in.no_client": "{provider}: Den Client „{id}“ gibt es nicht.",
  "sign_in.client_out_of_use":
    "{provider}: Der Client „{id}“ ist deaktiviert, abgelaufen oder nicht lesbar.",
  "sign_in.client_public": "{provider}: Der Client „{id}“ ist öffentlich.",
  "sign_in.client_secret": "{provider}: Der Client „{id}“ hat ein anderes Geheimnis.",
  "sign_in.client_registered_itself": "{provider}: Der Client „{id}“ hat sich selbst registriert.",
  "sign_in.client_roles": "{provider}: Nur bestimmte Rollen dürfen den Client „{id}“ benutzen.",
  "sign_in.client_acr": "{provider}: Der Client „{id}“ verlangt eine stärkere Anmeldung.",
  "sign_in.client_scopes": "{provider}: Der Client „{id}“ darf diese Scopes nicht haben.",
  "sign_in.client_codes":
    "{provider}: Der Client „{id}“ darf an der Anmeldeseite keine Codes annehmen.",
  "sign_in.client_grants":
    "{provider}: Es bleibt keine Art der Anmeldung: Der Client „{id}“ darf keine davon verwenden.",
  "sign_in.no_passwords":
    "{provider}: Es bleibt keine Art der Anmeldung: Passwörter sind abgeschaltet.",
  "sign_in.provider_off": "{provider}: Der Anbieter „{id}“ ist nicht aktiv.",
  "unreadable.sealed": "{table} {id}: nicht zu entschlüsseln",
  "admin.unreadable":
    "Die Einstellungen der Verwaltungsebene sind nicht lesbar: Sie ist geschlossen.",
  "admin.open": "admin.permission ist nicht festgelegt: Die Verwaltungsebene ist offen.",
  "admin.break_glass":
    "admin.allow_missing_x_user: Anfragen ohne X-User haben die Rechte eines Administrators.",
  "database.full":
    "Die Datenbank ist voll: Auf ihrem Datenträger ist kein Platz mehr, und nichts kann geändert werden.",
  "database.read_only":
    "Die Datenbank ist schreibgeschützt: Sie nimmt keine Änderungen an, und nichts kann geändert werden.",
  "member.unknown": "ist hier nicht bekannt: Es wird aufbewahrt und bewirkt nichts.",
  "member.unknown_near":
    "ist hier nicht bekannt: Es wird aufbewahrt und bewirkt nichts. Meinten Sie {near}?",
  "client.no_targets":
    "Der Client „{id}“ hat weder redirect_uris noch whitelist_urls: Anmeldungen bei fremden Anbietern nehmen jedes Ziel an.",
  "client.roles_gone":
    "Client „{id}“: Von den Rollen, die ihn benutzen dürfen, gibt es diese nicht: {roles}",
  "client.fapi2.method":
    "Client „{id}“ (FAPI 2.0): Er muss sich mit private_key_jwt oder mit einem Zertifikat ausweisen.",
  "client.fapi2.bound":
    "Client „{id}“ (FAPI 2.0): Seine Access-Token müssen an sein Zertifikat oder seinen Schlüssel gebunden sein.",
  "client.fapi2.mtls":
    "Client „{id}“ (FAPI 2.0): Er verwendet ein Zertifikat, und mtls ist nicht eingeschaltet.",
  "client.fapi2.grants":
    "Client „{id}“ (FAPI 2.0): grant_types enthält mehr als authorization_code, refresh_token und client_credentials.",
  "client.fapi2.redirects":
    "Client „{id}“ (FAPI 2.0): redirect_uris darf nur https-Ziele enthalten, whitelist_urls nichts.",
  "client.fapi2.algorithms":
    "Client „{id}“ (FAPI 2.0): Seine Algorithmen müssen PS256, ES256 oder EdDSA sein, auch id_token_signed_response_alg.",
  "clients.short_secrets": "Geheimnisse mit weniger als {least} Zeichen: Clients {names}",
  "clients.short_secrets_more":
    "Geheimnisse mit weniger als {least} Zeichen: Clients {names} und {count} weitere",
  "session_provider.incomplete":
    "Der Sitzungsanbieter „{key}“ ist unvollständig, deshalb kann sich kein Benutzer anmelden: {member} verlangt token_url.",
  "session_provider.no_issuer":
    "Der Sitzungsanbieter „{key}“ hat keinen Aussteller: Token jedes Ausstellers mit seinen Schlüsseln zählen.",
  "session_provider.any_audience":
    "Der Sitzungsanbieter „{key}“ nimmt Token jedes Clients an (any_audience).",
  "session_provider.unverified":
    "Der Sitzungsanbieter „{key}“ macht unbestätigte Adressen hier zu Benutzern.",
  "session_provider.no_keys":
    "Die Schlüssel des Sitzungsanbieters „{key}“ lassen sich nicht abrufen.",
  "directory.unprotected":
    "Das Verzeichnis „{id}“ wird nicht gefragt, weil seine Adresse ohne TLS ist: Verwenden Sie ldaps://, oder setzen Sie start_tls oder allow_plain.",
  "directory.plain":
    "Das Verzeichnis „{id}“ erhält Passwörter ohne TLS (allow_plain): Nehmen Sie ldaps:// oder schalten Sie start_tls ein, und dann allow_plain aus.",
  "directory.two_sources":
    "Das Verzeichnis „{id}“ und die Claim-Zuordnung von {others} nehmen einander die Rollen weg.",
  "signup.no_mail":
    "Die Registrierung oder das Zurücksetzen des Passworts ist an, und email.smtp.host ist nicht gesetzt: Sie antworten mit 503.",
  "signup.unverified": "Registrierung ohne email_verification: Jeder kann jede Adresse nehmen.",
  "oauth_provider.unreachable":
    "Der OAuth-Anbieter „{id}“ wird bei {hosts} nicht gefragt, weil das kein öffentlicher Host ist: Tragen Sie ihn in oauth2.internal_hosts ein.",
  "oauth_provider.incomplete.always":
    "Der OAuth-Anbieter „{id}“ ist unvollständig, deshalb kann sich kein Benutzer anmelden: {member} ist erforderlich.",
  "oauth_provider.incomplete.with_keys":
    "Der OAuth-Anbieter „{id}“ ist unvollständig, deshalb kann sich kein Benutzer anmelden: issuer ist mit cert_url erforderlich, wenn weder discovery_url noch userinfo_url gesetzt ist.",
  "oauth_provider.incomplete.as_endpoint":
    "Der OAuth-Anbieter „{id}“ ist unvollständig, deshalb kann sich kein Benutzer anmelden: {member} ist erforderlich, wenn weder issuer noch discovery_url gesetzt ist.",
  "oauth_provider.no_issuer":
    "Der OAuth-Anbieter „{id}“ hat Schlüssel und keinen Aussteller: Seine ID-Token werden nicht verwendet.",
  "oauth_provider.unverified":
    "Der OAuth-Anbieter „{id}“ macht unbestätigte Adressen hier zu Benutzern.",
  "oauth_provider.two_sources":
    "Der OAuth-Anbieter „{id}“ und die LDAP-Konfiguration „{directory}“ geben beide synchronisierte Rollen: Sie dürfen nicht dieselben Benutzer haben.",
  "saml_provider.unreachable":
    "Der SAML-Anbieter „{id}“ wird bei {hosts} nicht gefragt, weil das kein öffentlicher Host ist: Tragen Sie ihn in oauth2.internal_hosts ein.",
  "webhook.unreachable":
    "Der Webhook „{id}“ wird nicht an {hosts} gesendet, weil das kein öffentlicher Host ist: Tragen Sie ihn in oauth2.internal_hosts ein.",
  "saml_provider.incomplete":
    "Der SAML-Anbieter „{id}“ ist unvollständig, deshalb kann sich kein Benutzer anmelden: metadata_url ist erforderlich, wenn metadata_xml nicht gesetzt ist.",
  "saml_provider.unreadable":
    "Die Metadaten des SAML-Anbieters „{id}“ sind nicht lesbar, deshalb kann sich kein Benutzer anmelden: {reason}",
  "base_url.pinned": "base_url wirkt auf dieser Instanz nicht: Ihre Konfiguration sagt {url}.",
  "mail.no_sender": "E-Mails werden nicht gesendet: email.from ist keine Adresse.",
  "mail.no_transport": "E-Mails lassen sich in dieser Laufzeitumgebung nicht senden.",
  "mail.failed": "E-Mail: Der letzte Versuch ist fehlgeschlagen: {reason}",
  "mail.plain_password":
    "email.smtp: Das Passwort des Mailservers wird ohne TLS gesendet. Schalten Sie tls oder starttls ein.",
  "mail.unchecked_certificate":
    "email.smtp.insecure_skip_verify: Das Zertifikat des Mailservers wird nicht geprüft.",
  "signer.failing": "signer: Der letzte Versuch scheiterte: {reason}",
  "encryption_key.weak":
    "encryption.key hat weniger als {least} Zeichen: Mit einer Kopie der Datenbank lässt er sich erraten.",
  "encryption_key.elsewhere":
    "Der Verschlüsselungsschlüssel wurde an einer anderen Instanz gewechselt: Starten Sie diese mit dem neuen; bis dahin schreibt sie nichts.",
  "encryption_key.unset":
    "Der Verschlüsselungsschlüssel wurde gewechselt: Setzen Sie encryption.key vor dem nächsten Start auf den neuen.",
  "forwarded.ignored":
    "Weitergeleitete Header kommen von {peer}; trusted_proxies (server.trusted_proxies des Servers) nennt diese Gegenstelle nicht: Sie werden nicht beachtet, und alle Clients dahinter zählen als ein Netz.",
  "forwarded.ignored_https":
    "Weitergeleitete Header kommen von {peer}; trusted_proxies (server.trusted_proxies des Servers) nennt diese Gegenstelle nicht: Sie werden nicht beachtet, und alle Clients dahinter zählen als ein Netz. Cookies sind ohne Basis-URL nicht Secure, obwohl die Gegenstelle https spricht.",
  "forwarded.more": "Weitergeleitete Header kommen von {count} weiteren solchen Gegenstellen.",
  "tokens.long":
    "Token von {principal} für den Client {client} haben {length} von {most} Zeichen: {roles} Rollen, {scopes} Scopes",
  "tokens.more_long": "{count} weitere Paare aus Prinzipal und Client haben ebenfalls lange Token.",
};
