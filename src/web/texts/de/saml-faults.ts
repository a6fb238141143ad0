/** What is wrong with a document, a certificate or a response of a SAML provider, in German. */
import type { SamlTexts } from "../../../messages/message.ts";

export const SAML_FAULTS: SamlTexts = {
  "xml.malformed": "Das Dokument ist nicht wohlgeformt.",
  "xml.none": "Das Dokument ist kein XML.",
  "xml.utf8": "Das Dokument ist kein gültiges UTF-8.",
  "xml.too_large": "Das Dokument ist größer als {most} KiB.",
  "xml.too_large_metadata": "Das Dokument ist größer als {most} MiB.",
  "xml.too_deep": "Das Dokument ist zu tief verschachtelt.",
  "xml.deeper": "Das Dokument ist tiefer verschachtelt als {most} Elemente.",
  "xml.elements": "Das Dokument hat mehr als {most} Elemente.",
  "xml.attributes": "Das Dokument hat mehr als {most} Attribute.",
  "xml.attributes_of_one": "Ein Element des Dokuments hat mehr als {most} Attribute.",
  "xml.line_ends": "Das Dokument enthält Zeilenenden aus XML 1.1.",
  "xml.characters": "Das Dokument enthält Zeichen, die XML nicht erlaubt.",
  "xml.doctype": "Das Dokument enthält eine DOCTYPE-Deklaration.",
  "xml.comment": "Das Dokument enthält einen Kommentar.",
  "xml.cdata": "Das Dokument enthält einen CDATA-Abschnitt.",
  "xml.instruction": "Das Dokument enthält eine Verarbeitungsanweisung.",
  "xml.entity": "Das Dokument enthält eine Entität, die nicht deklariert ist.",
  "xml.prefix": "Das Dokument enthält ein Präfix ohne Namensraum.",
  "xml.nodes": "Das Dokument enthält mehr als Elemente und Text.",
  "xml.missing": "In {parent} fehlt {name}.",
  "xml.several": "{parent} enthält {name} mehr als einmal.",
  "xml.no_text": "{name} enthält Elemente, wo ein Text erwartet wird.",
  "xml.long_text": "{name} ist länger als {most} Zeichen.",
  "xml.no_utc": "{name} von {parent} ist keine Zeitangabe in UTC.",
  "xml.no_time": "{name} von {parent} ist keine Zeitangabe.",

  "url.no_answer": "Unter der Adresse antwortet kein öffentlicher Server.",
  "url.late": "Die Adresse antwortet zu spät.",
  "url.too_long": "Die Antwort ist länger als {most} Bytes.",
  "url.no_document": "Die Adresse liefert kein Dokument.",
  "url.no_json": "Das Dokument ist kein JSON.",
  "url.no_xml": "Das Dokument ist kein XML.",
  "url.no_object": "Das Dokument ist kein JSON-Objekt.",
  "url.no_utf8": "Das Dokument ist kein UTF-8.",
  "url.no_key_set": "Das Dokument enthält keine Schlüssel (JWKS).",
  "url.https": "Die Adresse muss mit https beginnen.",
  "url.web": "Die Adresse muss mit http oder https beginnen.",
  "url.user": "Die Adresse darf weder Benutzername noch Passwort enthalten.",
  "url.port": "Die Adresse muss Port 443 verwenden.",
  "url.not_public": "Der Host der Adresse ist nicht öffentlich.",

  "saml.no_metadata_source": "Der Eintrag hat weder metadata_url noch metadata_xml.",
  "saml.metadata.expired": "Die Metadaten sind nicht mehr gültig.",
  "saml.metadata.none": "Das Dokument enthält keine SAML-2.0-Metadaten.",
  "saml.metadata.no_provider": "Die Metadaten beschreiben keinen Identitätsanbieter für SAML 2.0.",
  "saml.metadata.no_entity": "Die Metadaten enthalten keine Entität {entity}.",
  "saml.metadata.several": "Die Metadaten beschreiben mehr als einen Identitätsanbieter.",
  "saml.metadata.several_choose":
    "Die Metadaten beschreiben mehr als einen Identitätsanbieter: Setzen Sie provider_entity_id.",
  "saml.metadata.entity_twice": "Die Metadaten beschreiben die Entität mehr als einmal.",
  "saml.metadata.no_service":
    "Der Identitätsanbieter hat keinen SingleSignOnService für HTTP-Redirect oder HTTP-POST.",
  "saml.metadata.no_address":
    "Die Adresse von SingleSignOnService beginnt weder mit http noch mit https.",
  "saml.metadata.no_certificate": "Der Identitätsanbieter hat kein Zertifikat für Signaturen.",
  "saml.metadata.many_certificates": "Die Metadaten enthalten zu viele Zertifikate.",
  "saml.metadata.old_certificates": "Abgelaufene Zertifikate: {count}",
  "saml.certificate.unreadable": "Ein Zertifikat ist nicht lesbar.",
  "saml.certificate.kind":
    "Ein Zertifikat hat einen Schlüssel vom Typ {type}; verwendbar sind RSA und EC.",
  "saml.certificate.short":
    "Ein Zertifikat hat einen Schlüssel mit {bits} Bit; nötig sind mindestens {least}.",

  "saml.no_base64": "{name} ist kein Base64.",
  "saml.no_response": "Die Nachricht ist keine Response nach SAML 2.0.",
  "saml.version": "Die Version ist nicht 2.0.",
  "saml.assertion_version": "Die Assertion hat nicht die Version 2.0.",
  "saml.status": "Der Anbieter antwortet {status}.",
  "saml.no_assertion": "Die Antwort enthält keine Assertion.",
  "saml.several_assertions": "Die Antwort enthält mehr als eine Assertion.",
  "saml.same_id": "Zwei Elemente haben dieselbe ID.",
  "saml.misplaced": "{name} steht an einer Stelle, an der es nicht stehen darf.",
  "saml.no_destination":
    "Die Antwort hat keine Destination. Ein Anbieter, der sie in Antworten ohne Signatur weglässt, setzt sie, wenn er die Antwort signiert.",
  "saml.destination": "Destination ist {named}, dieser Dienst hat die Adresse {own}.",
  "saml.other_request": "Die Antwort gehört zu einer anderen Anfrage.",

  "saml.unsigned": "Weder die Antwort noch die Assertion ist signiert.",
  "saml.signature.form": "{name} der Signatur hat nicht die verlangte Form.",
  "saml.signature.part": "{name} hat nicht die verlangte Form.",
  "saml.signature.transform": "Ein Transform hat nicht die verlangte Form.",
  "saml.signature.algorithm": "{name} {algorithm} wird nicht akzeptiert.",
  "saml.signature.elsewhere": "Die Signatur gilt nicht für das Element {name}, in dem sie steht.",
  "saml.signature.not_all": "Nicht alle Signaturen wurden bestätigt.",
  "saml.signature.no_response": "Die Signatur gilt für keine Response.",
  "saml.signature.no_assertion": "Keine Signatur gilt für die Assertion.",
  "saml.signature.not_one": "Eine Signatur muss genau einmal {name} enthalten.",
  "saml.signature.canonical": "Eine Signatur verwendet keine exklusive kanonische Form.",
  "saml.signature.prefixes": "Eine Signatur behält zu viele Präfixe bei.",
  "saml.signature.transforms": "Eine Signatur verwendet andere Transformationen.",
  "saml.signature.digest": "Eine Signatur verwendet einen anderen Digest.",
  "saml.signature.wrong": "Eine Signatur passt zu keinem Zertifikat des Anbieters.",

  "saml.encrypted.refused":
    "Die Assertion ist verschlüsselt: Schalten Sie encrypted_assertions ein, oder schalten Sie die Verschlüsselung beim Anbieter für diesen Dienst aus.",
  "saml.encrypted.not_one": "Die Antwort enthält nicht genau eine verschlüsselte Assertion.",
  "saml.encrypted.cbc":
    "AES-CBC wird nur in einer signierten Antwort akzeptiert: Verwenden Sie AES-GCM.",
  "saml.encrypted.unreadable":
    "Die Assertion lässt sich mit unserem Schlüssel nicht entschlüsseln.",
  "saml.encrypted.many": "Die Assertion enthält mehr als {most} verschlüsselte Werte.",
  "saml.encrypted.misplaced":
    "Ein verschlüsselter Wert steht an einer Stelle, an der er nicht stehen darf.",
  "saml.encrypted.elements": "Die Assertion hat mehr als {most} Elemente.",
  "saml.encrypted.no_element": "EncryptedData ist kein Element.",
  "saml.encrypted.keys": "EncryptedKey muss genau einmal vorkommen.",
  "saml.encrypted.cipher": "Die Verschlüsselung {algorithm} wird nicht akzeptiert.",
  "saml.encrypted.transport": "Der Schlüsseltransport {algorithm} wird nicht akzeptiert.",
  "saml.encrypted.digest": "Der Digest des Schlüsseltransports {algorithm} wird nicht akzeptiert.",
  "saml.encrypted.mask": "Die Maske {algorithm} wird nicht akzeptiert.",
  "saml.encrypted.parameters": "OAEPparams werden nicht akzeptiert.",
  "saml.encrypted.two_digests":
    "Der Schlüsseltransport verwendet für Label und Maske verschiedene Digests.",

  "saml.issuer.no_entity": "Issuer ist keine Entitäts-ID.",
  "saml.issuer.other": "Issuer ist {named}, in den Metadaten steht {expected}.",
  "saml.early.assertion":
    "Die Assertion ist noch nicht gültig: Die Uhren der beiden Seiten gehen verschieden.",
  "saml.early.confirmation":
    "Die SubjectConfirmation ist noch nicht gültig: Die Uhren der beiden Seiten gehen verschieden.",
  "saml.late.assertion": "Die Assertion ist abgelaufen.",
  "saml.late.confirmation": "Die SubjectConfirmation ist abgelaufen.",
  "saml.issued_later":
    "Die Assertion wurde in der Zukunft ausgestellt: Die Uhren der beiden Seiten gehen verschieden.",
  "saml.recipient": "Recipient ist {named}, dieser Dienst hat die Adresse {own}.",
  "saml.has_not_before": "SubjectConfirmationData darf kein NotBefore haben.",
  "saml.assertion_of_other_request": "Die Assertion gehört zu einer anderen Anfrage.",
  "saml.no_bearer": "Das Subject hat keine SubjectConfirmation vom Typ Bearer.",
  "saml.condition": "Die Bedingung {name} ist unbekannt.",
  "saml.no_audience": "Die Assertion nennt keine Audience.",
  "saml.audience": "Audience ist {named}, dieser Dienst ist {own}.",
  "saml.not_authenticated": "Die Assertion sagt nicht, dass sich die Person angemeldet hat.",
  "saml.session_over": "Die Anmeldung ist abgelaufen.",
  "saml.authenticated_later": "AuthnInstant liegt in der Zukunft.",

  "saml.name_id.empty": "Die NameID ist leer.",
  "saml.many_values": "Die Assertion enthält mehr als {most} Attribute oder Werte.",
  "saml.id.none":
    "Die Assertion enthält keinen Wert des Attributs {name}, an dem Personen erkannt werden.",
  "saml.id.several": "Das Attribut {name}, an dem Personen erkannt werden, hat mehrere Werte.",
  "saml.alias.several":
    "Das Attribut {name} hat mehrere Werte, und eine dauerhafte NameID fehlt: Setzen Sie id_attribute.",
  "saml.alias.none": "Die Assertion enthält keinen Wert des Attributs {name}.",
  "saml.alias.no_name_id":
    "Es gibt keine NameID, und kein Attribut enthält eine E-Mail-Adresse: Setzen Sie alias_attribute, oder lassen Sie den Anbieter eine Adresse senden.",
  "saml.alias.transient":
    "Die NameID ist flüchtig, und kein Attribut enthält eine E-Mail-Adresse: Setzen Sie alias_attribute, oder lassen Sie den Anbieter eine Adresse senden.",
};
