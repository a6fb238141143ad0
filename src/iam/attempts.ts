/**
 * Limits on guessing a secret (E-2, H-6, O2): counted per account and network, per network, and per
 * account. Shared by all instances through the code store, always ended by time, and in force also
 * when the right secret comes.
 */
import { type Call, now, type Service } from "../call.ts";
import type { CodeStore } from "../codes/code-store.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { MemoryCodes } from "../codes/memory.ts";
import { AuthError } from "../errors.ts";
import { durationOf } from "../std/duration.ts";

type Attempts = CodePayload<"attempts">;

/** Over this many times the limit of one network, an account is under attack from many. */
const ACCOUNT_FACTOR = 5;
/** Such an account is slowed for networks that it never signed in from: from 1 s to 30 s apart. */
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;
const KNOWN_FOR = durationOf(30 * 86_400_000);

/** What stands in for the code store while that cannot be reached: limits are never switched off. */
const standIns = new WeakMap<Service, CodeStore>();
function standIn(service: Service): CodeStore {
  let store = standIns.get(service);
  if (!store) {
    store = new MemoryCodes(service.runtime);
    standIns.set(service, store);
  }
  return store;
}

async function withStore<T>(service: Service, use: (codes: CodeStore) => Promise<T>): Promise<T> {
  try {
    return await use(service.codes);
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "unavailable") throw error;
    return use(standIn(service));
  }
}

const tooMany = (milliseconds: number) =>
  new AuthError("too_many_requests", "too many attempts, try again later", {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1_000)),
  });

/** Attempts under way in this process, so that many at once do not slip past a count. */
const underWay = new Map<string, number>();

/** One failure more; a window begins with its first. */
async function count(call: Call, id: string, window: number): Promise<void> {
  const at = now(call);
  const first = { count: 1, until: at + window, last: at };
  await withStore(call.service, async (codes) => {
    const add = () =>
      codes.update("attempts", id, (before) =>
        before.until <= at ? first : { ...before, count: before.count + 1, last: at },
      );
    if (await add()) return;
    try {
      await codes.put("attempts", id, first, durationOf(window));
    } catch (error) {
      // Another attempt opened the window in between.
      if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
      await add();
    }
  });
}

/** The count of a window that has not ended by our clock; the store's may be behind. */
async function read(call: Call, id: string): Promise<Attempts | undefined> {
  const found = await withStore(call.service, (codes) => codes.get("attempts", id));
  return found && found.until > now(call) ? found : undefined;
}

/** How long a network that is not known has to wait, while an account is attacked from many. */
function slowed({ count: failures, last }: Attempts, limit: number, at: number): number {
  const excess = failures - limit * ACCOUNT_FACTOR;
  if (excess < 0) return 0;
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(excess, 10));
  return last + delay - at;
}

/**
 * Runs one attempt on an account's secret. Throws `too_many_requests` before it is made when there
 * were too many; counts it when it throws a refusal, and forgets the failures of this account and
 * network when it succeeds.
 * @param account principal id, or the canonical name that somebody tried
 */
export async function countedAttempt<T>(
  call: Call,
  account: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const { unlimited, per_account, per_network, window } = call.snapshot.settings.password.attempts;
  if (unlimited) return attempt();
  const network = call.source();
  const ids = {
    account: `account ${account}`,
    ...(network !== undefined && { pair: `pair ${account} ${network}`, network: `net ${network}` }),
  };
  const at = now(call);
  const [all, pair, net] = await Promise.all([
    read(call, ids.account),
    ids.pair === undefined ? undefined : read(call, ids.pair),
    ids.network === undefined ? undefined : read(call, ids.network),
  ]);
  const key = ids.pair ?? ids.account;
  const running = underWay.get(key) ?? 0;
  if (pair && pair.count + running >= per_account) throw tooMany(pair.until - at);
  if (net && net.count >= per_network) throw tooMany(net.until - at);
  const wait = all ? slowed(all, per_account, at) : 0;
  if (wait > 0 && !(await isKnown(call, key))) throw tooMany(wait);

  underWay.set(key, running + 1);
  try {
    const result = await attempt();
    if (ids.pair !== undefined) await remember(call, ids.pair, pair !== undefined);
    return result;
  } catch (error) {
    if (error instanceof AuthError && error.status < 500) {
      await Promise.all(Object.values(ids).map((id) => count(call, id, window)));
    }
    throw error;
  } finally {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  }
}

const isKnown = async (call: Call, pair: string): Promise<boolean> =>
  (await withStore(call.service, (codes) => codes.get("known_network", pair))) !== undefined;

/** Signing in is never refused because it could not be noted. */
async function remember(call: Call, pair: string, hadFailures: boolean): Promise<void> {
  const { runtime } = call.service;
  try {
    await withStore(call.service, async (codes) => {
      if (hadFailures) await codes.take("attempts", pair);
      if (await codes.get("known_network", pair)) return;
      await codes.put("known_network", pair, {}, KNOWN_FOR);
    });
  } catch (error) {
    if (error instanceof AuthError && error.code === "conflict") return;
    runtime.log.warn("a sign-in could not be noted", { error });
  }
}
