/** Every endpoint of the service; `surface: "public"` keeps the OAuth plane alone (Deno Deploy). */
import type { Endpoint } from "./endpoint.ts";
import { certsEndpoint } from "./oauth2/certs.ts";
import { tokenEndpoint } from "./oauth2/token.ts";
import { discoveryEndpoints } from "./oauth2/well-known.ts";
import { swaggerEndpoints } from "./swagger.ts";
import { configRecordEndpoints } from "./v1/config-records.ts";
import { infoEndpoints } from "./v1/info.ts";
import { instanceConfigEndpoint } from "./v1/instance-config.ts";
import { operationEndpoints } from "./v1/operation.ts";
import { principalEndpoints } from "./v1/principals.ts";
import { settingsEndpoints } from "./v1/settings.ts";

export const publicEndpoints: readonly Endpoint[] = [
  tokenEndpoint,
  certsEndpoint,
  ...discoveryEndpoints,
];

const managementEndpoints: readonly Endpoint[] = [
  ...infoEndpoints,
  instanceConfigEndpoint,
  ...settingsEndpoints,
  ...configRecordEndpoints,
  ...principalEndpoints,
  ...operationEndpoints,
];

const described = [...publicEndpoints, ...managementEndpoints];

export const allEndpoints: readonly Endpoint[] = [...described, ...swaggerEndpoints(described)];
