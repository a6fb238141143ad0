/**
 * Guesses at secrets of machines are limited like those at passwords (I-7): those of clients, and API
 * keys. Comparing costs nothing, so a right secret asks no store while this process has seen nothing that
 * speaks against it: no wrong one for this account from this network, and, for a pair that never proved itself here, none from the
 * network. A wrong one, and a right one in doubt, is reserved in the store first.
 */
import { type Call, now, partOf, type Service } from "../call.ts";
import type { AuthError } from "../errors.ts";
import { countedAttempt } from "../iam/attempts.ts";
import { type Fill, fillOf, remember } from "../std/bounded-map.ts";

/** Pairs and networks that one process keeps in mind (N-11). */
const MAX_REMEMBERED = 10_000;
/** The longest window that can be set. */
const DOUBT_MS = 86_400_000;

interface Notes {
  /** Networks and pairs with a wrong secret, until when. */
  readonly doubts: Map<string, number>;
  /** Pairs whose secret was right. */
  readonly proven: Map<string, true>;
}

const notesOf = partOf((): Notes => ({ doubts: new Map(), proven: new Map() }));

/** Pairs and networks that an instance keeps in mind: those of a wrong secret, and those that proved theirs. */
export const doubtsKept = (service: Service): Fill =>
  fillOf(notesOf(service).doubts, MAX_REMEMBERED);
export const provenKept = (service: Service): Fill =>
  fillOf(notesOf(service).proven, MAX_REMEMBERED);

export type MachineSecret = "client_secret" | "api_key";

/**
 * Throws what `refusal` makes for a wrong secret, `too_many_requests` for every one when there were too
 * many.
 * @param kind of machine's secret
 * @param account what the secret belongs to, in a name space of its own
 * @param again looks once more whether a wrong one is right, when it is reserved: what that costs is limited as guesses are
 */
export async function countSecret(
  call: Call,
  kind: MachineSecret,
  account: string,
  right: boolean,
  refusal: () => AuthError,
  again?: () => Promise<boolean>,
): Promise<void> {
  const { doubts, proven } = notesOf(call.service);
  const network = call.source() ?? "";
  const pair = `${account} ${network}`;
  const doubted = (key: string) => (doubts.get(key) ?? 0) > now(call);
  if (right && !doubted(pair)) {
    if (proven.has(pair)) return;
    if (!doubted(network)) {
      remember(proven, pair, true, MAX_REMEMBERED);
      // For all instances, in the background; what it cannot write it logs.
      void call.service.attempts.note({ account, network });
      return;
    }
  }
  // Noted before anything is awaited, so that a right one beside it is counted, too.
  if (!right) {
    for (const key of [pair, network]) remember(doubts, key, now(call) + DOUBT_MS, MAX_REMEMBERED);
  }
  const compared = async () => {
    if (!right && !(await again?.())) throw refusal();
  };
  return reserve(call, kind, account, pair, compared);
}

/** A wrong one, and a right one in doubt: counted in the store. */
async function reserve(
  call: Call,
  kind: MachineSecret,
  account: string,
  pair: string,
  compared: () => Promise<void>,
): Promise<void> {
  const { doubts, proven } = notesOf(call.service);
  await countedAttempt(call, kind, account, compared, { machine: true, completes: true });
  doubts.delete(pair);
  remember(proven, pair, true, MAX_REMEMBERED);
}
