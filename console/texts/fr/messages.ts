/** What the service says of its own state, in French. */
import type { MessageTexts } from "../../../src/messages/message.ts";
import { SAML_FAULTS } from "../../../src/web/texts/fr/saml-faults.ts";
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
  "doctor.failed": "Cela n’a pas pu être vérifié.",
  "doctor.late": "La vérification est encore en cours : réessayez dans un instant.",
  "doctor.more": "et {count} de plus",
  "doctor.bootstrap": "Plan d’administration",
  "doctor.bootstrap.fine":
    "Seuls les détenteurs de la permission d’administration peuvent l’utiliser.",
  "doctor.bootstrap.unreadable":
    "Les paramètres du plan d’administration ne peuvent pas être lus : il est donc fermé.",
  "doctor.bootstrap.open":
    "Aucune permission d’administration n’est définie : toute personne qui atteint ce service peut tout modifier.",
  "doctor.break_glass": "Accès d’urgence",
  "doctor.break_glass.fine": "Une requête sans X-User n’est pas celle d’un administrateur.",
  "doctor.break_glass.open": "Une requête sans X-User est traitée comme celle d’un administrateur.",
  "doctor.break_glass.behind_session":
    "Une requête sans X-User est traitée comme celle d’un administrateur. Notre session se trouve devant cette instance, où l’interrupteur n’a pas d’effet ; il en a un sur une instance sans session.",
  "doctor.management_clients": "Clients qui administrent",
  "doctor.management_clients.fine":
    "Chaque client indique si un administrateur peut administrer ce service par son intermédiaire.",
  "doctor.management_clients.undecided":
    "Ces clients sont antérieurs à l’interrupteur « Administration » et gardent ce qu’ils avaient : un administrateur qui se connecte à l’un d’eux lui donne tous les droits sur ce service. Enregistrez chacun avec l’interrupteur activé ou désactivé.",
  "doctor.first_password": "Premier mot de passe",
  "doctor.first_password.fine": "Le mot de passe du premier démarrage n’est plus utilisé.",
  "doctor.first_password.unchanged":
    "Le compte du premier démarrage n’a jamais été modifié : son premier mot de passe fonctionne donc encore.",
  "doctor.second_factor": "Administrateurs avec un seul facteur",
  "doctor.second_factor.fine":
    "Chaque administrateur a une clé d’accès ou une application d’authentification.",
  "doctor.second_factor.missing":
    "Ces administrateurs n’ont ni clé d’accès ni application d’authentification : un mot de passe seul ouvre tout.",
  "doctor.factor_rule": "Second facteur des personnes",
  "doctor.factor_rule.fine":
    "Toutes les personnes qui ont besoin d’un second facteur en ont un, ou aucune n’en a besoin.",
  "doctor.factor_rule.missing":
    "Personnes qui ont besoin d’un second facteur et n’en ont pas encore : {count}. Elles le configurent en se connectant.",
  "doctor.sign_in": "Connexion",
  "doctor.sign_in.fine": "La page de connexion offre un moyen de se connecter.",
  "doctor.sign_in.none":
    "Aucune connexion n’est possible : la page de connexion n’offre aucun moyen qui fonctionne.",
  "doctor.administrator_sign_in": "Connexion des administrateurs",
  "doctor.administrator_sign_in.fine":
    "Un administrateur peut se connecter sur la page de connexion.",
  "doctor.administrator_sign_in.elsewhere":
    "La page de connexion ne mène les administrateurs qu’à d’autres services ; on ne sait pas ici si l’un d’eux peut s’y connecter.",
  "doctor.administrator_sign_in.no_administrator": "Aucune personne active n’est administrateur.",
  "doctor.administrator_sign_in.no_way":
    "La page de connexion ne propose aucun moyen qui fonctionne.",
  "doctor.administrator_sign_in.unable":
    "La page de connexion propose des moyens de se connecter, et aucun administrateur ({names}) n’en dispose.",
  "doctor.administrator_sign_in.none": "Aucun administrateur ne peut se connecter.",
  "doctor.base_url": "Adresse publique",
  "doctor.base_url.fine": "L’adresse publique est définie.",
  "doctor.base_url.unset":
    "Aucune URL de base n’est définie : l’émetteur et les liens suivent l’hôte indiqué par chaque requête.",
  "doctor.base_url.unset_behind_proxy":
    "Aucune URL de base n’est définie : l’émetteur et les liens suivent l’hôte indiqué par chaque requête. Un proxy se trouve devant, et ses en-têtes transmis ne comptent pas : l’émetteur et les liens sont donc faux.",
  "doctor.forwarded": "Proxys placés devant",
  "doctor.forwarded.fine":
    "Aucun en-tête transmis ne provient d’un pair qui n’est pas de confiance.",
  "doctor.forwarded.ignored":
    "Les en-têtes transmis par un pair qui n’est pas un proxy de confiance sont ignorés.",
  "doctor.redirects": "Redirections ouvertes",
  "doctor.redirects.fine":
    "Chaque client qui reçoit des codes a une liste de ses cibles, ou le service en exige une.",
  "doctor.redirects.open":
    "Toute personne qui connaît l’un de ces clients peut faire envoyer à sa propre adresse les codes de connexions fédérées.",
  "doctor.client_roles": "Rôles autorisés à utiliser des clients",
  "doctor.client_roles.fine": "Chaque rôle nommé par un client existe.",
  "doctor.client_roles.gone":
    "Des clients nomment des rôles qui n’existent pas. Ces rôles ne laissent entrer aucun compte.",
  "doctor.fapi2": "Clients FAPI 2.0",
  "doctor.fapi2.fine": "Aucun client n’annonce le profil en enfreignant une de ses règles.",
  "doctor.fapi2.broken":
    "Ces clients annoncent le FAPI 2.0 Security Profile et enfreignent ses règles. Ce qui enfreint une règle est refusé ; il se peut donc qu’ils ne fonctionnent pas.",
  "doctor.pkce": "PKCE des clients publics",
  "doctor.pkce.fine": "Il n’y a pas de clients publics, ou la méthode plain est refusée.",
  "doctor.pkce.plain":
    "La méthode PKCE plain est acceptée. Une fois refusée, elle laisse aux clients publics la seule méthode S256.",
  "doctor.buttons": "Boutons de la page de connexion",
  "doctor.buttons.fine": "Chaque fournisseur a un bouton sur la page de connexion.",
  "doctor.buttons.missing":
    "Aucune page ne mène à ces fournisseurs. Donnez-leur un bouton, sauf si des applications y envoient elles-mêmes les personnes.",
  "doctor.session_providers": "Fournisseurs de session",
  "doctor.session_providers.fine": "Aucun ne reçoit plus de confiance que nécessaire.",
  "doctor.session_providers.risky":
    "Un fournisseur de session reçoit plus de confiance que nécessaire.",
  "doctor.database": "Base de données et horloge",
  "doctor.database.fine": "La base de données répond, et son horloge concorde avec la nôtre.",
  "doctor.database.unreachable":
    "La base de données ne répond pas : ce qui est en mémoire est servi, et rien ne peut être modifié.",
  "doctor.database.full":
    "Le disque de la base de données est plein : ce qui est enregistré est servi, et rien ne peut être modifié. Libérez de l’espace.",
  "doctor.database.read_only":
    "La base de données est en lecture seule : ce qui est enregistré est servi, et rien ne peut être modifié. C’est un serveur de secours, ou un administrateur de la base de données y a bloqué les écritures.",
  "doctor.database.ahead":
    "L’horloge de la base de données avance de {seconds} s sur celle de cette instance.",
  "doctor.database.behind":
    "L’horloge de la base de données retarde de {seconds} s sur celle de cette instance.",
  "doctor.notifications": "Modifications d’autres instances",
  "doctor.notifications.fine": "Elles sont reçues aussitôt.",
  "doctor.notifications.lost":
    "La connexion d’écoute est perdue : les modifications ne sont trouvées que par interrogation périodique.",
  "doctor.notifications.off":
    "Rien n’écoute : les modifications d’autres instances ne sont trouvées que par interrogation périodique.",
  "doctor.notifications.missed":
    "L’interrogation périodique a trouvé {count} modifications qu’aucune notification n’a annoncées : quelque chose entre cette instance et la base de données les écarte, par exemple un pooler.",
  "doctor.code_store": "Codes à usage unique",
  "doctor.code_store.fine":
    "Toutes les instances qui partagent la base de données les connaissent.",
  "doctor.code_store.memory":
    "Les codes sont conservés dans la mémoire d’une seule instance, et la base de données peut en avoir plusieurs : une connexion qui change d’instance échoue.",
  "doctor.unreadable": "Enregistrements stockés",
  "doctor.unreadable.fine": "Tous ceux qui ont été lus ont pu être déchiffrés.",
  "doctor.unreadable.records":
    "Des enregistrements ne peuvent pas être lus : restaurez-les depuis une sauvegarde, ou supprimez-les et recréez-les.",
  "doctor.instances": "Instances",
  "doctor.instances.fine": "Toutes celles qui sont en marche se signalent et ont la même version.",
  "doctor.instances.silent":
    "Des instances se sont terminées sans prévenir, sont bloquées ou n’atteignent pas la base de données. Elles sont oubliées au bout d’une heure.",
  "doctor.instances.versions":
    "Des instances de versions différentes sont en marche, ce qui ne devrait arriver que pendant une mise à niveau.",
  "doctor.signing_key": "Clé de signature",
  "doctor.signing_key.fine": "Il y en a une, et elle a moins d’un an.",
  "doctor.signing_key.missing": "Il n’y a pas de clé de signature : aucun jeton ne peut être émis.",
  "doctor.signing_key.old":
    "Elle a {days} jours. Renouvelez-la : les jetons existants restent valables.",
  "doctor.outside_keys": "Clés dans un service de signature",
  "doctor.outside_keys.fine":
    "Le service de signature répond, ou aucune clé ne se trouve dans un tel service.",
  "doctor.outside_keys.missing":
    "Une clé de signature se trouve dans un service de signature, et cette instance n’en a pas : elle n’émet aucun jeton.",
  "doctor.outside_keys.failing":
    "Le service de signature échoue : {reason}. Tant qu’il ne répond pas, aucun nouveau jeton n’est signé ; les jetons existants sont toujours vérifiés.",
  "doctor.outside_keys.refused":
    "Le service de signature annonce des clés inutilisables : une autre clé a leur identifiant, ou elles ne conviennent pas à leur algorithme.",
  "doctor.pairwise_secret": "Secret des sujets par paire",
  "doctor.pairwise_secret.fine": "Il est là, ou aucun client n’en a besoin.",
  "doctor.pairwise_secret.lost":
    "Il est perdu, donc ces clients n’obtiennent aucun jeton. Enregistrez l’un d’eux : un nouveau est alors créé, et chaque personne a un nouvel identifiant auprès de tous ces clients.",
  "doctor.encryption_key": "Clé de chiffrement",
  "doctor.encryption_key.fine": "Elle est assez longue, et le prochain démarrage la connaît.",
  "doctor.encryption_key.elsewhere":
    "La clé a été changée sur une autre instance : celle-ci n’écrit rien et ne peut pas lire ce qui a été écrit depuis. Redémarrez-la avec la nouvelle clé.",
  "doctor.encryption_key.unset":
    "La clé a été changée pendant que le service fonctionnait. Le prochain démarrage a besoin de la nouvelle dans encryption.key, et est refusé avec l’ancienne.",
  "doctor.client_secrets": "Secrets des clients",
  "doctor.client_secrets.fine": "Aucun n’est assez court pour être deviné.",
  "doctor.client_secrets.short": "Des secrets courts peuvent être devinés avec le temps.",
  "doctor.long_tokens": "Longueur des jetons",
  "doctor.long_tokens.fine": "Aucun n’approche de la limite.",
  "doctor.long_tokens.near":
    "Des jetons vont devenir trop longs pour être utilisés : attribuez moins de rôles, ou demandez moins de portées.",
  "doctor.certificates": "Certificats",
  "doctor.certificates.fine": "Aucun de ceux que connaît ce service n’expire dans les 30 jours.",
  "doctor.certificates.expired": "Un certificat a expiré.",
  "doctor.certificates.expires": "Un certificat expire dans les 30 jours.",
  "certificate.own.expires": "notre certificat SAML : expire le {day}",
  "certificate.own.expired": "notre certificat SAML : expiré le {day}",
  "certificate.next.expires": "notre certificat SAML suivant : expire le {day}",
  "certificate.next.expired": "notre certificat SAML suivant : expiré le {day}",
  "certificate.authority.expires": "autorité de l’annuaire « {id} » : expire le {day}",
  "certificate.authority.expired": "autorité de l’annuaire « {id} » : expirée le {day}",
  "certificate.provider.expires": "fournisseur SAML « {id} » : expire le {day}",
  "certificate.provider.expired": "fournisseur SAML « {id} » : expiré le {day}",
  "doctor.webhooks": "Webhooks et flux",
  "doctor.webhooks.paused": "Les webhooks sont en pause depuis la restauration d’une sauvegarde.",
  "doctor.outgoing": "Envois automatiques",
  "doctor.outgoing.fine": "Le service envoie de lui-même ce qui est dû.",
  "doctor.outgoing.held":
    "Ceci est une copie : les événements destinés aux webhooks, les déconnexions annoncées aux applications, les e-mails d’invitations en attente et la synchronisation de l’annuaire sont retenus, et les personnes ne sont pas informées des changements de leurs comptes.",
  "webhook.paused": "Le webhook « {id} » n’envoie rien tant que vous ne le reprenez pas",
  "doctor.webhooks.fine": "Rien n’attend d’être envoyé plus longtemps que prévu.",
  "doctor.webhooks.waiting": "Des événements attendent, car le destinataire ne les accepte pas.",
  "delivery.status": "La réponse a le statut {status}.",
  "delivery.paused": "Suspendu depuis une restauration.",
  "webhook.stopped": "Le webhook « {id} » a été abandonné : {reason}",
  "webhook.failing": "Nouvel essai du webhook « {id} » : {reason}",
  "audit_stream.failing": "Nouvel essai du flux « {id} » du journal d’audit : {reason}",
  "doctor.mail": "E-mail",
  "doctor.mail.fine": "Le relais est joignable et accepte l’authentification.",
  "doctor.mail.off":
    "Aucun relais n’est défini : la connexion par e-mail, la vérification des adresses et la réinitialisation des mots de passe sont désactivées.",
  "doctor.mail.unavailable": "Aucun e-mail ne peut être envoyé.",
  "doctor.mail.refused": "Le relais ne peut pas être utilisé.",
  "doctor.mail.risky": "L’envoi d’e-mails fonctionne, mais avec un risque ou après un échec.",
  "doctor.signup": "Inscription et réinitialisation du mot de passe",
  "doctor.signup.fine": "Ce qui est activé peut fonctionner.",
  "doctor.signup.risky":
    "L’inscription ou la réinitialisation du mot de passe ne peut pas fonctionner, ou ne prouve rien.",
  "doctor.directory": "Annuaire",
  "doctor.directory.fine":
    "Aucun annuaire n’est utilisé, ou sa dernière synchronisation s’est bien passée.",
  "doctor.directory.unused": "Un annuaire qui n’est pas utilisé a des paramètres risqués.",
  "doctor.directory.unprotected":
    "« {id} » ne peut pas être utilisé : ses utilisateurs ne peuvent pas se connecter.",
  "doctor.directory.failed": "La dernière synchronisation avec « {id} » a échoué.",
  "doctor.directory.leavers":
    "{count} utilisateurs ont quitté « {id} » d’un coup et peuvent encore utiliser ce qu’ils ont. Vérifiez que c’est exact, puis synchronisez avec {body}.",
  "doctor.directory.ambiguous":
    "Des groupes de « {id} » portent le même nom et ne donnent donc aucun rôle. Associez le DN de celui qui est visé.",
  "doctor.directory.unsynced": "Il n’y a pas encore eu de synchronisation avec « {id} ».",
  "doctor.directory.late": "La dernière synchronisation avec « {id} » date du {at}.",
  "doctor.directory.risky": "L’annuaire « {id} » a des paramètres risqués.",
  "doctor.providers": "Fournisseurs externes",
  "doctor.providers.fine":
    "Aucun ne peut faire passer ses utilisateurs pour d’autres personnes ici.",
  "doctor.providers.risky":
    "Un fournisseur externe reçoit plus de confiance que nécessaire, ou ne peut pas fonctionner.",
  "doctor.people": "Personnes en attente d’une décision",
  "doctor.people.fine": "Personne n’a été refusé parce que son nom appartient à un autre compte.",
  "doctor.people.other_id":
    "{name} · {provider} · {label} : le compte y est connu sous un autre identifiant.",
  "doctor.people.other_source":
    "{name} · {provider} · {label} : le compte provient d’un autre annuaire ou fournisseur.",
  "doctor.people.no_id":
    "{name} · {provider} · {label} : le compte est connu par un identifiant, et l’annuaire n’en montre aucun de ce type.",
  "doctor.people.several_accounts":
    "{name} · {provider} · {label} : les identifiants appartiennent à plusieurs comptes.",
  "doctor.people.renamed":
    "{name} · {provider} · {label} : une personne connue porte ce nouveau nom.",
  "doctor.people.address": "{name} · {provider} · {label} : le compte a cette adresse e-mail.",
  "doctor.people.waiting":
    "Des personnes d’un annuaire ou d’un fournisseur sont refusées, parce que leur nom appartient à un autre compte, jusqu’à ce que vous décidiez.",
  "lockout.no_holder":
    "Aucun utilisateur ni compte de service actif n’aurait plus {permission}, la permission d’administration ; donnez-la d’abord à un autre.",
  "lockout.no_administrator": "Aucune personne active ne serait plus administrateur.",
  "lockout.elsewhere":
    "La page de connexion ne mènerait plus qu’à d’autres services ({names}), et les personnes qu’ils connectent ne sont pas connues ici.",
  "lockout.no_way": "La page de connexion ne proposerait plus aucun moyen qui fonctionne.",
  "lockout.unable":
    "La page de connexion proposerait des moyens de se connecter, et aucun administrateur ({names}) n’en dispose.",
  "limited.administrator":
    "Seuls les administrateurs à part entière peuvent modifier le compte d’un administrateur.",
  "limited.makes_administrator":
    "Seuls les administrateurs à part entière peuvent nommer un administrateur.",
  "limited.role": "Le rôle {role} n’est pas de ceux que vous pouvez donner ou retirer.",
  "limited.member": "{member} : seuls les administrateurs à part entière peuvent le modifier.",
  "limited.full": "Seuls les administrateurs à part entière peuvent modifier cela.",
  "limited.people": "Il faut le droit de modifier des personnes.",
  "limited.new_person":
    "Une nouvelle personne doit avoir l’un des rôles dont vous gérez les personnes.",
  "limited.source":
    "Seuls les administrateurs à part entière peuvent modifier les noms, le mot de passe et l’origine d’un compte venu d’ailleurs.",
  "limited.address":
    "Une adresse ne peut être confirmée que par son titulaire et ne doit pas appartenir à un autre compte.",
  "limited.trusted_client":
    "Seuls les administrateurs à part entière peuvent modifier un client qui ne demande pas le consentement.",
  "limited.ruled_client":
    "Seuls les administrateurs à part entière peuvent supprimer un client réservé à certains rôles.",
  "limited.provider":
    "Seuls les administrateurs à part entière peuvent créer, supprimer ou activer un fournisseur.",
  "limited.invitation": "L’invitation donne des rôles que vous ne pouvez pas donner.",
  "limited.factor": "Un second facteur ne peut être configuré que par le titulaire du compte.",
  "limited.taken_away": "Ce droit a été retiré entre-temps.",
  "sign_in.password": "mot de passe",
  "sign_in.passkey": "clé d’accès",
  "sign_in.mail": "code par e-mail",
  "sign_in.unreadable": "Les fournisseurs de session sont illisibles.",
  "sign_in.no_settings": "{provider} : des paramètres dont il a besoin sont illisibles.",
  "sign_in.no_instance": "{provider} : l’instance « {id} » n’existe pas.",
  "sign_in.no_client": "{provider} : le client « {id} » n’existe pas.",
  "sign_in.client_out_of_use":
    "{provider} : le client « {id} » est désactivé, expiré ou illisible.",
  "sign_in.client_public": "{provider} : le client « {id} » est public.",
  "sign_in.client_secret": "{provider} : le client « {id} » a un autre secret.",
  "sign_in.client_registered_itself": "{provider} : le client « {id} » s’est enregistré lui-même.",
  "sign_in.client_roles": "{provider} : seuls certains rôles peuvent utiliser le client « {id} ».",
  "sign_in.client_acr": "{provider} : le client « {id} » exige une connexion plus forte.",
  "sign_in.client_scopes": "{provider} : le client « {id} » ne peut pas avoir ces portées.",
  "sign_in.client_codes":
    "{provider} : le client « {id} » ne peut pas recevoir de codes à la page de connexion.",
  "sign_in.client_grants":
    "{provider} : il ne reste aucun moyen de se connecter : le client « {id} » n’en a aucun.",
  "sign_in.no_passwords":
    "{provider} : il ne reste aucun moyen de se connecter : les mots de passe sont désactivés.",
  "sign_in.provider_off": "{provider} : le fournisseur « {id} » n’est pas actif.",
  "unreadable.sealed": "{table} {id} : indéchiffrable",
  "admin.unreadable":
    "Les paramètres d’administration ne peuvent pas être lus : le plan d’administration est fermé.",
  "admin.open": "admin.permission n’est pas défini : le plan d’administration est ouvert.",
  "admin.break_glass":
    "admin.allow_missing_x_user : les requêtes sans X-User sont celles d’administrateurs.",
  "database.full":
    "La base de données est pleine : son disque n’a plus d’espace, et rien ne peut être modifié.",
  "database.read_only":
    "La base de données est en lecture seule : elle n’accepte aucune écriture, et rien ne peut être modifié.",
  "member.unknown": "n’est pas connu ici : c’est conservé et sans effet.",
  "member.unknown_near":
    "n’est pas connu ici : c’est conservé et sans effet. Vouliez-vous dire {near} ?",
  "client.no_targets":
    "Le client « {id} » n’a ni redirect_uris ni whitelist_urls : les connexions fédérées acceptent toutes les cibles.",
  "client.roles_gone":
    "Client « {id} » : parmi les rôles qui peuvent l’utiliser, ceux-ci n’existent pas : {roles}",
  "client.fapi2.method":
    "Le client « {id} » (FAPI 2.0) doit s’authentifier par private_key_jwt ou par un certificat.",
  "client.fapi2.bound":
    "Les jetons d’accès du client « {id} » (FAPI 2.0) doivent être liés à son certificat ou à sa clé.",
  "client.fapi2.mtls":
    "Le client « {id} » (FAPI 2.0) utilise un certificat, et mtls n’est pas activé.",
  "client.fapi2.grants":
    "Le client « {id} » (FAPI 2.0) : grant_types contient autre chose que authorization_code, refresh_token et client_credentials.",
  "client.fapi2.redirects":
    "Le client « {id} » (FAPI 2.0) : redirect_uris ne doit contenir que des cibles https, et whitelist_urls rien.",
  "client.fapi2.algorithms":
    "Le client « {id} » (FAPI 2.0) : ses algorithmes doivent être PS256, ES256 ou EdDSA, id_token_signed_response_alg compris.",
  "clients.short_secrets": "Secrets de moins de {least} caractères : clients {names}",
  "clients.short_secrets_more":
    "Secrets de moins de {least} caractères : clients {names} et {count} de plus",
  "session_provider.incomplete":
    "Le fournisseur de session « {key} » est incomplet, aucun utilisateur ne peut donc se connecter : {member} exige token_url.",
  "session_provider.no_issuer":
    "Le fournisseur de session « {key} » n’a pas d’émetteur : les jetons de tout émetteur qui a ses clés sont acceptés.",
  "session_provider.any_audience":
    "Le fournisseur de session « {key} » accepte les jetons de tous les clients (any_audience).",
  "session_provider.unverified":
    "Le fournisseur de session « {key} » crée ici des utilisateurs à partir d’adresses non vérifiées.",
  "session_provider.no_keys":
    "Les clés du fournisseur de session « {key} » ne peuvent pas être récupérées.",
  "directory.unprotected":
    "L’annuaire « {id} » n’est pas interrogé, car son adresse est sans TLS : utilisez ldaps://, ou définissez start_tls ou allow_plain.",
  "directory.plain":
    "L’annuaire « {id} » reçoit des mots de passe sans TLS (allow_plain) : utilisez ldaps:// ou activez start_tls, puis désactivez allow_plain.",
  "directory.two_sources":
    "L’annuaire « {id} » et la correspondance des revendications de {others} se retirent mutuellement leurs rôles.",
  "signup.no_mail":
    "L’inscription ou la réinitialisation du mot de passe est activée, et email.smtp.host n’est pas défini : elles répondent 503.",
  "signup.unverified":
    "Inscription sans email_verification : n’importe qui peut prendre n’importe quelle adresse.",
  "oauth_provider.unreachable":
    "Le fournisseur OAuth « {id} » n’est pas interrogé à {hosts}, qui n’est pas un hôte public : ajoutez-le à oauth2.internal_hosts.",
  "oauth_provider.incomplete.always":
    "Le fournisseur OAuth « {id} » est incomplet, aucun utilisateur ne peut donc se connecter : {member} est obligatoire.",
  "oauth_provider.incomplete.with_keys":
    "Le fournisseur OAuth « {id} » est incomplet, aucun utilisateur ne peut donc se connecter : issuer est obligatoire avec cert_url, si ni discovery_url ni userinfo_url n’est défini.",
  "oauth_provider.incomplete.as_endpoint":
    "Le fournisseur OAuth « {id} » est incomplet, aucun utilisateur ne peut donc se connecter : {member} est obligatoire, si ni issuer ni discovery_url n’est défini.",
  "oauth_provider.no_issuer":
    "Le fournisseur OAuth « {id} » a des clés et pas d’émetteur : ses jetons d’identité ne sont pas utilisés.",
  "oauth_provider.unverified":
    "Le fournisseur OAuth « {id} » crée ici des utilisateurs à partir d’adresses non vérifiées.",
  "oauth_provider.two_sources":
    "Le fournisseur OAuth « {id} » et la configuration LDAP « {directory} » donnent tous deux des rôles synchronisés : ils ne doivent pas avoir les mêmes utilisateurs.",
  "saml_provider.unreachable":
    "Le fournisseur SAML « {id} » n’est pas interrogé à {hosts}, qui n’est pas un hôte public : ajoutez-le à oauth2.internal_hosts.",
  "webhook.unreachable":
    "Le webhook « {id} » n’est pas envoyé à {hosts}, qui n’est pas un hôte public : ajoutez-le à oauth2.internal_hosts.",
  "saml_provider.incomplete":
    "Le fournisseur SAML « {id} » est incomplet, aucun utilisateur ne peut donc se connecter : metadata_url est obligatoire, si metadata_xml n’est pas défini.",
  "saml_provider.unreadable":
    "Les métadonnées du fournisseur SAML « {id} » ne peuvent pas être lues, aucun utilisateur ne peut donc se connecter : {reason}",
  "base_url.pinned":
    "base_url n’a aucun effet sur cette instance : sa configuration indique {url}.",
  "mail.no_sender": "L’envoi d’e-mails n’est pas configuré : email.from n’est pas une adresse.",
  "mail.no_transport": "L’envoi d’e-mails n’est pas disponible dans cet environnement d’exécution.",
  "mail.failed": "E-mail : la dernière tentative a échoué : {reason}",
  "mail.plain_password":
    "email.smtp : le mot de passe du relais est envoyé sans TLS. Activez tls ou starttls.",
  "mail.unchecked_certificate":
    "email.smtp.insecure_skip_verify : le certificat du relais n’est pas vérifié.",
  "signer.failing": "signer : la dernière tentative a échoué : {reason}",
  "encryption_key.weak":
    "encryption.key compte moins de {least} caractères : une copie de la base de données suffit pour la deviner.",
  "encryption_key.elsewhere":
    "La clé de chiffrement a été changée sur une autre instance : démarrez celle-ci avec la nouvelle clé ; d’ici là, elle n’écrit rien.",
  "encryption_key.unset":
    "La clé de chiffrement a été changée : inscrivez la nouvelle dans encryption.key avant le prochain démarrage.",
  "forwarded.ignored":
    "Des en-têtes transmis proviennent de {peer}, que trusted_proxies (server.trusted_proxies du serveur) ne désigne pas : ils sont ignorés, et tous les clients derrière ce pair comptent comme un seul réseau.",
  "forwarded.ignored_https":
    "Des en-têtes transmis proviennent de {peer}, que trusted_proxies (server.trusted_proxies du serveur) ne désigne pas : ils sont ignorés, et tous les clients derrière ce pair comptent comme un seul réseau. Sans URL de base, les cookies ne sont pas Secure, bien que ce pair serve https.",
  "forwarded.more": "Des en-têtes transmis proviennent de {count} autres pairs de ce type.",
  "tokens.long":
    "Les jetons du principal {principal} pour le client {client} comptent {length} caractères sur {most} : {roles} rôles, {scopes} portées",
  "tokens.more_long": "{count} autres paires de principal et de client ont aussi de longs jetons.",
};
