/** Which members of a namespace the configuration of this instance decides (auth-wire 7.3). */
import type { Schemas } from "../api/client.ts";
import type { Namespace } from "../api/kinds.gen.ts";

const PINS: Partial<
  Record<Namespace, (config: Schemas["InstanceConfig"]) => Record<string, string | false>>
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
  namespace: Namespace,
  config: Schemas["InstanceConfig"] | undefined,
): Readonly<Record<string, string>> {
  const pins = config ? (PINS[namespace]?.(config) ?? {}) : {};
  return Object.fromEntries(
    Object.entries(pins).filter((pin): pin is [string, string] => typeof pin[1] === "string"),
  );
}

/** The values in force of these members, as the page shows them. */
export function inForceOf(
  namespace: Namespace,
  config: Schemas["InstanceConfig"] | undefined,
): Readonly<Record<string, unknown>> {
  if (namespace === "oauth2" && config?.oauth2.base_url) {
    return { base_url: config.oauth2.base_url };
  }
  if (namespace !== "cache" || !config) return {};
  const { code_store, poll_interval } = config.cache;
  const { pinned, ...store } = code_store;
  return { ...(pinned && { code_store: store }), ...(poll_interval !== "" && { poll_interval }) };
}
