/** The schema of a stored session record (login-session-wire 2.4). */
import { z } from "zod";
import type { SessionEntry } from "../sessions/session-store.ts";
import { RECORDED_METHODS } from "../settings/login-methods.ts";
import type { Differences, MustBeNever } from "../std/type-differences.ts";
import type { SessionRecord } from "./session-record.ts";

export type { LoginTokens, SessionPerson, SessionRecord } from "./session-record.ts";

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  scope: z.string().optional(),
  expires_at: z.number(),
});

export const sessionRecord = z.object({
  provider: z.string(),
  authentication_method: z.enum(RECORDED_METHODS).optional(),
  remember_me: z.boolean(),
  created_at: z.number(),
  authentication: z
    .object({
      auth_time: z.number().optional(),
      amr: z.array(z.string()).readonly().optional(),
      acr: z.string().optional(),
    })
    .optional(),
  tokens,
  upstream: z
    .object({ sid: z.string().exactOptional(), sub: z.string().exactOptional() })
    .optional(),
  person: z
    .object({ client_id: z.string(), claims: z.record(z.string(), z.unknown()).readonly() })
    .optional(),
});

type _Checked = MustBeNever<Differences<SessionRecord, z.output<typeof sessionRecord>>>;

/** A record with the write that it comes from. */
export interface Opened {
  readonly entry: SessionEntry;
  readonly record: SessionRecord;
}

/** The record that a cookie names. */
export interface StoredSession extends Opened {
  /** Session id, as the cookie carries it. */
  readonly id: string;
  /** Key of the record in the store. */
  readonly key: string;
}
