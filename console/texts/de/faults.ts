/** What is wrong with a member of a document, in German. */
import type { FaultTexts } from "../../../src/messages/message.ts";

export const faults: FaultTexts = {
  // Types and sizes of any member
  "fault.required": "wird gebraucht",
  "fault.type.string": "muss ein Text sein",
  "fault.type.boolean": "muss true oder false sein",
  "fault.type.number": "muss eine Zahl sein",
  "fault.type.int": "muss eine ganze Zahl sein",
  "fault.type.array": "muss eine Liste sein",
  "fault.type.object": "muss ein Objekt sein",
  "fault.type.other": "muss vom Typ {type} sein",
  "fault.unknown_members": "darf {names} nicht haben",
  "fault.least": "muss mindestens {least} sein",
  "fault.most": "darf höchstens {most} sein",
  "fault.range": "muss zwischen {least} und {most} liegen",
  "fault.least_entries": "muss mindestens {least} Einträge haben",
  "fault.most_entries": "darf höchstens {most} Einträge haben",
  "fault.least_characters": "muss mindestens {least} Zeichen haben",
  "fault.most_characters": "darf höchstens {most} Zeichen haben",
  "fault.one_of": "muss eines von {names} sein",
  "fault.empty_entry": "darf keinen leeren Eintrag enthalten",
  "fault.given_twice": "steht mehrmals da, in verschiedener Groß- und Kleinschreibung",
  "fault.secret_again":
    "muss noch einmal eingegeben werden, weil {member} einen anderen Host nennt",

  // Durations and paths of claims
  "fault.duration": "muss eine Dauer wie 15m, 24h oder 7d sein",
  "fault.positive": "muss größer als null sein",
  "fault.event_retention": "muss mindestens 1h sein, oder 0",
  "fault.refresh_absolute": "darf nicht kürzer als refresh_lifetime sein",
  "fault.dot_path": "muss ein Pfad mit Punkten wie roles oder realm_access.roles sein",
  "fault.protocol_claim": "darf den Claim {claim} nicht überschreiben",

  // Addresses and names
  "fault.web_address": "muss eine Adresse mit http oder https sein",
  "fault.web_address_plain": "muss eine Adresse mit http oder https ohne Fragment sein",
  "fault.web_address_or_path":
    "muss eine Adresse mit http oder https sein oder ein Pfad, der mit einem Schrägstrich beginnt",
  "fault.https_address": "muss eine https-Adresse ohne Fragment, Benutzernamen und Passwort sein",
  "fault.https_keys": "muss eine https-Adresse ohne Benutzer und Fragment sein",
  "fault.support_link": "muss eine https-Adresse oder mailto: sein",
  "fault.absolute_uri": "muss eine absolute URI ohne Fragment sein",
  "fault.no_absolute_uri": "ist keine absolute URI",
  "fault.origin": "muss ein Origin sein",
  "fault.origin_such_as": "muss ein Origin wie {example} sein",
  "fault.bare_origin":
    "muss ein Origin wie https://id.example.com sein, ohne Benutzer, Pfad, Abfrage und Fragment",
  "fault.header_name": "muss der Name eines HTTP-Headers sein",
  "fault.header_names": "ist nicht der Name eines HTTP-Headers",
  "fault.host": "muss ein Hostname oder eine Adresse sein",
  "fault.host_name": "muss ein Hostname sein",
  "fault.host_pattern": "muss ein Host wie example.com oder *.example.com sein",
  "fault.internal_host": "muss ein Hostname, eine IP-Adresse oder ein Netz wie 10.20.0.0/16 sein",
  "fault.ip_address": "muss eine IP-Adresse sein",
  "fault.proxy":
    "muss eine IP-Adresse oder ein CIDR mit einer Länge von mindestens 8 sein, bei IPv6 7",
  "fault.proxies":
    "dürfen zusammen nicht weiter sein als vier Bereiche der Länge 8, bei IPv6 zwei der Länge 7",
  "fault.redis_address": "muss eine Redis-Adresse wie localhost:6379 sein",
  "fault.uri": "muss eine URI sein",
  "fault.email": "muss eine E-Mail-Adresse sein",
  "fault.schemes": "muss Namen von URI-Schemata ohne Doppelpunkt enthalten, wie cursor",
  "fault.event_type": "muss ein Ereignistyp wie user.created sein oder eine Gruppe wie user.*",
  "fault.webhook_secret": "muss aus whsec_ und 24 bis 64 Bytes in Base64 bestehen",
  "fault.scope":
    "muss ein Scope ohne Leerzeichen, Anführungszeichen und umgekehrte Schrägstriche sein",
  "fault.level": "muss ein Wort ohne Leerzeichen und Anführungszeichen sein",
  "fault.audience": "muss ein Name oder eine URI ohne Leerzeichen sein",
  "fault.no_blanks": "darf keine Leerzeichen haben",
  "fault.one_line": "muss eine Zeile Text sein",
  "fault.name.empty": "hat einen leeren Namen",
  "fault.name.signs": "hat einen Namen mit Schrägstrich, ?, #, % oder Leerzeichen",
  "fault.name.path": "hat einen Namen, der in keinem Pfad stehen darf",
  "fault.name.refused": "hat einen Namen, der nicht erlaubt ist",
  "fault.name.route": "hat den Namen einer Route der Anmeldung",
  "fault.id": "muss 1 bis 2048 Zeichen haben, ohne Steuerzeichen",
  "fault.id_reserved": "{id} ist reserviert",

  // Texts
  "fault.template": "die Vorlage ist fehlerhaft: {reason}",
  "fault.template_long": "hat {bytes} Byte; eine Vorlage darf {most} haben",
  "fault.templates_long": "hat {bytes} Byte; alle Vorlagen zusammen dürfen {most} haben",
  "fault.plain_name": "muss eine Zeile mit höchstens {most} sichtbaren Zeichen sein",
  "fault.logo": "muss die Daten-URL einer SVG- oder PNG-Datei von höchstens {most} KiB sein",
  "fault.colour": "muss eine Farbe wie #3046c9 sein",

  // What members demand of each other
  "fault.with_redis": "wird gebraucht, solange der aktive Speicher redis ist",
  "fault.no_cluster": "gehört zu einem einzelnen Master und nicht zu einem Cluster",
  "fault.other_file": "wird zusammen mit der anderen Datei gebraucht",
  "fault.with_member": "wird zusammen mit {member} gebraucht",
  "fault.other_header": "muss ein anderer Header als cert_header sein",
  "fault.pair_half": "wird zusammen mit der anderen Hälfte des Paars gebraucht",
  "fault.next_alone": "ist nur neben einem Zertifikat von Nutzen",
  "fault.not_among_algorithms": "gehört nicht zu algorithms",
  "fault.provider_taken": "ist schon auf der obersten Ebene definiert",
  "fault.provider_taken_group": "ist schon in der Gruppe {group} definiert",
  "fault.provider_same_group": "ist in derselben Gruppe definiert",
  "fault.provider_unknown": "ist kein Anbieter der obersten Ebene",
  "fault.rp_id": "muss eine Domain ohne Schema, Port und Pfad sein",
  "fault.rp_origin": "muss die ID der Relying Party oder eine Subdomain davon sein",
  "fault.site_taken": "wird von einer anderen Site verwendet",
  "fault.site_origins": "braucht mindestens einen Origin",
  "fault.used_twice": "wird mehrmals verwendet",

  // Keys and certificates
  "fault.private_key": "der private Schlüssel lässt sich nicht verwenden: {reason}",
  "fault.rsa_key": "ist kein privater RSA-Schlüssel in PEM-Form",
  "fault.certificate_of_key": "ist kein PEM-Zertifikat des Schlüssels",
  "fault.certificate_der": "muss ein Zertifikat sein: DER in Base64",
  "fault.certificates_pem": "müssen Zertifikate in PEM-Form sein",
  "fault.dn": "muss ein Distinguished Name aus bekannten Attributen sein (RFC 4514)",
  "fault.only_name": "muss der einzige Name des Zertifikats sein",
  "fault.name_required": "oder ein anderer Name des Zertifikats wird mit tls_client_auth gebraucht",
  "fault.secret_key": "gehört zu einem privaten oder gemeinsamen Schlüssel",
  "fault.keys_unread":
    "wird nur mit private_key_jwt oder request_object_signing_alg gelesen; Zertifikate des Clients gehören in jwks",
  "fault.two_sources": "darf nicht zusammen mit jwks_uri stehen",
  "fault.keys_required":
    "oder jwks_uri wird mit private_key_jwt gebraucht: ein öffentlicher Schlüssel für Signaturen, RSA mit 2048 bis 4096 Bit, P-256 oder Ed25519",

  // Clients and providers
  "fault.public_method": "muss bei einem öffentlichen Client none oder leer sein",
  "fault.consent_skipped": "muss skip oder leer sein, solange skip_consent true ist",
  "fault.public_subject": "muss bei einem Client, der verwaltet, public sein",
  "fault.device_subject": "lässt sich nicht zusammen mit dem Device Grant registrieren",
  "fault.several_hosts": "wird gebraucht: Die Redirect-URIs haben mehrere Hosts",
  "fault.no_secret_jwt":
    "client_secret_jwt wird nicht angeboten, weil ein Geheimnis, das signiert, im Klartext gespeichert sein müsste: Verwenden Sie private_key_jwt",
  "fault.hashed_secret":
    "muss das Geheimnis selbst sein, nicht sein Hash ({scheme}): Hashes werden nicht angenommen",
  "fault.algorithm_off": "{alg} gehört nicht zu algorithms der Einstellung jwt",
  "fault.tenant": "muss die ID eines Mandanten sein, wie 00000000-0000-0000-0000-000000000000",
  "fault.with_preset": "wird mit der Vorlage {preset} gebraucht",
  "fault.issuer_with_keys":
    "wird mit cert_url gebraucht, wo weder discovery_url noch userinfo_url gesetzt ist",
  "fault.no_endpoint": "wird gebraucht, wo weder issuer noch discovery_url gesetzt ist",
  "fault.name_id_format":
    "muss unspecified, emailAddress, persistent, transient oder eine URI sein",
  "fault.attribute": "muss der Name eines Attributs wie {example} sein",
  "fault.filter": "muss ein Filter wie (objectClass=person) sein, dessen Klammern sich schließen",
  "fault.ldap_address": "muss eine Adresse wie ldaps://directory.example.com:636 sein",
  "fault.empty": "darf nicht leer sein",
  "fault.control": "darf keine Steuerzeichen enthalten",
  "fault.storable": "darf kein NUL und keine halben Zeichen enthalten",
  "fault.comma": "darf kein Komma enthalten",
  "fault.begins_with": "darf nicht mit {prefix} beginnen",
  "fault.starts_with": "darf nicht mit {prefix} beginnen",
  "fault.no_url": "darf keine URL sein",
  "fault.no_alias": "ist als Alias nicht möglich",
  "fault.no_id": "ist keine ID",
  "fault.unknown_id": "{id} gibt es nicht",
  "fault.dots": "darf kein Pfad mit . oder .. sein",
  "fault.keys": "darf höchstens {most} Schlüssel haben",
  "fault.json_length": "darf als JSON höchstens {most} Zeichen haben",
  "fault.pattern": "ist kein gültiges Muster",
  "fault.method": "ist keine Methode",
  "fault.address_of_other": "muss eine Adresse des Inhabers sein",
  "fault.past": "muss in der Zukunft liegen",
  "fault.no_duration": "muss eine Dauer wie 8h oder 30m sein",
  "fault.sha256": "muss ein SHA-256 in Hexadezimalform mit 64 Ziffern sein",
  "fault.positive_duration": "muss eine positive Dauer wie 24h oder 30d sein",
  "fault.year_9999": "endet nach dem Jahr 9999",
  "fault.after_start": "muss nach starts_at liegen",
  "fault.web": "muss eine Webadresse sein",
  "fault.key_set":
    "muss ein JSON Web Key Set mit öffentlichen Schlüsseln für Signaturen sein (RSA mit 2048 bis 4096 Bit, P-256 oder Ed25519)",
  "fault.fingerprint": "muss ein SHA-256 in hexadezimaler Schreibweise sein",
  "fault.hash_cost": "darf als Hash höchstens die Kosten {most} haben",
  "fault.password.words": "muss mehr sein als ein Name des Kontos oder dieses Dienstes",
  "fault.password.common": "darf keines der Passwörter sein, die zuerst versucht werden",
  "fault.password.breached": "darf keines sein, das anderswo gestohlen wurde",
  "fault.password.hash":
    "muss das Passwort selbst sein und nicht sein Hash ({scheme}); angenommen wird nur ein bcrypt-Hash in details.password eines Benutzers",
  "fault.password.nul": "darf kein NUL enthalten",
  "fault.password.short": "muss mindestens {least} Zeichen haben",
  "fault.password.long": "darf höchstens {most} Bytes haben",

  // Configuration as code
  "fault.unknown_key": "ist kein bekannter Schlüssel",
  "fault.unknown_key_near": "ist kein bekannter Schlüssel; ist {nearest} gemeint?",
  "fault.document.mapping": "muss ein Objekt sein",
  "fault.document.records": "hat mehr als {most} Einträge; wenden Sie es in Teilen an",
  "fault.document.people":
    "sind Personen und werden nie angewendet; nur beim ersten Start werden sie aus einem Dokument übernommen",
  "fault.document.elsewhere":
    "verweist auf ein Geheimnis an anderer Stelle: Solche liest postern apply, der Dienst selbst nicht",
  "fault.document.no_password":
    "hat kein Passwort: Ein Export lässt es weg, und gespeichert ist eine andere Adresse",
  "fault.document.no_role": "ist keine Rolle",
  "fault.document.no_permission": "ist keine Berechtigung",
  "fault.document.unknown_role": "ist weder im Dokument noch in der Installation eine Rolle",
  "fault.document.unknown_role_near":
    "ist weder im Dokument noch in der Installation eine Rolle; ist {nearest} gemeint?",
  "fault.document.unknown_permission":
    "ist weder im Dokument noch in der Installation eine Berechtigung",
  "fault.document.unknown_permission_near":
    "ist weder im Dokument noch in der Installation eine Berechtigung; ist {nearest} gemeint?",
  "fault.document.prune_self": "das Konto {name} wendet das Dokument an; es muss darin stehen",
  "fault.document.prune_role":
    "die Rolle {name} macht zum Administrator; sie muss im Dokument stehen",
  "fault.document.prune_permission":
    "die Berechtigung {name} ist die der Administratoren; sie muss im Dokument stehen",
  "fault.document.prune_way_in":
    "über den Client {name} meldet man sich an; er muss im Dokument stehen",
  "fault.document.whole": "das Dokument: {reason}",
  "fault.document.at_line": "Zeile {line}: {reason}",
  "fault.document.long": "ist länger als 1 MiB",
  "fault.document.deep": "ist tiefer als {most} Ebenen verschachtelt",
  "fault.document.values": "hat mehr als {most} Werte",

  "fault.yaml.at": "Zeile {line}, Spalte {column}: {reason}",
  "fault.yaml.alias_alone": "ein Alias (*Name) kann weder Anker noch Tag haben",
  "fault.yaml.alias_name": "ein Alias (*Name) muss einen Namen haben",
  "fault.yaml.aliases": "Aliasse lassen sich nicht auflösen",
  "fault.yaml.anchors": "der Wert hat mehr als einen Anker (&Name)",
  "fault.yaml.backslash":
    'ein Backslash in "…" muss doppelt geschrieben werden, oder der Text gehört in einfache Anführungszeichen',
  "fault.yaml.colon": "hinter dem Schlüssel müssen ein Doppelpunkt und ein Leerzeichen stehen",
  "fault.yaml.comma": "hier muss ein Komma oder ein Doppelpunkt stehen",
  "fault.yaml.comment": "vor # muss ein Leerzeichen stehen",
  "fault.yaml.deep": "Listen und Objekte sind zu tief verschachtelt",
  "fault.yaml.directive": "eine Zeile, die mit % beginnt, muss eine Direktive von YAML sein",
  "fault.yaml.directives_end": "hinter den Direktiven (%) muss eine Zeile --- stehen",
  "fault.yaml.documents": "der Text hat mehr als ein Dokument (---); behalten Sie eines",
  "fault.yaml.end_of_list": "die Liste, die mit [ beginnt, muss mit ] enden",
  "fault.yaml.end_of_mapping": "das Objekt, das mit {opening} beginnt, muss mit {closing} enden",
  "fault.yaml.end_of_text": "der Text, der mit {quote} beginnt, muss mit {quote} enden",
  "fault.yaml.entry": "ein Eintrag einer Liste muss mit - und einem Leerzeichen beginnen",
  "fault.yaml.in_brackets":
    "eine Liste oder ein Objekt über mehrere Zeilen kann nicht in Klammern stehen",
  "fault.yaml.indent": "die Zeile muss in derselben Spalte beginnen wie ihre Nachbarn",
  "fault.yaml.long_key": "der Schlüssel ist länger als 1.024 Zeichen",
  "fault.yaml.order":
    "ein Anker (&Name) oder ein Tag (!Name) muss hinter dem - oder dem Doppelpunkt stehen",
  "fault.yaml.quotes": "ein Wert, der mit diesem Zeichen beginnt, muss in Anführungszeichen stehen",
  "fault.yaml.second_colon":
    "in der Zeile ist ein zweiter Doppelpunkt; setzen Sie den Wert in Anführungszeichen",
  "fault.yaml.space":
    "hinter einem Anker (&Name) oder einem Tag (!Name) muss ein Leerzeichen stehen",
  "fault.yaml.tab": "die Zeile ist mit einem Tabulator eingerückt; nehmen Sie Leerzeichen",
  "fault.yaml.tag": "der Tag (!Name) passt nicht zum Wert",
  "fault.yaml.tags": "der Wert hat mehr als einen Tag (!Name)",
  "fault.yaml.twice": "der Schlüssel steht zweimal da; behalten Sie einen",
  "fault.yaml.unexpected":
    "hier steht etwas, das nicht dazugehört; sehen Sie sich die Einrückung und die Klammern davor an",
  "fault.yaml.other": "die Syntax ist falsch ({code})",
};
