/** Every part of the read model. A topic without a part does not compile. */
import type { Topic } from "../store/tables.ts";
import { readOnUse, type SnapshotPart } from "./part.ts";
import { apiKeysPart } from "./parts/api-keys.ts";
import { configPart } from "./parts/config-records.ts";
import { encryptionPart } from "./parts/encryption.ts";
import { lmapsPart } from "./parts/lmaps.ts";
import { permissionsPart } from "./parts/permissions.ts";
import { revocationsPart } from "./parts/revocations.ts";
import { rolesPart } from "./parts/roles.ts";
import { secondFactorsPart } from "./parts/second-factors.ts";
import { settingsPart } from "./parts/settings.ts";
import { usersPart } from "./parts/users.ts";

/** By topic, in the order in which a full load reads them. */
export const parts = {
  roles: rolesPart,
  permissions: permissionsPart,
  lmaps: lmapsPart,
  users: usersPart,
  revocations: revocationsPart,
  settings: settingsPart,
  oauth_clients: configPart("oauth_clients"),
  oauth_providers: configPart("oauth_providers"),
  ldap_configs: configPart("ldap_configs"),
  saml_providers: configPart("saml_providers"),
  webhooks: configPart("webhooks"),
  api_keys: apiKeysPart,
  totp: secondFactorsPart,
  passkeys: readOnUse,
  initial_access_tokens: readOnUse,
  invitations: readOnUse,
  encryption: encryptionPart,
} satisfies Readonly<Record<Topic, SnapshotPart<object>>>;
