/** Why an import of people refuses an entry, in German. */
import type { ImportTexts } from "../../../src/messages/message.ts";

export const imports: ImportTexts = {
  "import.empty": "Die Datei ist leer",
  "import.no_json": "Das ist kein JSON dieses Formats",
  "import.cut_off": "Die Datei endet hier mitten in einem Eintrag",
  "import.unknown_column": "Es gibt keine Spalte {name}; bekannt sind: {known}",
  "import.column_twice": "Die Spalte {name} gibt es zweimal",
  "import.not_utf8": "Die Datei ist nicht in UTF-8",
  "import.too_long": "ist länger als {most} Zeichen",
  "import.no_object": "ist kein JSON-Objekt",
  "import.quote": "hat ein Anführungszeichen, das keine Zelle beginnt oder beendet",
  "import.cells": "hat {count} statt {wanted} Zellen",
  "import.no_name": "braucht einen Alias oder eine E-Mail-Adresse",
  "import.no_address": "ist keine E-Mail-Adresse",
  "import.own_detail": "hat ein eigenes Feld oder wird nicht importiert",
  "import.hash_unknown": "ist ein Hash eines Verfahrens, das hier nicht gelesen wird ({scheme})",
  "import.hash_form": "ist kein vollständiger Hash seines Verfahrens",
  "import.hash_cost": "ist ein Hash, dessen Prüfung zu viel Zeit oder Speicher kostet",
  "import.totp_kind":
    "gehört zu einer App mit Codes anderer Art; hier haben sie SHA-1, sechs Ziffern und 30 Sekunden",
  "import.totp_form": "ist kein Geheimnis einer Authenticator-App in Base32",
  "import.role": "Es gibt keine Rolle {name}",
  "import.administrator_role":
    "Die Rolle {name} macht zum Administrator, und das war nicht erlaubt",
  "import.provider":
    "Es gibt hier keinen Anbieter {name}, oder sein Aussteller ist nicht bekannt: Nennen Sie ihn",
  "import.taken": "{name} gehört zu einem anderen Konto",
  "import.administrator": "ist hier Administrator, und eine Änderung war nicht erlaubt",
  "import.last_administrator": "Kein Administrator könnte sich anmelden, oder es bliebe keiner",
  "import.differs": "ist bekannt und weicht ab; nur eine Aktualisierung schreibt das",
  "import.directory_account": "ist bekannt und gehört inzwischen zu einem Verzeichnis",
  "import.service_account": "ist das Konto eines Clients und keine Person",
  "import.of_directory": "kommt dort aus einem Verzeichnis: Verbinden Sie das Verzeichnis hier",
};
