/** Where a login keeps what ends soon: at an auth instance of this process, else in its own code store (`store`). */
import type { AuthApi } from "../api.ts";
import type { CodeStore } from "../codes/code-store.ts";
import { MemoryCodes } from "../codes/memory.ts";
import { RedisCodes } from "../codes/redis.ts";
import { StartError } from "../errors.ts";
import { capability } from "../runtime/capability.ts";
import type { Runtime } from "../runtime.ts";
import { authInstance, type Instances } from "../session/instances.ts";
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

/** The auth instance that keeps it, at all of its instances; looked up at every request, as all instances are. */
export function keepingAuth(
  { auth_middleware }: Pick<ParsedLogin, "auth_middleware">,
  instances: Instances,
): AuthApi | undefined {
  const [first] = Object.values(instances.auth ?? {});
  return auth_middleware === "" ? first : authInstance(instances, auth_middleware);
}
