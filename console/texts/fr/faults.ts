/** What is wrong with a member of a document, in French. */
import type { FaultTexts } from "../../../src/messages/message.ts";

export const faults: FaultTexts = {
  // Types and sizes of any member
  "fault.required": "est nécessaire",
  "fault.type.string": "doit être un texte",
  "fault.type.boolean": "doit être true ou false",
  "fault.type.number": "doit être un nombre",
  "fault.type.int": "doit être un nombre entier",
  "fault.type.array": "doit être une liste",
  "fault.type.object": "doit être un objet",
  "fault.type.other": "doit être du type {type}",
  "fault.unknown_members": "ne doit pas avoir {names}",
  "fault.least": "doit être au moins {least}",
  "fault.most": "doit être au plus {most}",
  "fault.range": "doit être compris entre {least} et {most}",
  "fault.least_entries": "doit avoir au moins {least} entrées",
  "fault.most_entries": "doit avoir au plus {most} entrées",
  "fault.least_characters": "doit avoir au moins {least} caractères",
  "fault.most_characters": "doit avoir au plus {most} caractères",
  "fault.one_of": "doit être l’un de {names}",
  "fault.empty_entry": "ne doit pas contenir d’entrée vide",
  "fault.given_twice": "est donné plusieurs fois, avec des majuscules différentes",
  "fault.secret_again": "doit être saisi à nouveau, car {member} désigne un autre hôte",

  // Durations and paths of claims
  "fault.duration": "doit être une durée comme 15m, 24h ou 7d",
  "fault.positive": "doit être positif",
  "fault.event_retention": "doit être au moins 1h, ou 0",
  "fault.refresh_absolute": "ne doit pas être inférieur à refresh_lifetime",
  "fault.dot_path": "doit être un chemin à points comme roles ou realm_access.roles",
  "fault.protocol_claim": "ne doit pas remplacer la revendication {claim}",

  // Addresses and names
  "fault.web_address": "doit être une adresse http ou https",
  "fault.web_address_plain": "doit être une adresse http ou https sans fragment",
  "fault.web_address_or_path":
    "doit être une adresse http ou https, ou un chemin qui commence par une barre oblique",
  "fault.https_address":
    "doit être une adresse https sans fragment, nom d’utilisateur ni mot de passe",
  "fault.https_keys": "doit être une adresse https sans utilisateur ni fragment",
  "fault.support_link": "doit être une adresse https ou mailto:",
  "fault.absolute_uri": "doit être une URI absolue sans fragment",
  "fault.no_absolute_uri": "n’est pas une URI absolue",
  "fault.origin": "doit être une origine",
  "fault.origin_such_as": "doit être une origine comme {example}",
  "fault.bare_origin":
    "doit être une origine comme https://id.example.com, sans utilisateur, chemin, requête ni fragment",
  "fault.header_name": "doit être le nom d’un en-tête HTTP",
  "fault.header_names": "n’est pas le nom d’un en-tête HTTP",
  "fault.host": "doit être un nom d’hôte ou une adresse",
  "fault.host_name": "doit être un nom d’hôte",
  "fault.host_pattern": "doit être un hôte comme example.com ou *.example.com",
  "fault.internal_host": "doit être un nom d’hôte, une adresse IP ou un réseau comme 10.20.0.0/16",
  "fault.ip_address": "doit être une adresse IP",
  "fault.proxy": "doit être une adresse IP ou un CIDR d’une longueur d’au moins 8, pour IPv6 7",
  "fault.proxies":
    "ne doivent pas dépasser ensemble quatre plages de longueur 8, pour IPv6 deux de longueur 7",
  "fault.redis_address": "doit être une adresse Redis comme localhost:6379",
  "fault.uri": "doit être une URI",
  "fault.email": "doit être une adresse e-mail",
  "fault.schemes": "doit contenir des noms de schémas d’URI sans deux-points, comme cursor",
  "fault.event_type": "doit être un type d’événement comme user.created, ou un groupe comme user.*",
  "fault.webhook_secret": "doit être whsec_ suivi de 24 à 64 octets en base64",
  "fault.scope": "doit être une portée sans espaces, guillemets ni barres obliques inverses",
  "fault.level": "doit être un mot sans espaces ni guillemets",
  "fault.audience": "doit être un nom ou une URI sans espaces",
  "fault.no_blanks": "ne doit pas contenir d’espaces",
  "fault.one_line": "doit être une ligne de texte",
  "fault.name.empty": "a un nom vide",
  "fault.name.signs": "a un nom avec une barre oblique, ?, #, % ou un espace",
  "fault.name.path": "a un nom qu’aucun chemin ne peut contenir",
  "fault.name.refused": "a un nom qui est refusé",
  "fault.name.route": "a le nom d’une route de connexion",
  "fault.id": "doit avoir de 1 à 2048 caractères, sans caractères de contrôle",
  "fault.id_reserved": "{id} est réservé",

  // Texts
  "fault.template": "le modèle est incorrect : {reason}",
  "fault.template_long": "fait {bytes} octets ; un modèle peut en faire {most}",
  "fault.templates_long": "fait {bytes} octets ; tous les modèles ensemble peuvent en faire {most}",
  "fault.plain_name": "doit être une ligne d’au plus {most} caractères visibles",
  "fault.logo": "doit être l’URL de données d’un fichier SVG ou PNG d’au plus {most} Kio",
  "fault.colour": "doit être une couleur comme #3046c9",

  // What members demand of each other
  "fault.with_redis": "est nécessaire tant que le stockage actif est redis",
  "fault.no_cluster": "va avec un seul maître, et non avec un cluster",
  "fault.other_file": "est nécessaire avec l’autre fichier",
  "fault.with_member": "est nécessaire avec {member}",
  "fault.other_header": "doit être un autre en-tête que cert_header",
  "fault.pair_half": "est nécessaire avec l’autre moitié de la paire",
  "fault.next_alone": "n’est utile qu’à côté d’un certificat",
  "fault.not_among_algorithms": "ne fait pas partie de algorithms",
  "fault.provider_taken": "est déjà défini au niveau supérieur",
  "fault.provider_taken_group": "est déjà défini dans le groupe {group}",
  "fault.provider_same_group": "est défini dans le même groupe",
  "fault.provider_unknown": "n’est pas un fournisseur du niveau supérieur",
  "fault.rp_id": "doit être un domaine sans schéma, port ni chemin",
  "fault.rp_origin": "doit être l’identifiant de la partie utilisatrice ou un de ses sous-domaines",
  "fault.site_taken": "est utilisé par un autre site",
  "fault.site_origins": "a besoin d’au moins une origine",
  "fault.used_twice": "est utilisé plusieurs fois",

  // Keys and certificates
  "fault.private_key": "la clé privée ne peut pas être utilisée : {reason}",
  "fault.rsa_key": "n’est pas une clé privée RSA au format PEM",
  "fault.certificate_of_key": "n’est pas un certificat PEM de la clé",
  "fault.certificate_der": "doit être un certificat : DER en base64",
  "fault.certificates_pem": "doivent être des certificats au format PEM",
  "fault.dn": "doit être un nom distinctif d’attributs connus (RFC 4514)",
  "fault.only_name": "doit être le seul nom du certificat",
  "fault.name_required": "ou un autre nom du certificat est nécessaire avec tls_client_auth",
  "fault.secret_key": "fait partie d’une clé privée ou partagée",
  "fault.keys_unread":
    "n’est lu qu’avec private_key_jwt ou request_object_signing_alg ; les certificats du client vont dans jwks",
  "fault.two_sources": "ne doit pas accompagner jwks_uri",
  "fault.keys_required":
    "ou jwks_uri est nécessaire avec private_key_jwt : une clé publique de signature, RSA de 2048 à 4096 bits, P-256 ou Ed25519",

  // Clients and providers
  "fault.public_method": "doit être none ou vide pour un client public",
  "fault.consent_skipped": "doit être skip ou vide tant que skip_consent vaut true",
  "fault.public_subject": "doit être public pour un client qui administre",
  "fault.device_subject": "ne peut pas être enregistré avec l’octroi par appareil",
  "fault.several_hosts": "est nécessaire : les URI de redirection ont plusieurs hôtes",
  "fault.no_secret_jwt":
    "client_secret_jwt n’est pas proposé, car un secret qui signe devrait être stocké en clair : utilisez private_key_jwt",
  "fault.hashed_secret":
    "doit être le secret lui-même, pas son empreinte ({scheme}) : aucune empreinte n’est acceptée",
  "fault.algorithm_off": "{alg} ne fait pas partie de algorithms du paramètre jwt",
  "fault.tenant":
    "doit être l’identifiant d’un locataire, comme 00000000-0000-0000-0000-000000000000",
  "fault.with_preset": "est nécessaire avec le préréglage {preset}",
  "fault.issuer_with_keys":
    "est nécessaire avec cert_url, quand ni discovery_url ni userinfo_url n’est défini",
  "fault.no_endpoint": "est nécessaire, quand ni issuer ni discovery_url n’est défini",
  "fault.name_id_format": "doit être unspecified, emailAddress, persistent, transient ou une URI",
  "fault.attribute": "doit être le nom d’un attribut comme {example}",
  "fault.filter": "doit être un filtre comme (objectClass=person), dont les parenthèses se ferment",
  "fault.ldap_address": "doit être une adresse comme ldaps://directory.example.com:636",
  "fault.empty": "ne doit pas être vide",
  "fault.control": "ne doit pas contenir de caractères de contrôle",
  "fault.storable": "ne doit contenir ni NUL ni caractère incomplet",
  "fault.comma": "ne doit pas contenir de virgule",
  "fault.begins_with": "ne doit pas commencer par {prefix}",
  "fault.starts_with": "ne doit pas commencer par {prefix}",
  "fault.no_url": "ne doit pas être une URL",
  "fault.no_alias": "ne peut pas servir d’alias",
  "fault.no_id": "n’est pas un identifiant",
  "fault.unknown_id": "{id} n’existe pas",
  "fault.dots": "ne doit pas être un chemin avec . ou ..",
  "fault.keys": "doit avoir au plus {most} clés",
  "fault.json_length": "doit avoir au plus {most} caractères en JSON",
  "fault.pattern": "n’est pas un motif valide",
  "fault.method": "n’est pas une méthode",
  "fault.address_of_other": "doit être une adresse du propriétaire",
  "fault.past": "doit être dans le futur",
  "fault.no_duration": "doit être une durée telle que 8h ou 30m",
  "fault.sha256": "doit être un SHA-256 en hexadécimal, de 64 chiffres",
  "fault.positive_duration": "doit être une durée positive telle que 24h ou 30d",
  "fault.year_9999": "se termine après l’an 9999",
  "fault.after_start": "doit être après starts_at",
  "fault.web": "doit être une adresse web",
  "fault.key_set":
    "doit être un JSON Web Key Set de clés publiques de signature (RSA de 2048 à 4096 bits, P-256 ou Ed25519)",
  "fault.fingerprint": "doit être un SHA-256 en hexadécimal",
  "fault.hash_cost": "ne doit pas dépasser le coût {most} pour un hachage",
  "fault.password.words": "doit être plus qu’un nom du compte ou de ce service",
  "fault.password.common": "ne doit pas être un des mots de passe essayés en premier",
  "fault.password.breached": "ne doit pas être un mot de passe volé ailleurs",
  "fault.password.hash":
    "doit être le mot de passe lui-même et non son hachage ({scheme}) ; seul un hachage bcrypt est accepté, dans details.password d’un utilisateur",
  "fault.password.nul": "ne doit pas contenir NUL",
  "fault.password.short": "doit avoir au moins {least} caractères",
  "fault.password.long": "doit avoir au plus {most} octets",

  // Configuration as code
  "fault.unknown_key": "n’est pas une clé connue",
  "fault.unknown_key_near": "n’est pas une clé connue ; vouliez-vous dire {nearest} ?",
  "fault.document.mapping": "doit être un objet",
  "fault.document.records": "a plus de {most} éléments ; appliquez-le en plusieurs fois",
  "fault.document.people":
    "sont des personnes et ne sont jamais appliquées ; seul un premier démarrage les reprend d’un document",
  "fault.document.elsewhere":
    "désigne un secret conservé ailleurs : postern apply lit ces secrets, le service lui-même non",
  "fault.document.no_password":
    "n’a pas de mot de passe : un export l’omet, et l’adresse enregistrée est différente",
  "fault.document.no_role": "n’est pas un rôle existant",
  "fault.document.no_permission": "n’est pas une permission existante",
  "fault.document.unknown_role": "n’est pas un rôle de ce document ni de l’installation",
  "fault.document.unknown_role_near":
    "n’est pas un rôle de ce document ni de l’installation ; vouliez-vous dire {nearest} ?",
  "fault.document.unknown_permission":
    "n’est pas une permission de ce document ni de l’installation",
  "fault.document.unknown_permission_near":
    "n’est pas une permission de ce document ni de l’installation ; vouliez-vous dire {nearest} ?",
  "fault.document.prune_self":
    "le compte {name} applique ce document ; le document doit le contenir",
  "fault.document.prune_role": "le rôle {name} rend administrateur ; le document doit le contenir",
  "fault.document.prune_permission":
    "la permission {name} est celle des administrateurs ; le document doit la contenir",
  "fault.document.prune_way_in":
    "le client {name} sert à se connecter ; le document doit le contenir",
  "fault.document.whole": "le document : {reason}",
  "fault.document.at_line": "ligne {line} : {reason}",
};
