/** Rows of `auth_passkey_credentials`, and how they are shown (auth-wire 6.6). */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Call, Service } from "../../call.ts";
import { displayText } from "../../std/display-text.ts";
import { reachable } from "../../store/availability.ts";
import { DATABASE_TIME } from "../../store/database-time.ts";
import { passkeyCredentials } from "../../store/tables.ts";
import { toSeconds } from "../api-keys/key-schema.ts";
import { authenticatorName } from "./authenticators.ts";
import { belongsTo, type RelyingParty } from "./relying-party.ts";
import type { Proof } from "./verify.ts";

export type PasskeyRow = typeof passkeyCredentials.$inferSelect;

/** Longest name of a passkey, in characters. */
export const MAX_NAME_LENGTH = 100;

const text = z.string().catch("");
const yes = z.boolean().catch(false);

/** The column `credential`. */
const stored = z.object({
  aaguid: text,
  attestation: text,
  transports: z.array(z.string()).catch([]),
  backup_eligible: yes,
  backup_state: yes,
  user_verified: yes,
  /** The account that it was made for, where that was merged into another: the authenticator has its handle. */
  handle_of: z.string().optional().catch(undefined),
  /** RFC 3339. */
  last_used_at: z.string().optional().catch(undefined),
});

export type PasskeyFacts = z.output<typeof stored>;

export const factsOf = ({ credential }: Pick<PasskeyRow, "credential">): PasskeyFacts =>
  stored.parse(credential);

export const passkeyView = z
  .object({
    id: z.string().meta({ description: "Credential id, URL-safe base64" }),
    user_id: z.string(),
    name: z.string(),
    rp_id: z.string().meta({ description: "Empty for one that is older than relying parties" }),
    sign_count: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    last_used_at: z.string().optional(),
    authenticator: z
      .string()
      .optional()
      .meta({ description: "What people call it, for example a password manager; when known" }),
    aaguid: z.string(),
    transports: z.array(z.string()),
    backup_eligible: z.boolean().meta({ description: "It may be on several devices" }),
    backup_state: z.boolean().meta({ description: "It is, as of its last use" }),
  })
  .meta({ id: "Passkey" });

/** A row as it is shown; the public key is not. */
export function viewPasskey(row: PasskeyRow): z.input<typeof passkeyView> {
  const { aaguid, transports, backup_eligible, backup_state, last_used_at } = factsOf(row);
  const authenticator = authenticatorName(aaguid);
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    rp_id: row.rp_id,
    sign_count: row.sign_count,
    created_at: toSeconds(row.created_at),
    updated_at: toSeconds(row.updated_at),
    ...(last_used_at && { last_used_at }),
    ...(authenticator && { authenticator }),
    ...{ aaguid, transports, backup_eligible, backup_state },
  };
}

/** The name that a person gave, else the authenticator's. */
export const passkeyName = (given: string, aaguid: string): string =>
  displayText(given, MAX_NAME_LENGTH) || authenticatorName(aaguid) || "Passkey";

/** All passkeys of a user, oldest first. */
export function passkeysOf({ store }: Service, user: string): Promise<PasskeyRow[]> {
  return reachable(() =>
    store.db
      .select()
      .from(passkeyCredentials)
      .where(eq(passkeyCredentials.user_id, user))
      .orderBy(asc(passkeyCredentials.created_at), asc(passkeyCredentials.id)),
  );
}

/** Those that this relying party can use. */
export async function usablePasskeys(
  { service }: Call,
  user: string,
  rp: RelyingParty,
): Promise<PasskeyRow[]> {
  const rows = await passkeysOf(service, user);
  return rows.filter(({ rp_id }) => belongsTo(rp, rp_id));
}

export async function findPasskey({ store }: Service, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await reachable(() =>
    store.db.select().from(passkeyCredentials).where(eq(passkeyCredentials.id, id)),
  );
  return row;
}

/**
 * Notes a use, in one statement: false when the counter did not grow though one side has one, which of
 * parallel uses with the same counter all but one find (WebAuthn §7.2, step 22).
 */
export async function notePasskeyUse(
  { service }: Call,
  id: string,
  { sign_count, backup_state }: Proof,
): Promise<boolean> {
  const { store, runtime } = service;
  const last_used_at = toSeconds(new Date(runtime.clock.now()));
  const counted = sql`(${passkeyCredentials.sign_count} < ${sign_count} or (${passkeyCredentials.sign_count} = 0 and ${sign_count} = 0))`;
  const rows = await reachable(() =>
    store.db
      .update(passkeyCredentials)
      .set({
        sign_count,
        credential: sql`${passkeyCredentials.credential} || ${JSON.stringify({ backup_state, last_used_at })}::jsonb`,
        updated_at: DATABASE_TIME,
      })
      .where(and(eq(passkeyCredentials.id, id), counted))
      .returning({ id: passkeyCredentials.id }),
  );
  return rows.length > 0;
}

interface Descriptor {
  readonly type: "public-key";
  readonly id: string;
  readonly transports?: readonly string[];
}

/** For `allowCredentials` and `excludeCredentials` (WebAuthn §5.8.3). */
export function descriptorOf(row: PasskeyRow): Descriptor {
  const { transports } = factsOf(row);
  return { type: "public-key", id: row.id, ...(transports.length > 0 && { transports }) };
}
