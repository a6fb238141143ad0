/** What a page of the login is told of a second factor that is to be set up. */
import type { FactorSetup } from "../errors.ts";
import type { JsonObject } from "../std/json-object.ts";
import { qrCode } from "../web/pages/qr-code.ts";
import { pathOf } from "./login-paths.ts";
import type { Visit } from "./visit.ts";

export const APP = "factor-app";
export const PASSKEY = "factor-passkey";

/** As the script gets it. */
export function setupForScript(visit: Visit, provider: string, setup: FactorSetup): JsonObject {
  const { ticket, account, totp, passkey, until } = setup;
  const at = (path: string) => `${pathOf(visit.login.paths, path)}/${encodeURIComponent(provider)}`;
  return {
    ...{ ticket, account },
    ...(totp && {
      app: { url: at(APP), secret: totp.secret, key_uri: totp.url, qr: qrCode(totp.url) },
    }),
    ...(passkey && { passkey: { url: at(PASSKEY) } }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}
