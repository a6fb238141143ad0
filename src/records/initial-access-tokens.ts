/** Initial access tokens (RFC 7591 §3): rows of `auth_flow_codes`, as revocations are; only hashes (C-5). */
import { and, count, desc, eq, gt, sql } from "drizzle-orm";
import type { Service, Writer } from "../call.ts";
import { sha256Hex } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { encodeHex } from "../std/hex.ts";
import { ulid } from "../std/ulid.ts";
import { reachable } from "../store/availability.ts";
import type { Write } from "../store/change.ts";
import { DATABASE_TIME } from "../store/database-time.ts";
import { mutate } from "../store/mutate.ts";
import { flowCodes } from "../store/tables.ts";

const KIND = "initial_access_token";
const TOPIC = "initial_access_tokens";
const MAX_TOKENS = 100;

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly created_by: string;
  /** Registrations that it still allows; absent: as many as there is space for. */
  readonly left?: number;
}

/** A token as administrators see it. */
export interface InitialAccessToken extends Stored {
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** What an administrator says about a new one. */
export interface InitialTokenWish {
  readonly name: string;
  /** Milliseconds. */
  readonly lifetime: number;
  readonly registrations?: number | undefined;
}

const rowId = (token: string) => `${KIND}:${sha256Hex(token)}`;
const live = and(eq(flowCodes.kind, KIND), gt(flowCodes.expires_at, DATABASE_TIME));
const named = (id: string) => and(live, sql`${flowCodes.payload}->>'id' = ${id}`);

/** Makes one; the token itself is given this one time. Throws `conflict` when there are a hundred. */
export async function createInitialToken(
  { service, store }: Writer,
  { name, lifetime, registrations }: InitialTokenWish,
  actor: string,
): Promise<InitialAccessToken & { readonly token: string }> {
  const { runtime } = service;
  const token = encodeHex(runtime.random(32));
  const id = ulid(runtime.clock.now(), runtime.random);
  const row = rowId(token);
  const payload: Stored = {
    id,
    name,
    created_by: actor,
    ...(registrations !== undefined && { left: registrations }),
  };
  const change = { topic: TOPIC, action: "create", entity: id, actor } as const;
  const { result } = await mutate(store, change, async (open) => {
    const [found] = await open.tx.select({ tokens: count() }).from(flowCodes).where(live);
    if ((found?.tokens ?? 0) >= MAX_TOKENS) {
      throw new AuthError("conflict", "too many initial access tokens", {
        detail: message("refusal.many_initial_tokens", { most: MAX_TOKENS }),
      });
    }
    const expires_at = new Date(open.now.getTime() + lifetime);
    await open.tx
      .insert(flowCodes)
      .values({ id: row, kind: KIND, payload, expires_at, created_at: open.now });
    open.touch(TOPIC, id);
    return { ...payload, expires_at, created_at: open.now };
  });
  return { ...result, token };
}

/** Those that have not expired, the newest first. */
export async function listInitialTokens({ store }: Service): Promise<InitialAccessToken[]> {
  const rows = await reachable(() =>
    store.db.select().from(flowCodes).where(live).orderBy(desc(flowCodes.created_at)),
  );
  return rows.map(({ payload, created_at, expires_at }) => {
    return { ...(payload as Stored), created_at, expires_at };
  });
}

/** Withdraws one; what registered with it stays. Throws `not_found`. Answers the version. */
export async function deleteInitialToken(
  { store }: Writer,
  id: string,
  actor: string,
): Promise<number> {
  const change = { topic: TOPIC, action: "delete", entity: id, actor } as const;
  const { version } = await mutate(store, change, async (open) => {
    const gone = await open.tx.delete(flowCodes).where(named(id)).returning({ id: flowCodes.id });
    if (gone.length === 0) throw new AuthError("not_found", message("refusal.initial_token"));
    open.touch(TOPIC, id);
  });
  return version;
}

/** The id of a token that may still be used; undefined for every other. */
export async function findInitialToken(
  { store }: Service,
  token: string,
): Promise<string | undefined> {
  const row = rowId(token);
  const [found] = await reachable(() =>
    store.db
      .select({ payload: flowCodes.payload })
      .from(flowCodes)
      .where(and(live, eq(flowCodes.id, row))),
  );
  const { id, left } = (found?.payload ?? {}) as Partial<Stored>;
  return left === 0 ? undefined : id;
}

/** Takes one registration of a token, inside the write that makes the client (P-4). */
export async function spendInitialToken(open: Write, id: string): Promise<void> {
  const [found] = await open.tx
    .select({ row: flowCodes.id, payload: flowCodes.payload })
    .from(flowCodes)
    .where(named(id));
  const stored = found?.payload as Stored | undefined;
  if (!found || !stored || stored.left === 0) {
    throw new AuthError("invalid_token", "initial access token invalid");
  }
  if (stored.left === undefined) return;
  const payload: Stored = { ...stored, left: stored.left - 1 };
  await open.tx.update(flowCodes).set({ payload }).where(eq(flowCodes.id, found.row));
  open.touch(TOPIC, id);
}
