/** What several processes cannot share: a database, codes or sessions that belong to one of them. */
import type { Service } from "../../call.ts";
import { StartError } from "../../errors.ts";
import type { ParsedOptions } from "../../options.ts";
import type { ParsedSession } from "../../session/options.ts";

interface Parts {
  readonly auth: ParsedOptions;
  readonly session: ParsedSession & { readonly enabled: boolean };
}

/** What is wrong with the configuration for several workers; the text reads after `server.workers`. */
export function unsharedParts({ auth, session }: Parts): string | undefined {
  if (!auth.database.dsn) {
    return "needs auth.database.dsn: the embedded database is for one process";
  }
  if (auth.cache.code_store?.active === "memory") {
    return "needs a code store that processes share; auth.cache.code_store.active is memory";
  }
  return session.enabled && session.store.active === "memory"
    ? "needs a session store that processes share; session.store.active is memory"
    : undefined;
}

/** What is wrong with the code store in force, which a stored setting may name. */
export function unsharedCodes({ options, snapshots }: Service): string | undefined {
  const { active } = options.cache.code_store ?? snapshots.current.settings.cache.code_store;
  return active === "memory"
    ? "the setting cache.code_store.active is memory, which workers do not share"
    : undefined;
}

/** Throws `StartError` for either of them. */
export function refuseUnshared(fault: string | undefined): void {
  if (fault) throw new StartError(`server.workers: ${fault}`);
}
