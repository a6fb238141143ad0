/** A backup that a running service makes of itself, for an administrator. */
import { type Call, now, partOf } from "../call.ts";
import { AuthError, StartError } from "../errors.ts";
import { type CallerContext, callerRequired, principalOf } from "../iam/caller.ts";
import { callingKey } from "../iam/owner.ts";
import { requireRecentSignIn } from "../iam/reauthentication.ts";
import { type Message, message } from "../messages/message.ts";
import { decodeBase64Url } from "../std/base64url.ts";
import { MAX_STALL_MS, makeBackup } from "./make.ts";
import { KEY_BYTES, type Protection, SALT_BYTES } from "./protection.ts";
import { KeyFault, readPublicKey } from "./recipient.ts";
import { auditTeller, type BackupEnd, backupFailure, tellBackup } from "./tell.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What keeps it secret; exactly one member. */
export interface WantedProtection {
  readonly encrypt_to?: string | undefined;
  readonly derived?:
    | { readonly key: string; readonly salt: string; readonly cost: number }
    | undefined;
  readonly plain?: true | undefined;
}

interface Running {
  /** Since when its reader has taken nothing, in milliseconds since the epoch; undefined while it is made. */
  idleSince: number | undefined;
}

/** Of this instance. Another one would read the same tables once more. */
const underWay = partOf((): { running: Running | undefined } => ({ running: undefined }));

/**
 * One whose reader has stalled reads no table any more, and hears of its end only when it is asked to go on. Both times are
 * of this process, and neither is stored, so no other clock counts.
 */
const isGivenUp = ({ idleSince }: Running, at: number): boolean =>
  idleSince !== undefined && at - idleSince > MAX_STALL_MS;

const invalid = (detail: Message) =>
  new AuthError("invalid_request", "invalid request body", { detail });

async function protectionOf({ encrypt_to, derived, plain }: WantedProtection): Promise<Protection> {
  const ways = [encrypt_to, derived, plain].filter((way) => way !== undefined);
  if (ways.length !== 1) throw invalid(message("refusal.backup_ways"));
  if (encrypt_to !== undefined) {
    try {
      return { kind: "public_key", key: await readPublicKey(encrypt_to) };
    } catch (cause) {
      if (cause instanceof KeyFault) throw invalid(message("refusal.backup_public_key"));
      throw cause;
    }
  }
  if (!derived) return { kind: "plain" };
  const [key, salt] = [decodeBase64Url(derived.key), decodeBase64Url(derived.salt)];
  if (key?.length !== KEY_BYTES || salt?.length !== SALT_BYTES) {
    throw invalid(message("refusal.backup_derived"));
  }
  return { kind: "derived", key, salt, cost: derived.cost };
}

/**
 * An administrator in person, or a service account with a token of its own: a key that lies about in a configuration, a
 * session that was left open, and an open management plane give no copy of everything.
 */
function requireBackupRights(call: Call, caller: CallerContext): void {
  if (callingKey(caller)) {
    throw new AuthError("forbidden", "an api key makes no backup", {
      detail: message("refusal.key_is_no_person"),
    });
  }
  if (!principalOf(caller)) throw callerRequired();
  requireRecentSignIn(call, caller, "make a backup");
}

/**
 * The bytes of a backup. That it begins is in the audit log before anything is read, and how it ended behind it.
 * @throws `AuthError`: who asks may not, the keys are none, or another backup is being made
 */
export async function makeServiceBackup(
  call: Call,
  caller: CallerContext,
  wanted: WantedProtection,
): Promise<AsyncGenerator<Bytes>> {
  requireBackupRights(call, caller);
  const { service } = call;
  const protection = await protectionOf(wanted);
  const state = underWay(service);
  if (state.running && !isGivenUp(state.running, now(call))) {
    throw new AuthError("conflict", message("refusal.backup_runs"));
  }
  const running: Running = { idleSince: now(call) };
  state.running = running;
  const done = () => {
    if (state.running === running) state.running = undefined;
  };
  try {
    const { principal, network, agent, request_id } = call.store.whence?.() ?? {};
    const tell = auditTeller(service.store, service.auditChain, service.instance, {
      ...(principal && {
        principal_kind: principal.kind,
        principal_id: principal.id,
        principal: principal.name,
      }),
      ...(network && { network }),
      ...(agent && { agent }),
      ...(request_id && { request_id }),
    });
    const end = await tellBackup(tell, { protection: protection.kind });
    return watched(call, protection, running, end, done);
  } catch (error) {
    done();
    throw error;
  }
}

async function* watched(
  call: Call,
  protection: Protection,
  running: Running,
  end: BackupEnd,
  done: () => void,
): AsyncGenerator<Bytes> {
  const { runtime, store, options } = call.service;
  let size = 0;
  let failure: string | undefined = "the reader went away";
  using _less = runtime.collectLess?.();
  try {
    const source = {
      ...{ driver: store.driver, box: call.service.recordKey },
      ...{ migrations: options.database.migration.table, version: runtime.version ?? "unknown" },
      serving: true,
    };
    running.idleSince = undefined;
    for await (const bytes of makeBackup(source, protection)) {
      size += bytes.length;
      running.idleSince = now(call);
      yield bytes;
      running.idleSince = undefined;
    }
    failure = undefined;
    runtime.log.info("backup made", { bytes: size, protection: protection.kind });
  } catch (error) {
    failure = backupFailure(error);
    runtime.log.warn("backup not made", { error, bytes: size });
    if (!(error instanceof StartError)) throw error;
    throw new AuthError("unavailable", error.message, { cause: error });
  } finally {
    done();
    const told = failure === undefined ? end.made(size) : end.failed(size, failure);
    await told.catch((error: unknown) =>
      runtime.log.warn("how a backup ended is not in the audit log", { error }),
    );
  }
}
