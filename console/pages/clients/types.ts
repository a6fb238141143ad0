/** What an application is decides what its client record begins with. */

import type { Document } from "../../form/schema.ts";
import { randomSecret } from "../../form/secret-field.tsx";
import type { IconName } from "../../parts/icon.tsx";

export const CLIENT_TYPES = ["web", "spa", "native", "machine", "mcp"] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export const isClientType = (text: string | null): text is ClientType =>
  CLIENT_TYPES.some((type) => type === text);

export const TYPE_ICONS: Readonly<Record<ClientType, IconName>> = {
  web: "system",
  spa: "app",
  native: "device",
  machine: "robot",
  mcp: "federation",
};

const SECRET_METHODS = ["", "client_secret_basic", "client_secret_post"];

/** Whether it proves by a secret that it is the one. */
export const provesBySecret = ({
  public: isPublic,
  token_endpoint_auth_method: method,
}: Document): boolean => isPublic !== true && SECRET_METHODS.includes(String(method ?? ""));

/** Whether a secret is of no use to it; one that is there stays in sight, to be removed. */
export const hasNoSecret = (config: Document): boolean =>
  !provesBySecret(config) &&
  config.client_secret_set !== true &&
  config.client_secret === undefined;

/** People are asked once for what they allow (Z-12). */
const CODE = { grant_types: ["authorization_code", "refresh_token"], consent: "remember" };

/** The least that an application of this type needs; confidential ones get a secret of 256 bits. */
export function freshClient(type: ClientType): Document {
  if (type === "web") return { ...CODE, client_secret: randomSecret() };
  if (type === "machine") {
    return { grant_types: ["client_credentials"], client_secret: randomSecret() };
  }
  return { ...CODE, public: true };
}
