/** What the forms say of each member, in French. */
import type { SchemaTexts } from "../schema.gen.ts";

export const schema: SchemaTexts = {
  "AdminSettings.permission": [
    "Permission d’administration",
    "Identifiant ou nom de la permission que doivent détenir les administrateurs. Tant qu’elle est vide, tout le monde est administrateur.",
  ],
  "AdminSettings.admin_permission": [
    "Permission d’administration (ancien nom)",
    "Utilisée lorsque permission est vide.",
  ],
  "AdminSettings.allow_missing_x_user": [
    "Accès d’urgence",
    "Une requête sans l’en-tête X-User est traitée comme celle d’un administrateur.",
  ],
  "AdminSettings.limited": [
    "Administrateurs aux droits réduits",
    "Ce que peuvent faire les détenteurs d’un rôle sans la permission d’administration.",
  ],
  "AdminSettings.limited.role_id": [
    "Rôle",
    "Identifiant du rôle. Tous ses détenteurs reçoivent ces droits, y compris par un rôle qui le contient.",
  ],
  "AdminSettings.limited.may": [
    "Peut",
    "read : tout voir sauf les secrets ; support : aider à se connecter ; people : modifier les comptes ; clients, providers, settings : gérer ceux qui ne donnent aucun droit.",
  ],
  "AdminSettings.limited.people_of": [
    "Personnes concernées",
    "Identifiants de rôles : support et people ne valent que pour les personnes qui en détiennent un. Vide : tout le monde.",
  ],
  "AdminSettings.limited.roles": [
    "Rôles à donner",
    "Identifiants des rôles que les détenteurs de people peuvent donner et retirer. Vide : aucun.",
  ],
  "JwtSettings.kid": ["Identifiant de la clé", "Inscrit dans l’en-tête de chaque jeton."],
  "JwtSettings.private_key": [
    "Clé privée",
    "Clé RSA en PEM, PKCS#8 ou PKCS#1. La changer invalide tous les jetons émis.",
  ],
  "TokenSettings.token_lifetime": ["Durée de vie des jetons d’accès"],
  "TokenSettings.refresh_lifetime": [
    "Inactivité des jetons d’actualisation",
    "Un jeton d’actualisation qui n’est pas utilisé pendant cette durée expire.",
  ],
  "TokenSettings.refresh_absolute_lifetime": [
    "Durée maximale des sessions mémorisées",
    "Une session mémorisée se termine après cette durée, quel que soit le nombre d’actualisations.",
  ],
  "TokenSettings.roles_claim": [
    "Revendication des rôles",
    "Chemin à points où sont écrits les rôles ; un client peut avoir le sien.",
  ],
  "TokenSettings.claims_by_scope": [
    "Revendications par portée",
    "Les applications sans skip_consent reçoivent l’adresse e-mail avec la portée email et les noms avec profile, mais ni l’une ni les autres dans les jetons d’accès destinés à des ressources. C’est toujours le cas des applications qui se sont enregistrées elles-mêmes.",
  ],
  "TokenSettings.resource_acr": [
    "Connexion exigée par les ressources",
    "Par préfixe : la connexion d’une personne doit atteindre l’un de ces niveaux, mfa ou phr, pour qu’un jeton soit délivré pour la ressource.",
  ],
  "TokenSettings.refresh_rotation": [
    "Rotation des jetons d’actualisation",
    "Sessions qui reçoivent un nouveau jeton d’actualisation à chaque actualisation : seulement celles qui sont mémorisées (à la lettre de la spécification), aussi celles des clients dynamiques et des clients à document, ou toutes.",
  ],
  "TokenSettings.revocations_per_minute": [
    "Révocations par minute",
    "Combien de jetons un client peut révoquer par minute, sur chaque instance.",
  ],
  "TokenSettings.dpop_nonces": [
    "Nonces dans les preuves DPoP",
    "Les preuves d’une clé doivent contenir un nonce de ce service, si bien qu’aucune ne peut être préparée à l’avance. Les clients doivent envoyer une requête de plus pour obtenir le premier.",
  ],
  "TokenSettings.audience": [
    "Audience du service",
    "Toujours présente dans la revendication aud ; les jetons sans elle sont refusés ici.",
  ],
  "OAuth2Settings.base_url": [
    "URL de base",
    "Origine sous laquelle ce service est atteint, par exemple https://id.example.com. Tant qu’elle est vide, l’origine est celle de chaque requête.",
  ],
  "OAuth2Settings.schema": ["Schéma", "Placé devant une URL de base qui n’en a pas."],
  "OAuth2Settings.origins": [
    "Autres origines",
    "Origines, en plus de l’URL de base, auxquelles un navigateur peut se connecter, par exemple https://login.example.org. Inutiles sans URL de base.",
  ],
  "OAuth2Settings.insecure_skip_verify": [
    "Ignorer la vérification des certificats",
    "Accepte n’importe quel certificat des fournisseurs externes. Pour les tests uniquement.",
  ],
  "OAuth2Settings.internal_hosts": [
    "Hôtes internes",
    "Noms d’hôtes, adresses et réseaux de fournisseurs de connexion situés dans votre propre réseau, par exemple keycloak.internal ou 10.20.0.0/16. Les autres fournisseurs doivent avoir une adresse publique et utiliser https.",
  ],
  "OAuth2Settings.require_registered_redirects": [
    "Exiger des redirections enregistrées",
    "Refuse la connexion auprès d’autres fournisseurs aux clients sans redirect_uris ni whitelist_urls, au lieu d’accepter toutes les cibles.",
  ],
  "CheckSettings.default_hosts": [
    "Hôtes par défaut",
    "Hôtes des ressources qui n’en indiquent aucun.",
  ],
  "CheckSettings.no_host_check": [
    "Ignorer les hôtes",
    "Les contrôles de permissions ne tiennent pas compte de l’hôte.",
  ],
  "CacheSettings.poll_interval": [
    "Intervalle d’interrogation",
    "Fréquence à laquelle une instance recherche des changements qui ne lui ont pas été notifiés.",
  ],
  "CacheSettings.event_retention": [
    "Conservation des événements",
    "Les événements plus anciens sont supprimés ; 0 les conserve indéfiniment.",
  ],
  "CacheSettings.audit_retention": [
    "Conservation du journal d’audit",
    "Les entrées plus anciennes du journal d’audit sont supprimées ; 0 les conserve indéfiniment. Elles contiennent des adresses réseau et des noms de personnes.",
  ],
  "CacheSettings.code_store": [
    "Stockage des codes",
    "Contient les codes, les défis, les consentements en attente et les identifiants des jetons révoqués.",
  ],
  "CacheSettings.code_store.active": [
    "Stockage actif",
    "database et redis sont partagés par toutes les instances ; memory sert une seule instance.",
  ],
  "CacheSettings.code_store.key_prefix": [
    "Préfixe des clés",
    "Les clés Redis deviennent <prefix>code_<id>.",
  ],
  "CacheSettings.code_store.redis": ["Redis"],
  "CacheSettings.code_store.redis.client_name": ["Nom du client"],
  "CacheSettings.code_store.redis.address": [
    "Adresses",
    "host:port d’un serveur, des membres d’un cluster ou de Sentinels.",
  ],
  "CacheSettings.code_store.redis.username": ["Nom d’utilisateur"],
  "CacheSettings.code_store.redis.password": ["Mot de passe"],
  "CacheSettings.code_store.redis.cluster": [
    "Forcer le mode cluster",
    "Si désactivé, un cluster Redis est détecté automatiquement.",
  ],
  "CacheSettings.code_store.redis.sentinel_master": [
    "Maître auprès de Sentinel",
    "Les adresses sont alors celles de Redis Sentinel, à qui ce maître est demandé.",
  ],
  "CacheSettings.code_store.redis.sentinel_username": ["Nom d’utilisateur auprès de Sentinel"],
  "CacheSettings.code_store.redis.sentinel_password": ["Mot de passe auprès de Sentinel"],
  "CacheSettings.code_store.redis.tls": [
    "TLS",
    "Les fichiers sont lus sur l’instance qui se connecte.",
  ],
  "CacheSettings.code_store.redis.tls.enabled": ["Utiliser TLS"],
  "CacheSettings.code_store.redis.tls.cert_file": ["Fichier du certificat client"],
  "CacheSettings.code_store.redis.tls.key_file": ["Fichier de la clé client"],
  "CacheSettings.code_store.redis.tls.ca_file": ["Fichier de l’autorité de certification"],
  "ApiKeySettings.disabled": ["Désactivé", "Aucune clé d’API n’est acceptée."],
  "ApiKeySettings.self_service": [
    "Libre-service",
    "Les utilisateurs peuvent créer leurs propres clés.",
  ],
  "ApiKeySettings.max_lifetime": [
    "Durée de vie maximale",
    "Pour les clés nouvelles ou modifiées ; vide : illimitée.",
  ],
  "DeviceSettings.disabled": ["Désactivé"],
  "DeviceSettings.code_lifetime": ["Durée de vie du code"],
  "DeviceSettings.interval": [
    "Intervalle d’interrogation",
    "Secondes qu’un appareil attend entre deux interrogations ; 0 signifie 5.",
  ],
  "DeviceSettings.verification_uri": [
    "URI de vérification",
    "Page sur laquelle les utilisateurs saisissent le code ; vide : la page de ce service.",
  ],
  "DeviceSettings.attempts": ["Tentatives"],
  "DeviceSettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "DeviceSettings.attempts.per_account": [
    "Tentatives par compte",
    "Codes n’appartenant à aucun appareil, saisis par un utilisateur depuis un même réseau et pendant la période.",
  ],
  "DeviceSettings.attempts.per_network": [
    "Tentatives par réseau",
    "Codes n’appartenant à aucun appareil, saisis depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "DeviceSettings.attempts.window": ["Période"],
  "DeviceSettings.requests": ["Demandes"],
  "DeviceSettings.requests.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "DeviceSettings.requests.per_account": [
    "Tentatives par compte",
    "Demandes de codes par un client, depuis un même réseau et pendant la période.",
  ],
  "DeviceSettings.requests.per_network": [
    "Tentatives par réseau",
    "Demandes de codes depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "DeviceSettings.requests.window": ["Période"],
  "TokenExchangeSettings.disabled": ["Désactivé"],
  "TotpSettings.disabled": ["Désactivé"],
  "TotpSettings.issuer": [
    "Émetteur",
    "Libellé du compte dans les applications d’authentification.",
  ],
  "TotpSettings.skew": [
    "Tolérance d’horloge",
    "Périodes de 30 s dont une horloge peut avancer ou retarder.",
  ],
  "TotpSettings.methods": [
    "Demandé pour",
    "Octrois pour lesquels ce facteur est demandé aux utilisateurs qui l’ont configuré.",
  ],
  "TotpSettings.attempts": ["Tentatives"],
  "TotpSettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "TotpSettings.attempts.per_account": [
    "Tentatives par compte",
    "Codes à usage unique et de récupération erronés pour un compte, depuis un même réseau et pendant la période.",
  ],
  "TotpSettings.attempts.per_network": [
    "Tentatives par réseau",
    "Codes à usage unique et de récupération erronés depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "TotpSettings.attempts.window": ["Période"],
  "SecondFactorSettings.everybody": [
    "Tout le monde",
    "Tout le monde doit se connecter avec deux facteurs, sauf les comptes de service.",
  ],
  "SecondFactorSettings.administrators": [
    "Administrateurs",
    "Obligatoire pour les personnes qui ont la permission d’administration ou des droits d’administration réduits, même temporairement.",
  ],
  "SecondFactorSettings.role_ids": [
    "Rôles",
    "Obligatoire pour les personnes qui ont l’un de ces rôles, y compris par un rôle qui le contient.",
  ],
  "SecondFactorSettings.from": [
    "À partir du",
    "Rien n’est demandé avant ce jour ; vide : dès maintenant.",
  ],
  "SecondFactorSettings.grace": [
    "Délai",
    "Pendant ce temps, à partir de ce jour ou de la création d’un compte, la configuration est proposée et peut être remise à plus tard.",
  ],
  "OutgoingSettings.held": [
    "Retenir ce que le service envoie de lui-même",
    "Pour la copie d’un service. Retenus jusqu’à ce que ceci soit désactivé : les événements destinés aux webhooks, les déconnexions annoncées aux applications, les e-mails d’invitations en attente et la synchronisation de l’annuaire. Les personnes ne sont pas informées par e-mail des changements de leurs comptes. Ce qu’une personne demande est envoyé. Les webhooks suspendus par une restauration sont ensuite repris un par un.",
  ],
  "SignInSettings.lifetime": [
    "Durée maximale",
    "Une connexion se termine après cette durée, même si elle est utilisée souvent, qu’elle soit mémorisée ou non. 0s : aucune règle.",
  ],
  "SignInSettings.idle": [
    "Fin après une inactivité de",
    "Une connexion qui n’est pas utilisée pendant cette durée se termine. Jamais plus court que la durée de vie d’un jeton d’accès, car une application ne se manifeste pas entre-temps. 0s : aucune règle.",
  ],
  "SignInSettings.most": [
    "Connexions simultanées",
    "Nombre de connexions qu’une personne peut avoir en même temps ; une de plus met fin à la plus ancienne. 0 : aucune règle.",
  ],
  "EmailSettings.disabled": ["Désactivé", "La connexion par e-mail est refusée."],
  "EmailSettings.magic_link": [
    "Lien de connexion",
    "Les e-mails de connexion contiennent un lien si le client le permet.",
  ],
  "EmailSettings.from": [
    "Expéditeur",
    "Adresse de l’expéditeur ; vide : le nom d’utilisateur SMTP.",
  ],
  "EmailSettings.subject": ["Objet (code)"],
  "EmailSettings.body_template": ["Corps (code)"],
  "EmailSettings.magic_link_subject": ["Objet (lien)"],
  "EmailSettings.magic_link_body_template": ["Corps (lien)"],
  "EmailSettings.code_lifetime": ["Durée de vie du code"],
  "EmailSettings.attempts": [
    "Tentatives",
    "Aussi pour les codes d’inscription et de réinitialisation.",
  ],
  "EmailSettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "EmailSettings.attempts.per_account": [
    "Tentatives par compte",
    "Codes erronés pour une adresse e-mail, depuis un même réseau et pendant la période.",
  ],
  "EmailSettings.attempts.per_network": [
    "Tentatives par réseau",
    "Codes erronés depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "EmailSettings.attempts.window": ["Période"],
  "EmailSettings.sending": ["E-mails", "E-mails qui peuvent être demandés sans se connecter."],
  "EmailSettings.sending.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "EmailSettings.sending.per_account": [
    "Tentatives par compte",
    "E-mails à une adresse e-mail, depuis un même réseau et pendant la période.",
  ],
  "EmailSettings.sending.per_network": [
    "Tentatives par réseau",
    "E-mails depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "EmailSettings.sending.window": ["Période"],
  "EmailSettings.account_changes": [
    "Modifications d’un compte",
    "Les personnes reçoivent un e-mail quand un mot de passe, une clé d’accès, un second facteur, une adresse, une clé d’API ou une connexion ailleurs de leur compte est ajouté, modifié ou supprimé.",
  ],
  "EmailSettings.smtp": ["Relais SMTP", "Utilisé aussi pour l’inscription et la réinitialisation."],
  "EmailSettings.smtp.host": ["Hôte", "Rien n’est envoyé tant qu’il n’est pas défini."],
  "EmailSettings.smtp.port": ["Port", "0 signifie 465 avec TLS, sinon 587."],
  "EmailSettings.smtp.username": ["Nom d’utilisateur"],
  "EmailSettings.smtp.password": ["Mot de passe"],
  "EmailSettings.smtp.no_auth": ["Sans authentification", "Pour les relais de confiance."],
  "EmailSettings.smtp.starttls": ["STARTTLS"],
  "EmailSettings.smtp.tls": ["TLS dès le début"],
  "EmailSettings.smtp.insecure_skip_verify": [
    "Ignorer la vérification des certificats",
    "Pour les tests uniquement.",
  ],
  "SignupSettings.enabled": ["Activé"],
  "SignupSettings.email_verification": [
    "Vérifier les adresses",
    "Le compte est créé lorsque le code envoyé par e-mail est saisi.",
  ],
  "SignupSettings.password_reset": [
    "Réinitialisation du mot de passe",
    "Fonctionne même sans l’inscription.",
  ],
  "SignupSettings.default_role_ids": ["Rôles des nouveaux utilisateurs"],
  "SignupSettings.password_min_length": [
    "Longueur minimale du mot de passe",
    "De 8 à 72 ; 0 signifie 8.",
  ],
  "SignupSettings.code_lifetime": ["Durée de vie du code"],
  "SignupSettings.attempts": ["Tentatives"],
  "SignupSettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "SignupSettings.attempts.per_account": [
    "Tentatives par compte",
    "Demandes d’inscription ou de réinitialisation pour une adresse e-mail, depuis un même réseau et pendant la période.",
  ],
  "SignupSettings.attempts.per_network": [
    "Tentatives par réseau",
    "Demandes d’inscription ou de réinitialisation depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "SignupSettings.attempts.window": ["Période"],
  "SignupSettings.verify_subject": ["Objet (vérification)"],
  "SignupSettings.verify_body_template": ["Corps (vérification)"],
  "SignupSettings.reset_subject": ["Objet (réinitialisation)"],
  "SignupSettings.reset_body_template": ["Corps (réinitialisation)"],
  "AccountsSettings.invitation": [
    "Invitations",
    "E-mails par lesquels les administrateurs invitent des personnes.",
  ],
  "AccountsSettings.invitation.lifetime": [
    "Durée de validité",
    "Temps pendant lequel une invitation peut être acceptée.",
  ],
  "AccountsSettings.invitation.per_minute": [
    "E-mails par minute",
    "Pour les invitations en file d’attente : celles d’un import, et des personnes choisies dans la liste.",
  ],
  "AccountsSettings.invitation.sending": ["E-mails"],
  "AccountsSettings.invitation.sending.unlimited": [
    "Aucune limite",
    "Les tentatives ne sont pas comptées.",
  ],
  "AccountsSettings.invitation.sending.per_account": [
    "Tentatives par compte",
    "E-mails d’invitation à une adresse pendant la période.",
  ],
  "AccountsSettings.invitation.sending.per_network": [
    "Tentatives par réseau",
    "E-mails d’invitation depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "AccountsSettings.invitation.sending.window": ["Période"],
  "AccountsSettings.invitation.subject": ["Objet"],
  "AccountsSettings.invitation.body_template": ["Corps"],
  "AccountsSettings.self_service": [
    "Compte personnel",
    "Ce que chacun peut modifier dans son propre compte.",
  ],
  "AccountsSettings.self_service.name": ["Nom"],
  "AccountsSettings.self_service.address": [
    "Adresse",
    "Avec un code envoyé à la nouvelle adresse ; l’ancienne est prévenue.",
  ],
  "AccountsSettings.self_service.language": [
    "Langue",
    "Pour les e-mails que la personne n’a pas demandés elle-même, et pour les applications.",
  ],
  "AccountsSettings.self_service.picture": [
    "Photo",
    "Une adresse https, ou une image de 64 Kio au plus ; pour les applications.",
  ],
  "AccountsSettings.self_service.deletion": ["Supprimer le compte"],
  "MtlsSettings.enabled": ["Activé"],
  "MtlsSettings.cert_header": [
    "En-tête du certificat",
    "En-tête dans lequel le proxy transmet le certificat ; vide : TLS natif.",
  ],
  "MtlsSettings.cert_verify_header": [
    "En-tête de vérification",
    "En-tête dans lequel le proxy indique qu’il a vérifié le certificat.",
  ],
  "MtlsSettings.cert_verify_value": ["Valeur de vérification"],
  "MtlsSettings.alias_origin": [
    "Origine pour les certificats",
    "Où les clients munis d’un certificat trouvent les points de terminaison, si c’est une autre origine.",
  ],
  "MtlsSettings.self_signed": [
    "Certificats auto-signés",
    "Un certificat sans autorité racine reconnue est accepté pour les clients qui l’ont enregistré, et pour lier des jetons.",
  ],
  "MtlsSettings.self_signed_verify_value": [
    "Valeur de vérification d’un certificat auto-signé",
    "Ce que le proxy indique dans ce cas ; avec nginx, cela dépend de son OpenSSL.",
  ],
  "MtlsSettings.trusted_proxy_cidrs": [
    "Proxys de confiance",
    "Adresses des proxys dont les en-têtes de certificat sont acceptés : adresses exactes ou sous-réseau étroit.",
  ],
  "SamlSettings.certificate": ["Certificat", "PEM."],
  "SamlSettings.private_key": ["Clé privée", "PEM. Signe les requêtes."],
  "SamlSettings.next_certificate": [
    "Certificat suivant",
    "PEM. Publié en plus du certificat, et pas utilisé avant de le remplacer.",
  ],
  "SamlSettings.next_private_key": ["Clé privée suivante", "PEM."],
  "CustomInfoSettings.disabled": ["Désactivé"],
  "CustomInfoSettings.sets": ["Ensembles"],
  "CustomInfoSettings.sets.claims": [
    "Revendications",
    "Un modèle par revendication ; un résultat vide supprime la revendication.",
  ],
  "AuthorizeSettings.disabled": ["Désactivé"],
  "AuthorizeSettings.flow_lifetime": ["Durée d’un consentement en attente"],
  "AuthorizeSettings.login_url": [
    "Page de connexion",
    "Où les navigateurs anonymes sont envoyés, avec redirect_path dans la requête.",
  ],
  "AuthorizeSettings.disable_remember_me": ["Masquer « Rester connecté »"],
  "AuthorizeSettings.pending_per_network": [
    "Demandes en attente par réseau",
    "Demandes d’une adresse (IPv6 : /64) qui ne sont pas encore décidées, sur chaque instance.",
  ],
  "AuthorizeSettings.pending_per_client": [
    "Demandes en attente par client",
    "La même limite pour un client ; une adresse sans demande en attente n’est pas refusée pour cette raison.",
  ],
  "AuthorizeSettings.attempts": ["Tentatives"],
  "AuthorizeSettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "AuthorizeSettings.attempts.per_account": [
    "Tentatives par compte",
    "Pages de consentement et décisions pour des demandes inexistantes par un utilisateur, depuis un même réseau et pendant la période.",
  ],
  "AuthorizeSettings.attempts.per_network": [
    "Tentatives par réseau",
    "Pages de consentement et décisions pour des demandes inexistantes depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "AuthorizeSettings.attempts.window": ["Période"],
  "AuthorizeSettings.federated_consent": [
    "Demander après une connexion ailleurs",
    "Le consentement des personnes qui se connectent auprès d’un fournisseur externe ou SAML est demandé avant qu’un client confidentiel reçoive son code, sauf s’il a skip_consent. Pour les autres clients, il est toujours demandé.",
  ],
  "AuthorizeSettings.pushed_lifetime": [
    "Durée des demandes envoyées d’avance",
    "Temps dont dispose un navigateur pour présenter une demande que son client a envoyée d’avance.",
  ],
  "AuthorizeSettings.require_pushed_requests": [
    "Exiger des demandes envoyées d’avance",
    "Refuse toute demande d’autorisation que son client n’a pas envoyée d’avance (PAR).",
  ],
  "AuthorizeSettings.require_s256": ["Exiger S256", "Refuse la méthode PKCE plain."],
  "RegistrationSettings.enabled": ["Activé"],
  "RegistrationSettings.client_lifetime": [
    "Durée de vie des clients",
    "Les clients enregistrés expirent après cette durée ; vide : conservés indéfiniment.",
  ],
  "RegistrationSettings.default_scope": [
    "Portée par défaut",
    "Portée des clients qui n’en demandent aucune.",
  ],
  "RegistrationSettings.allowed_scopes": [
    "Portées autorisées",
    "Ce que les clients peuvent enregistrer ; vide : toutes les portées.",
  ],
  "RegistrationSettings.step_up_scopes": [
    "Portées supplémentaires",
    "Ce que tout client enregistré peut demander plus tard, en plus de ce qu’il a enregistré.",
  ],
  "RegistrationSettings.max_clients": ["Nombre maximal de clients"],
  "RegistrationSettings.redirect_schemes": [
    "Schémas de redirection",
    "Schémas sans point que les applications peuvent enregistrer pour elles-mêmes.",
  ],
  "RegistrationSettings.remember_consent": [
    "Retenir le consentement",
    "Pour les clients qui se sont enregistrés eux-mêmes, la question n’est posée qu’une fois, comme avec consent : remember pour un client ; sinon à chaque connexion.",
  ],
  "RegistrationSettings.require_initial_token": [
    "Exiger un jeton d’accès initial",
    "Seuls les programmes munis d’un jeton d’un administrateur peuvent s’enregistrer.",
  ],
  "RegistrationSettings.requests": ["Demandes"],
  "RegistrationSettings.requests.unlimited": [
    "Aucune limite",
    "Les tentatives ne sont pas comptées.",
  ],
  "RegistrationSettings.requests.per_account": [
    "Tentatives par compte",
    "Enregistrements et leurs modifications par un client enregistré, depuis un même réseau et pendant la période.",
  ],
  "RegistrationSettings.requests.per_network": [
    "Tentatives par réseau",
    "Enregistrements et leurs modifications depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "RegistrationSettings.requests.window": ["Période"],
  "RegistrationSettings.documents": ["Documents de clients"],
  "RegistrationSettings.documents.disabled": [
    "Désactivé",
    "Une URL n’est pas acceptée comme identifiant de client, sauf si un enregistrement existe.",
  ],
  "RegistrationSettings.documents.allow_hosts": [
    "Hôtes autorisés",
    "Seulement les documents de ces hôtes ; *.example.com désigne tous les sous-domaines de example.com. Vide : tous.",
  ],
  "RegistrationSettings.documents.deny_hosts": [
    "Hôtes refusés",
    "Aucun document de ces hôtes, même s’ils sont autorisés.",
  ],
  "RegistrationSettings.documents.fetches": ["Récupérations"],
  "RegistrationSettings.documents.fetches.unlimited": [
    "Aucune limite",
    "Les tentatives ne sont pas comptées.",
  ],
  "RegistrationSettings.documents.fetches.per_account": [
    "Tentatives par compte",
    "Documents à récupérer pour un client, depuis un même réseau et pendant la période.",
  ],
  "RegistrationSettings.documents.fetches.per_network": [
    "Tentatives par réseau",
    "Documents à récupérer depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "RegistrationSettings.documents.fetches.window": ["Période"],
  "SessionProvidersSettings.providers": ["Fournisseurs"],
  "SessionProvider.name": ["Nom affiché", "Si absent : la clé du fournisseur."],
  "SessionProvider.logo": [
    "Logo",
    "Sur son bouton. Une URL de données, `data:image/svg+xml;base64,…` ou `data:image/png;base64,…`. D’un fichier SVG, seules les formes et les couleurs sont affichées.",
  ],
  "SessionProvider.auth_middleware": [
    "Instance d’authentification",
    "Nom d’une instance du service dans le même processus.",
  ],
  "SessionProvider.oauth2": ["OAuth2"],
  "SessionProvider.oauth2.client_id": ["Identifiant du client"],
  "SessionProvider.oauth2.client_secret": ["Secret du client"],
  "SessionProvider.oauth2.scopes": ["Portées"],
  "SessionProvider.oauth2.auth_url": ["URL d’autorisation"],
  "SessionProvider.oauth2.token_url": ["URL des jetons"],
  "SessionProvider.oauth2.cert_url": ["URL du JWKS"],
  "SessionProvider.oauth2.introspect_url": [
    "URL d’introspection",
    "Interrogée pour savoir à qui appartient un jeton d’accès opaque.",
  ],
  "SessionProvider.oauth2.userinfo_url": [
    "URL userinfo",
    "Interrogée pour savoir à qui appartient un jeton d’accès opaque.",
  ],
  "SessionProvider.oauth2.revocation_url": ["URL de révocation"],
  "SessionProvider.oauth2.logout_url": ["URL de déconnexion"],
  "SessionProvider.oauth2.passkey_url": ["URL des clés d’accès"],
  "SessionProvider.oauth2.api_key_url": ["URL des clés d’API"],
  "SessionProvider.oauth2.signup_url": ["URL d’inscription"],
  "SessionProvider.oauth2.password_reset_url": ["URL de réinitialisation du mot de passe"],
  "SessionProvider.oauth2.email_url": ["URL des codes par e-mail"],
  "SessionProvider.oauth2.issuer": [
    "Émetteur",
    "iss exact des jetons du fournisseur. Si absent : n’importe lequel.",
  ],
  "SessionProvider.oauth2.audiences": [
    "Audiences",
    "Audiences, en plus de notre client, pour lesquelles les jetons d’accès de ce fournisseur sont acceptés.",
  ],
  "SessionProvider.oauth2.any_audience": [
    "N’importe quelle audience",
    "Accepte les jetons d’accès de ce fournisseur qui ne nomment ni notre client ni l’une des audiences : toute application du fournisseur peut alors envoyer ici les jetons de ses utilisateurs.",
  ],
  "SessionProvider.oauth2.authorized_parties": [
    "Parties autorisées",
    "Un jeton d’accès doit être émis pour notre client ou pour l’une d’elles : azp, sinon client_id. Pour un fournisseur du même processus, elles sont aussi des clients internes.",
  ],
  "SessionProvider.oauth2.logout_redirect": [
    "Déconnecter dans le navigateur",
    "Envoie le navigateur à l’URL de déconnexion avec post_logout_redirect_uri, pour que la session auprès du fournisseur se termine aussi. Sinon, ce service appelle l’URL lui-même.",
  ],
  "SessionProvider.oauth2.backchannel_logout": [
    "Déconnexion par canal arrière",
    "Le fournisseur met fin aux sessions ici : il envoie des jetons de déconnexion à auth/backchannel-logout de la connexion, suivi de la clé de ce fournisseur. Nécessite l’émetteur et l’URL du JWKS.",
  ],
  "SessionProvider.oauth2.auth_header_style": [
    "Authentification du client",
    "0 en-tête Basic, 1 secret comme jeton porteur, 2 paramètres de l’URL.",
  ],
  "SessionProvider.passkey": ["Connexion par clé d’accès"],
  "SessionProvider.password_flow": ["Connexion par mot de passe"],
  "SessionProvider.api_key": ["Clés d’API"],
  "SessionProvider.api_key_header": ["En-tête de la clé d’API", "Si absent : X-API-Key."],
  "SessionProvider.x_user": [
    "Revendications pour X-User",
    "Revendications essayées dans l’ordre pour X-User. Pour un fournisseur externe, elles déterminent aussi à quel utilisateur de ce service correspond une personne ; sans elles, à aucun.",
  ],
  "SessionProvider.claim_header": [
    "En-têtes de revendications",
    "La revendication de chaque en-tête.",
  ],
  "SessionProvider.email_verify_check": [
    "Adresses vérifiées uniquement",
    "La revendication email ne compte qu’avec email_verified. Activé pour les fournisseurs externes, sauf si la valeur est false.",
  ],
  "SessionProvider.priority": ["Priorité"],
  "SessionProvider.hide": ["Masquer sur la page de connexion"],
  "SessionProvidersSettings.groups": ["Groupes"],
  "SessionProvidersSettings.groups.providers": ["Fournisseurs propres"],
  "SessionProvidersSettings.groups.inherit": [
    "Fournisseurs hérités",
    "Références à des fournisseurs du niveau supérieur.",
  ],
  "SessionProvidersSettings.groups.inherit.hide": ["Masquer sur la page de connexion"],
  "PasskeySettings.disabled": ["Désactivé"],
  "PasskeySettings.rp_id": [
    "Identifiant de la partie utilisatrice (RP ID)",
    "Vide : le domaine enregistrable de l’hôte de la requête.",
  ],
  "PasskeySettings.rp_display_name": ["Nom affiché"],
  "PasskeySettings.origins": ["Origines", "Vide : l’origine de la requête."],
  "PasskeySettings.user_verification": ["Vérification de l’utilisateur"],
  "PasskeySettings.sites": [
    "Sites",
    "Profils pour d’autres domaines ; l’origine d’une requête en choisit un.",
  ],
  "PasskeySettings.sites.name": ["Nom"],
  "PasskeySettings.sites.rp_id": ["Identifiant de la partie utilisatrice (RP ID)"],
  "PasskeySettings.sites.rp_display_name": ["Nom affiché"],
  "PasskeySettings.sites.origins": ["Origines"],
  "PasskeySettings.attempts": ["Tentatives"],
  "PasskeySettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "PasskeySettings.attempts.per_account": [
    "Tentatives par compte",
    "Connexions et enregistrements commencés par un utilisateur qui enregistre une clé, depuis un même réseau et pendant la période.",
  ],
  "PasskeySettings.attempts.per_network": [
    "Tentatives par réseau",
    "Connexions et enregistrements commencés depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "PasskeySettings.attempts.window": ["Période"],
  "PasskeySettings.enrollment": ["Proposition d’une clé d’accès"],
  "PasskeySettings.enrollment.enabled": ["Proposer une clé d’accès après la connexion"],
  "PasskeySettings.enrollment.methods": ["Après une connexion par"],
  "PasskeySettings.enrollment.prompt_when_registered": [
    "Aussi aux utilisateurs qui en ont déjà une",
  ],
  "PasskeySettings.enrollment.snooze_duration": [
    "Pause après un refus",
    "0s : la question est reposée à la connexion suivante.",
  ],
  "PasswordSettings.disabled": ["Désactivé", "La connexion par mot de passe est refusée."],
  "PasswordSettings.local_disabled": ["Utilisateurs locaux désactivés"],
  "PasswordSettings.ldap_disabled": ["Utilisateurs de l’annuaire désactivés"],
  "PasswordSettings.ldap_register_disabled": [
    "Inscription depuis l’annuaire désactivée",
    "Les utilisateurs inconnus de l’annuaire ne sont pas créés à leur première connexion.",
  ],
  "PasswordSettings.refuse_common": [
    "Refuser les mots de passe courants",
    "Un nouveau mot de passe ne doit pas faire partie de ceux qui sont essayés en premier : ceux d’une liste de mots de passe courants, ou une suite simple.",
  ],
  "PasswordSettings.refuse_own_words": [
    "Refuser les mots du compte",
    "Un nouveau mot de passe ne doit pas se réduire aux noms et adresses du compte, ni au nom de ce service.",
  ],
  "PasswordSettings.range_url": [
    "Service des mots de passe volés",
    "On lui demande si un nouveau mot de passe a été volé ailleurs, par exemple https://api.pwnedpasswords.com/range. Il n’apprend que cinq chiffres d’un hachage.",
  ],
  "PasswordSettings.by_administrators": [
    "Mots de passe fixés par des administrateurs",
    "Si ces règles les refusent aussi, ou si elles n’écrivent qu’un avertissement dans le journal.",
  ],
  "PasswordSettings.hash": [
    "Hachage des nouveaux mots de passe",
    "Comment les nouveaux mots de passe sont hachés. Les hachages existants sont renouvelés quand les personnes se connectent.",
  ],
  "PasswordSettings.argon2_memory": [
    "Mémoire d’argon2id",
    "Kio nécessaires à une vérification ; une vérification par cœur peut s’exécuter à la fois.",
  ],
  "PasswordSettings.argon2_passes": [
    "Passes d’argon2id",
    "Nombre de fois que cette mémoire est remplie : deux fois plus de passes durent deux fois plus longtemps.",
  ],
  "PasswordSettings.attempts": ["Tentatives"],
  "PasswordSettings.attempts.unlimited": ["Aucune limite", "Les tentatives ne sont pas comptées."],
  "PasswordSettings.attempts.per_account": [
    "Tentatives par compte",
    "Secrets erronés pour un compte ou un client, depuis un même réseau et pendant la période.",
  ],
  "PasswordSettings.attempts.per_network": [
    "Tentatives par réseau",
    "Secrets erronés depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "PasswordSettings.attempts.window": ["Période"],
  "PasswordSettings.own_changes": ["Modifications du compte personnel"],
  "PasswordSettings.own_changes.unlimited": [
    "Aucune limite",
    "Les tentatives ne sont pas comptées.",
  ],
  "PasswordSettings.own_changes.per_account": [
    "Tentatives par compte",
    "Modifications du compte personnel par un utilisateur, depuis un même réseau et pendant la période.",
  ],
  "PasswordSettings.own_changes.per_network": [
    "Tentatives par réseau",
    "Modifications du compte personnel depuis une même adresse (IPv6 : /64) pendant la période.",
  ],
  "PasswordSettings.own_changes.window": ["Période"],
  "BrandingSettings.product_name": ["Nom", "Le nom du service, sur les pages et dans les e-mails."],
  "BrandingSettings.logo": [
    "Logo",
    "Une URL de données, `data:image/svg+xml;base64,…` ou `data:image/png;base64,…`. D’un fichier SVG, seules les formes et les couleurs sont affichées.",
  ],
  "BrandingSettings.accent_color": [
    "Couleur d’accentuation",
    "Couleur des boutons et des liens. Elle est assombrie ou éclaircie là où le texte serait difficile à lire.",
  ],
  "BrandingSettings.support_url": [
    "Lien d’assistance",
    "https ou mailto ; affiché à la fin de chaque page et e-mail, et sous la navigation de la console.",
  ],
  "OAuthClientConfig.client_name": ["Nom", "Affiché sur la page de consentement."],
  "OAuthClientConfig.client_secret": ["Secret"],
  "OAuthClientConfig.public": ["Public", "Le client n’a pas de secret."],
  "OAuthClientConfig.redirect_uris": [
    "URI de redirection",
    "Cibles exactes ; dès qu’il y en a une, la liste blanche est sans effet.",
  ],
  "OAuthClientConfig.require_pushed_authorization_requests": [
    "Exiger des demandes envoyées d’avance",
    "Le client envoie d’abord chaque demande d’autorisation à ce service (PAR).",
  ],
  "OAuthClientConfig.post_logout_redirect_uris": [
    "URI après la déconnexion",
    "Cibles exactes vers lesquelles un navigateur peut être dirigé après la déconnexion.",
  ],
  "OAuthClientConfig.backchannel_logout_uri": [
    "URI de déconnexion par canal arrière",
    "Ce service y informe l’application qu’une personne s’est déconnectée.",
  ],
  "OAuthClientConfig.backchannel_logout_session_required": [
    "La déconnexion par canal arrière nomme la session",
    "Chaque jeton de déconnexion a un sid ; sans cela, un seul suffit pour toutes les sessions d’un utilisateur.",
  ],
  "OAuthClientConfig.whitelist_urls": [
    "Liste blanche",
    "Cibles de la même origine, sous le même chemin.",
  ],
  "OAuthClientConfig.scope": ["Portée par défaut", "Ajoutée à chaque demande."],
  "OAuthClientConfig.allowed_scopes": [
    "Portées autorisées",
    "Limite de chaque demande ; vide : toutes les portées.",
  ],
  "OAuthClientConfig.resources": [
    "Ressources",
    "Préfixes des ressources qui peuvent être demandées ; vide : toutes.",
  ],
  "OAuthClientConfig.exchange_audiences": [
    "Audiences d’un échange de jetons",
    "Préfixes de ressources et noms pour lesquels le client peut échanger un jeton ; vide : seulement ce que le jeton nomme.",
  ],
  "OAuthClientConfig.grant_types": ["Types d’octroi", "Vide : tous les octrois."],
  "OAuthClientConfig.introspection": [
    "Introspection",
    "any permet à un serveur de ressources d’interroger tous les jetons d’accès, pas seulement les siens.",
  ],
  "OAuthClientConfig.roles_claim": ["Revendication des rôles", "Chemin à points."],
  "OAuthClientConfig.allowed_role_ids": [
    "Rôles qui peuvent l’utiliser",
    "Seuls les comptes qui ont un de ces rôles reçoivent des jetons de ce client, y compris par un rôle qui le contient. Vide : tous les comptes.",
  ],
  "OAuthClientConfig.roles_in_tokens": [
    "Rôles dans les jetons",
    "Ses jetons et userinfo contiennent les noms des rôles de l’utilisateur, dans la revendication des rôles. Un client qui demande le consentement ne les reçoit qu’avec la portée roles.",
  ],
  "OAuthClientConfig.skip_consent": [
    "Sans consentement",
    "Le consentement n’est pas demandé, et ses jetons peuvent lire le compte de l’utilisateur et mettre fin à ses connexions.",
  ],
  "OAuthClientConfig.management": [
    "Administration",
    "Ses jetons peuvent modifier le compte de leur utilisateur, et administrer ce service si cet utilisateur est administrateur. À réserver à vos propres applications qui le font.",
  ],
  "OAuthClientConfig.token_endpoint_auth_method": [
    "Méthode d’authentification",
    "none crée un client public ; vide : déduite de « Public ».",
  ],
  "OAuthClientConfig.tls_client_auth_subject_dn": [
    "Sujet du certificat",
    "tls_client_auth : le sujet complet.",
  ],
  "OAuthClientConfig.tls_client_auth_san_dns": [
    "Nom d’hôte du certificat",
    "tls_client_auth : un nom DNS parmi les noms alternatifs.",
  ],
  "OAuthClientConfig.tls_client_auth_san_uri": [
    "URI du certificat",
    "tls_client_auth : une URI parmi les noms alternatifs.",
  ],
  "OAuthClientConfig.tls_client_auth_san_ip": [
    "Adresse du certificat",
    "tls_client_auth : une adresse IP parmi les noms alternatifs.",
  ],
  "OAuthClientConfig.tls_client_auth_san_email": [
    "Adresse e-mail du certificat",
    "tls_client_auth : une adresse e-mail parmi les noms alternatifs.",
  ],
  "OAuthClientConfig.jwks": [
    "Clés",
    "Clés publiques du client (JSON Web Key Set). Pour un certificat auto-signé, chaque clé le contient dans x5c.",
  ],
  "OAuthClientConfig.jwks_uri": [
    "Adresse des clés",
    "private_key_jwt : où le client publie ses clés publiques, au lieu de les saisir ici.",
  ],
  "OAuthClientConfig.profile": [
    "Profil",
    "fapi2 applique chaque règle du FAPI 2.0 Security Profile, quoi que disent les autres champs.",
  ],
  "OAuthClientConfig.request_object_signing_alg": [
    "Algorithme de ses demandes",
    "Le seul algorithme des demandes signées (RFC 9101) ; vide : tous ceux qu’une clé permet.",
  ],
  "OAuthClientConfig.token_endpoint_auth_signing_alg": [
    "Algorithme de sa preuve",
    "private_key_jwt : le seul algorithme accepté ; vide : tous ceux qu’une clé permet.",
  ],
  "OAuthClientConfig.jwks.keys.kty": ["Kty"],
  "OAuthClientConfig.jwks.keys": ["JSON Web Keys"],
  "OAuthClientConfig.jwks.keys.x5c": ["X5c"],
  "OAuthClientConfig.tls_client_certificate_bound_access_tokens": [
    "Jetons liés au certificat",
    "Les jetons d’accès ne sont utilisables qu’avec le certificat du client.",
  ],
  "OAuthClientConfig.dpop_bound_access_tokens": [
    "Jetons liés à une clé (DPoP)",
    "Le client n’obtient de jetons qu’avec la preuve d’une clé, et ils ne sont utilisables qu’avec d’autres preuves de cette clé.",
  ],
  "OAuthClientConfig.client_secret_expires_at": [
    "Expiration du secret",
    "Secondes Unix ; 0 signifie jamais.",
  ],
  "OAuthClientConfig.dynamic": ["Enregistré dynamiquement"],
  "OAuthClientConfig.registration_token": [
    "Jeton d’enregistrement",
    "SHA-256 du jeton d’accès d’enregistrement, en hexadécimal.",
  ],
  "OAuthClientConfig.registered": ["Tel qu’enregistré"],
  "OAuthClientConfig.registered.application_type": ["Type d’application"],
  "OAuthClientConfig.registered.client_uri": ["Page web"],
  "OAuthClientConfig.registered.logo_uri": ["Logo"],
  "OAuthClientConfig.registered.tos_uri": ["Conditions d’utilisation"],
  "OAuthClientConfig.registered.policy_uri": ["Politique de confidentialité"],
  "OAuthClientConfig.registered.contacts": ["Contacts"],
  "OAuthClientConfig.registered.software_id": ["Logiciel"],
  "OAuthClientConfig.registered.software_version": ["Version du logiciel"],
  "OAuthClientConfig.registered.initial_access_token": [
    "Jeton d’accès initial",
    "Identifiant du jeton avec lequel il s’est enregistré.",
  ],
  "OAuthClientConfig.created_at": ["Date d’enregistrement", "Secondes Unix."],
  "OAuthProviderConfig.preset": [
    "Préréglage",
    "Complète ce qui est vide pour un fournisseur connu.",
  ],
  "OAuthProviderConfig.name": ["Nom", "Affiché aux utilisateurs ; si vide : l’identifiant."],
  "OAuthProviderConfig.client_id": ["Identifiant du client"],
  "OAuthProviderConfig.client_secret": [
    "Secret du client",
    "Avec le préréglage apple : la clé privée en PEM, ou un secret de client créé à partir d’elle.",
  ],
  "OAuthProviderConfig.token_endpoint_auth_method": [
    "Authentification du client",
    "Vide : Basic avec un secret, none sans secret.",
  ],
  "OAuthProviderConfig.tenant": [
    "Locataire",
    "Avec le préréglage entra : l’identifiant de l’annuaire (locataire).",
  ],
  "OAuthProviderConfig.team_id": ["Identifiant d’équipe", "Avec le préréglage apple."],
  "OAuthProviderConfig.key_id": ["Identifiant de la clé", "Avec le préréglage apple."],
  "OAuthProviderConfig.issuer": [
    "Émetteur",
    "iss exact de ses jetons d’identité. Les adresses vides sont lues dans son document de découverte.",
  ],
  "OAuthProviderConfig.discovery_url": [
    "URL de découverte",
    "Où se trouve le document de découverte, s’il n’est pas sous l’émetteur.",
  ],
  "OAuthProviderConfig.scopes": ["Portées"],
  "OAuthProviderConfig.auth_url": ["URL d’autorisation"],
  "OAuthProviderConfig.token_url": ["URL des jetons"],
  "OAuthProviderConfig.cert_url": ["URL du JWKS"],
  "OAuthProviderConfig.userinfo_url": ["URL userinfo"],
  "OAuthProviderConfig.emails_url": [
    "URL des adresses",
    "Liste les adresses d’une personne comme le fait GitHub ; l’adresse principale vérifiée compte.",
  ],
  "OAuthProviderConfig.introspect_url": ["URL d’introspection"],
  "OAuthProviderConfig.revocation_url": ["URL de révocation"],
  "OAuthProviderConfig.logout_url": ["URL de déconnexion"],
  "OAuthProviderConfig.alias_claims": [
    "Revendications du nom d’utilisateur",
    "Revendications essayées dans l’ordre pour le nom d’un utilisateur ici. Vide : email. N’indiquez aucune revendication que les personnes choisissent elles-mêmes.",
  ],
  "OAuthProviderConfig.email_verify_check": [
    "Adresses vérifiées uniquement",
    "La revendication email ne compte qu’avec email_verified.",
  ],
  "OAuthProviderConfig.second_factor": [
    "Compte comme deux facteurs",
    "Chaque connexion y compte comme une connexion avec un second facteur, même si le fournisseur ne le dit pas.",
  ],
  "OAuthProviderConfig.forward": [
    "Transmis",
    "Ce qu’une application demande pour une connexion et qui est transmis au fournisseur : prompt, max_age, login_hint, ui_locales.",
  ],
  "OAuthProviderConfig.acr_map": [
    "Niveaux",
    "Par acr du fournisseur : mfa (deux facteurs) ou phr (une clé d’accès). Les niveaux qu’une application demande sont demandés au fournisseur sous ces noms.",
  ],
  "OAuthProviderConfig.claim_mapping": ["Correspondance des revendications"],
  "OAuthProviderConfig.claim_mapping.roles_claim": [
    "Revendication des rôles",
    "Chemin à points. Dans une liste, l’étape suivante vaut pour chacun de ses objets : `groups.name`.",
  ],
  "OAuthProviderConfig.claim_mapping.roles_separator": [
    "Séparateur des rôles",
    "Ce qui sépare plusieurs valeurs dans un texte, une virgule par exemple. Vide : les espaces, si la valeur est un texte et non une liste.",
  ],
  "OAuthProviderConfig.claim_mapping.use_lmap": [
    "Utiliser les correspondances de groupes",
    "Les valeurs de la revendication sont aussi recherchées dans les correspondances de groupes des annuaires.",
  ],
  "OAuthProviderConfig.claim_mapping.role_map": [
    "Correspondance des rôles",
    "Noms ou identifiants de rôles pour chaque valeur de la revendication.",
  ],
  "OAuthProviderConfig.claim_mapping.register": [
    "Inscrire les utilisateurs",
    "Crée les utilisateurs inconnus à leur première connexion.",
  ],
  "OAuthProviderConfig.claim_mapping.link": [
    "Associer les utilisateurs existants",
    "Une première connexion sous le nom d’un utilisateur qui existe déjà ici est associée à celui-ci. Jamais pour les utilisateurs locaux et les comptes de service.",
  ],
  "LdapConfig.addr": ["Adresse", "Les enregistrements sans adresse ne sont pas utilisés."],
  "LdapConfig.bind": ["Bind pour les recherches"],
  "LdapConfig.bind.username": ["DN du bind"],
  "LdapConfig.bind.password": ["Mot de passe du bind"],
  "LdapConfig.start_tls": ["StartTLS", "TLS sur `ldap://`, avant tout autre envoi."],
  "LdapConfig.ca": [
    "Autorité de certification",
    "PEM. Si elle est indiquée, seuls ces certificats sont acceptés.",
  ],
  "LdapConfig.allow_plain": [
    "Sans TLS",
    "Les mots de passe sont envoyés sur `ldap://` sans chiffrement.",
  ],
  "LdapConfig.user_base_dn": ["DN de base des utilisateurs"],
  "LdapConfig.user_filter": [
    "Filtre des utilisateurs",
    "Seules les entrées qui lui correspondent sont des utilisateurs.",
  ],
  "LdapConfig.user_attributes": ["Attributs des utilisateurs"],
  "LdapConfig.user_attributes.uid": [
    "Nom d’utilisateur",
    "`sAMAccountName` dans Active Directory.",
  ],
  "LdapConfig.user_attributes.sign_in": [
    "Autres noms à la connexion",
    "Attributs dans lesquels un nom est cherché, dans l’ordre, quand ce n’est pas un nom d’utilisateur : `userPrincipalName` dans Active Directory. Choisissez des attributs que les personnes ne peuvent pas modifier.",
  ],
  "LdapConfig.user_attributes.email": ["Adresse e-mail"],
  "LdapConfig.user_attributes.name": [
    "Nom complet",
    "Par défaut, le premier de `gecos`, `displayName` et `cn` qui a une valeur.",
  ],
  "LdapConfig.user_attributes.given_name": ["Prénom"],
  "LdapConfig.user_attributes.family_name": ["Nom de famille"],
  "LdapConfig.id_attribute": [
    "Attribut de l’identifiant",
    "Ses valeurs ne sont jamais données à une autre personne, et les personnes ne peuvent pas les modifier. Par défaut, le premier de `objectGUID`, `entryUUID` et `nsUniqueId` que possède une entrée.",
  ],
  "LdapConfig.groups": ["Recherches de groupes"],
  "LdapConfig.groups.base_dn": ["DN de base"],
  "LdapConfig.groups.filter": ["Filtre"],
  "LdapConfig.groups.attributes": [
    "Attributs",
    "Ceux qui sont lus : pour le nom, les membres et la description.",
  ],
  "LdapConfig.groups.name_attribute": ["Attribut du nom", "Par défaut : `cn`."],
  "LdapConfig.groups.member_attribute": [
    "Attribut des membres",
    "Par défaut, ceux de `attributes` qui sont `member`, `uniqueMember` ou `memberUid`. Les valeurs sont des DN, celles de `memberUid` des noms d’utilisateurs.",
  ],
  "LdapConfig.groups.description_attribute": [
    "Attribut de la description",
    "Par défaut : `description`.",
  ],
  "LdapConfig.sync_duration": ["Intervalle de synchronisation"],
  "LdapConfig.leavers": [
    "Personnes parties",
    "`disable` refuse partout les personnes qui ne sont plus dans l’annuaire, ou y sont désactivées, jusqu’à ce qu’une synchronisation les retrouve. `keep` ne met fin qu’à leur connexion par l’annuaire.",
  ],
  "LdapConfig.disable_sync": ["Sans synchronisation périodique"],
  "SamlProviderConfig.metadata_url": ["URL des métadonnées"],
  "SamlProviderConfig.metadata_xml": ["Métadonnées", "Remplacent l’URL des métadonnées."],
  "SamlProviderConfig.provider_entity_id": [
    "Identifiant d’entité du fournisseur",
    "Celui qui est visé, si les métadonnées en décrivent plusieurs.",
  ],
  "SamlProviderConfig.entity_id": ["Identifiant d’entité"],
  "SamlProviderConfig.alias_attribute": [
    "Attribut du nom d’utilisateur",
    "Vide : les attributs qui ressemblent à une adresse e-mail, puis le sujet.",
  ],
  "SamlProviderConfig.id_attribute": [
    "Attribut de l’identifiant",
    "Ce qui identifie les personnes à la place du NameID : une valeur qui n’est jamais donnée à une autre personne, comme `subject-id`.",
  ],
  "SamlProviderConfig.name_id_format": [
    "Format du NameID",
    "Ce qui est demandé au fournisseur : unspecified, emailAddress, persistent, transient ou une URI. Vide : le fournisseur choisit.",
  ],
  "SamlProviderConfig.sign_requests": [
    "Signer les requêtes",
    "RSA-SHA256 avec la clé de l’espace de noms `saml`.",
  ],
  "SamlProviderConfig.encrypted_assertions": [
    "Assertions chiffrées",
    "Acceptées en plus de celles qui ne le sont pas, de même que les noms et attributs chiffrés. Les métadonnées de cet enregistrement publient la clé.",
  ],
  "SamlProviderConfig.encryption_key": [
    "Clé de chiffrement",
    "PEM, pour RSA. Créée quand l’enregistrement en a besoin pour la première fois.",
  ],
  "SamlProviderConfig.next_encryption_key": [
    "Clé de chiffrement suivante",
    "PEM. Publiée en plus de la clé, et sert elle aussi à déchiffrer.",
  ],
  "SamlProviderConfig.second_factor": [
    "Compte comme deux facteurs",
    "Chaque connexion y compte comme une connexion avec un second facteur, même si le fournisseur ne le dit pas.",
  ],
  "SamlProviderConfig.claim_mapping": ["Correspondance des revendications"],
  "SamlProviderConfig.claim_mapping.roles_claim": [
    "Attribut des rôles",
    "Nom ou nom convivial (friendly name) de l’attribut, ou nom court de son OID.",
  ],
  "SamlProviderConfig.claim_mapping.roles_separator": [
    "Séparateur des rôles",
    "Ce qui sépare plusieurs valeurs dans un texte, une virgule par exemple. Vide : les espaces, si la valeur est un texte et non une liste.",
  ],
  "SamlProviderConfig.claim_mapping.use_lmap": [
    "Utiliser les correspondances de groupes",
    "Les valeurs de l’attribut sont aussi recherchées dans les correspondances de groupes des annuaires.",
  ],
  "SamlProviderConfig.claim_mapping.role_map": [
    "Correspondance des rôles",
    "Noms ou identifiants de rôles pour chaque valeur de l’attribut.",
  ],
  "SamlProviderConfig.claim_mapping.register": [
    "Inscrire les utilisateurs",
    "Crée les utilisateurs inconnus à leur première connexion.",
  ],
  "SamlProviderConfig.claim_mapping.link": [
    "Associer les utilisateurs existants",
    "Une première connexion sous le nom d’un utilisateur qui existe déjà ici est associée à celui-ci. Jamais pour les utilisateurs locaux et les comptes de service.",
  ],
  "PrincipalBody.alias": ["Noms d’utilisateur"],
  "PrincipalBody.role_ids": ["Identifiants des rôles"],
  "PrincipalBody.sync_role_ids": ["Identifiants des rôles synchronisés"],
  "PrincipalBody.permission_ids": ["Identifiants des permissions"],
  "PrincipalBody.tmp_role_ids": ["Rôles temporaires"],
  "PrincipalBody.tmp_role_ids.id": ["Identifiant"],
  "PrincipalBody.tmp_role_ids.starts_at": ["Début"],
  "PrincipalBody.tmp_role_ids.expires_at": ["Expiration"],
  "PrincipalBody.tmp_permission_ids": ["Permissions temporaires"],
  "PrincipalBody.tmp_permission_ids.id": ["Identifiant"],
  "PrincipalBody.tmp_permission_ids.starts_at": ["Début"],
  "PrincipalBody.tmp_permission_ids.expires_at": ["Expiration"],
  "PrincipalBody.details": ["Détails"],
  "PrincipalBody.description": ["Description"],
  "PrincipalBody.local": ["Local"],
  "PrincipalBody.is_active": ["Actif"],
  "RoleBody.name": ["Nom"],
  "RoleBody.permission_ids": ["Identifiants des permissions"],
  "RoleBody.role_ids": [
    "Identifiants des rôles",
    "Rôles que possèdent aussi tous les détenteurs de ce rôle",
  ],
  "RoleBody.data": ["Données"],
  "RoleBody.description": ["Description"],
  "PermissionBody.name": ["Nom"],
  "PermissionBody.resources": [
    "Ressources",
    "Ce que couvre la permission ; il suffit qu’une ressource corresponde",
  ],
  "ResourceBody.hosts": ["Hôtes"],
  "ResourceBody.paths": ["Chemins"],
  "ResourceBody.path": [
    "Chemin",
    "Ajouté à `paths` ; dans la réponse, les chemins séparés par des espaces",
  ],
  "ResourceBody.methods": ["Méthodes"],
  "ResourceBody.excluded": ["Exclus"],
  "ExcludedResource.hosts": ["Hôtes"],
  "ExcludedResource.paths": ["Chemins"],
  "ExcludedResource.path": [
    "Chemin",
    "Ajouté à `paths` ; dans la réponse, les chemins séparés par des espaces",
  ],
  "ExcludedResource.methods": ["Méthodes"],
  "PermissionBody.description": ["Description"],
  "PermissionBody.data": ["Données"],
  "PermissionBody.scope": [
    "Portée",
    "Portée → noms des rôles que contient un jeton qui a cette portée",
  ],
  "PermissionBody.public": ["Publique", "Vaut pour tout le monde, connecté ou non"],
  "OAuthClientConfig.consent": [
    "Consentement",
    "always demande à chaque connexion ; remember demande une fois et retient ce qui est autorisé, jusqu’à ce que le nom, les URI de redirection ou les portées du client changent ou que l’autorisation soit retirée ; skip équivaut à skip_consent. Vide : suit skip_consent.",
  ],
  "JwtSettings.algorithms": ["Autres algorithmes", "En plus de RS256 ; chacun a ses propres clés."],
  "JwtSettings.resource_algorithms": [
    "Algorithmes des ressources",
    "Par préfixe : comment sont signés les jetons d’accès pour une ressource ; sinon RS256.",
  ],
  "JwtSettings.rotate_every": [
    "Intervalle de renouvellement",
    "Les clés sont renouvelées après cette durée, avec chevauchement ; vide : seulement à la demande.",
  ],
  "OAuthClientConfig.id_token_signed_response_alg": [
    "Algorithme des jetons d’identité",
    "L’un de ceux qui sont activés (jwt.algorithms) ; vide : RS256.",
  ],
  "OAuthClientConfig.subject_type": [
    "Sujets",
    "pairwise : l’application connaît chaque personne par un sub que les applications d’autres hôtes ne partagent pas.",
  ],
  "OAuthClientConfig.sector_identifier_uri": [
    "Secteur",
    "Une liste d’URI de redirection ; les applications de son hôte partagent les sujets. Nécessaire si les URI de redirection ont plusieurs hôtes.",
  ],
  "OAuthClientConfig.require_acr": [
    "Connexion exigée",
    "La connexion d’une personne doit atteindre l’un de ces niveaux : mfa (deux facteurs), phr (une clé d’accès). Vide : aucun n’est exigé.",
  ],
  "OAuthClientConfig.userinfo_signed_response_alg": [
    "Algorithme de userinfo",
    "L’un de ceux qui sont activés (jwt.algorithms) : userinfo est un jeton signé ; vide : JSON simple.",
  ],
  "WebhookConfig.name": ["Nom"],
  "WebhookConfig.url": [
    "URL",
    "Où les événements sont envoyés : https, ou ce que liste `oauth2.internal_hosts`. Les redirections ne sont pas suivies.",
  ],
  "WebhookConfig.types": [
    "Événements",
    "Des types comme `user.created`, ou des groupes comme `user.*`. Vide : tous.",
  ],
  "WebhookConfig.secret": [
    "Secret",
    "`whsec_` et 24 à 64 octets en base64. Créé au premier enregistrement sans secret.",
  ],
};
