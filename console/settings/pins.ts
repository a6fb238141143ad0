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

const IN_FORCE: Partial<
  Record<Namespace, (config: Schemas["InstanceConfig"]) => Readonly<Record<string, unknown>>>
> = {
  cache({ cache: { code_store, poll_interval } }) {
    const { pinned, ...store } = code_store;
    return { ...(pinned && { code_store: store }), ...(poll_interval !== "" && { poll_interval }) };
  },
  oauth2: ({ oauth2: { base_url } }) => (base_url === "" ? {} : { base_url }),
};

/** The values in force of these members, as the page shows them. */
export const inForceOf = (
  namespace: Namespace,
  config: Schemas["InstanceConfig"] | undefined,
): Readonly<Record<string, unknown>> => (config ? (IN_FORCE[namespace]?.(config) ?? {}) : {});
