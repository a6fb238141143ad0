/** Which members of a namespace the configuration of this instance decides (auth-wire 7.3). */
import type { Schemas } from "../api/client.ts";

const PINS: Readonly<
  Record<string, (config: Schemas["InstanceConfig"]) => Record<string, string | false>>
> = {
  cache: ({ cache }) => ({
    code_store: cache.code_store.pinned && `cache.code_store (${cache.code_store.active ?? ""})`,
    poll_interval: cache.poll_interval !== "" && `cache.poll_interval = ${cache.poll_interval}`,
  }),
  oauth2: ({ oauth2 }) => ({
    base_url: oauth2.base_url !== "" && `oauth2.base_url = ${oauth2.base_url}`,
  }),
};

export function pinsOf(
  namespace: string,
  config: Schemas["InstanceConfig"] | undefined,
): Readonly<Record<string, string>> {
  const pins = config ? (PINS[namespace]?.(config) ?? {}) : {};
  return Object.fromEntries(
    Object.entries(pins).filter((pin): pin is [string, string] => typeof pin[1] === "string"),
  );
}
