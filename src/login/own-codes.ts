/** The login's own code store, used only without an auth instance in this process (`store`). */
import type { CodeStore } from "../codes/code-store.ts";
import { MemoryCodes } from "../codes/memory.ts";
import { RedisCodes } from "../codes/redis.ts";
import { StartError } from "../errors.ts";
import { capability } from "../runtime/capability.ts";
import type { Runtime } from "../runtime.ts";
import type { ParsedLogin } from "./options.ts";

export interface OwnCodes extends AsyncDisposable {
  readonly store: CodeStore;
}

/** Throws `StartError` for a choice that cannot work. Opens no connection. */
export function ownCodes({ store }: ParsedLogin, runtime: Runtime): OwnCodes {
  if (store.active !== "redis") {
    return { store: new MemoryCodes(runtime), [Symbol.asyncDispose]: async () => undefined };
  }
  if (store.redis.address.length === 0) {
    throw new StartError("login: store.redis.address is required while the active store is redis");
  }
  const connect = capability(runtime, "redis", (text) => new StartError(`login: ${text}`));
  const client = connect({ ...store.redis, cluster: store.cluster || store.redis.cluster });
  return {
    store: new RedisCodes(client, store.key_prefix, runtime.log),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
