/** What directories, relays and providers elsewhere answer, in French. */
import type { SourceTexts } from "../../../src/messages/message.ts";

export const sources: SourceTexts = {
  "ldap.none": "Il n’y a pas d’enregistrement LDAP.",
  "ldap.unavailable": "LDAP n’est pas disponible dans cet environnement d’exécution.",
  "ldap.disabled": "Aucun enregistrement LDAP n’est activé.",
  "ldap.unreadable": "L’enregistrement LDAP « {id} » ne peut pas être lu.",
  "ldap.no_addresses": "Aucun enregistrement LDAP activé n’a d’adresse.",
  "ldap.no_address": "L’enregistrement LDAP « {id} » n’a pas d’adresse.",
  "ldap.plain":
    "L’adresse est sans TLS ; utilisez ldaps://, ou définissez start_tls ou allow_plain.",
  "ldap.wants_tls":
    "L’annuaire n’accepte les mots de passe qu’avec TLS ; utilisez ldaps:// ou start_tls ({answer}).",
  "ldap.no_password": "bind.password n’est pas défini.",
  "ldap.wrong_bind": "bind.username ou bind.password est incorrect.",
  "ldap.no_group": "Aucun groupe n’a été trouvé.",
  "ldap.no_group_sync": "Aucun groupe n’a été trouvé : aucun rôle n’a donc été modifié.",
  "ldap.no_user": "Il n’y a pas d’utilisateur « {name} » sous {base}.",
  "ldap.no_user_root": "Il n’y a pas d’utilisateur « {name} ».",
  "ldap.no_members": "{count} groupes, et aucun n’a de membre dans {attributes}.",
  "ldap.unexpected": "A échoué de façon inattendue.",
  "ldap.unreachable": "Injoignable{code}.",
  "ldap.tls": "Pas de connexion TLS{code}.",
  "ldap.late_connection": "Pas de connexion en 5 s.",
  "ldap.late": "Pas de réponse en 10 s.",
  "ldap.closed_here": "La connexion a été fermée.",
  "ldap.closed": "L’annuaire a fermé la connexion.",
  "ldap.malformed": "La réponse n’est pas du LDAP.",
  "ldap.refused": "L’annuaire a répondu {name} ({status}).",
  "ldap.bad_filter": "Le filtre de recherche n’est pas valide.",
  "ldap.cut_list": "Une liste de valeurs s’est interrompue au milieu.",
  "ldap.too_many": "L’annuaire a plus de {limit} entrées pour une recherche.",
  "ldap.endless": "Les pages n’ont pas de fin.",
  "ldap.without_tls": "sans TLS",
  "ldap.anonymous": "anonyme, sans bind",
  "ldap.no_groups": "dans aucun groupe",
  "ldap.sync_running": "Une autre synchronisation est en cours.",
  "mail.relay.refused": "Le relais a répondu {answer} à {step}.",
  "mail.relay.answered": "Le relais a répondu {answer}.",
  "mail.relay.late": "Le relais n’a pas répondu à temps.",
  "mail.relay.unusable": "Le relais ne peut pas être utilisé ({reason}).",
  "mail.failed.refused":
    "E-mail : la dernière tentative a échoué : le relais a répondu {answer} à {step}.",
  "mail.failed.answered": "E-mail : la dernière tentative a échoué : le relais a répondu {answer}.",
  "mail.failed.late":
    "E-mail : la dernière tentative a échoué : le relais n’a pas répondu à temps.",
  "mail.failed.unusable":
    "E-mail : la dernière tentative a échoué : le relais ne peut pas être utilisé ({reason}).",
};
