/** Setting up the second factor of a user, and taking it away (auth-wire 6.4; F-2, W11). */
import { eq } from "drizzle-orm";
import { type Call, now } from "../../call.ts";
import { newTotpSecret, totpStep, totpUrl } from "../../crypto/totp.ts";
import { AuthError } from "../../errors.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { requireNoneYet } from "../../iam/second-factor/first-factor.ts";
import { sealSecret } from "../../iam/second-factor/sealed-secret.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { noteCredential, type Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { passkeyCredentials, totpSecrets, users } from "../../store/tables.ts";
import { type Factor, factorIn, openSecret, readFactor } from "./factor.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";

/** A secret on its way to an authenticator. */
export interface Registration {
  readonly secret: string;
  /** `otpauth://`, for a QR code. */
  readonly url: string;
}

const change = (action: "create" | "update" | "delete", entity: string, actor: string) =>
  ({ topic: "totp", action, entity, actor }) as const;

/** The row of the user, so that no deletion comes between. */
async function requireUser({ tx }: Write, id: string): Promise<void> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
  if (!row) throw new AuthError("not_found", message("refusal.user"));
}

/**
 * A new secret, which counts when a code of it was confirmed: until then a factor that is there stays (F-2).
 * Throws `forbidden` while the feature is off, and for service accounts, which sign in without one.
 * @param account how the person knows the account
 */
export async function registerTotp(
  call: Call,
  { id, service_account }: PrincipalRecord,
  account: string,
  actor: string,
): Promise<Registration> {
  const { service, snapshot } = call;
  const { disabled, issuer } = snapshot.settings.totp;
  if (disabled) throw new AuthError("forbidden", message("refusal.factor_off"));
  if (service_account) throw new AuthError("forbidden", message("refusal.service_account_factor"));
  const secret = newTotpSecret(service.runtime.random);
  await mutate(
    call.store,
    (replaced) => change(replaced ? "update" : "create", id, actor),
    async (open) => {
      await requireUser(open, id);
      const before = await factorIn(open.tx, id);
      const field = before?.confirmed ? "pending_secret_encrypted" : "secret_encrypted";
      const sealed = { [field]: await sealSecret(service, id, field, secret) };
      const row = { user_id: id, secret_encrypted: "", recovery_codes: [], ...sealed };
      const set = { ...sealed, updated_at: open.now };
      await open.tx
        .insert(totpSecrets)
        .values({ ...row, created_at: open.now, updated_at: open.now })
        .onConflictDoUpdate({ target: totpSecrets.user_id, set });
      open.touch("totp", id);
      return before !== undefined;
    },
  );
  return { secret, url: totpUrl(secret, issuer, account) };
}

/** The secret that waits for its first code. */
function candidateOf(factor: Factor | undefined) {
  const field = factor?.confirmed ? "pending_secret_encrypted" : "secret_encrypted";
  const sealed = factor?.[field];
  return sealed ? ({ field, sealed } as const) : undefined;
}

const notRegistered = () => new AuthError("not_found", message("refusal.no_factor"));

/** The registration that waits for a code of its app, as long as it does: for the page that shows it again. */
export async function pendingRegistration(
  call: Call,
  { id }: PrincipalRecord,
  account: string,
): Promise<Registration | undefined> {
  const candidate = candidateOf(await readFactor(call, id));
  if (!candidate) return undefined;
  const secret = await openSecret(call.service, id, candidate.field, candidate.sealed);
  return { secret, url: totpUrl(secret, call.snapshot.settings.totp.issuer, account) };
}

/** The first code of a secret that no app has shown yet. Throws `invalid_request` for another one. */
async function firstStep(call: Call, id: string, secret: string, code: string): Promise<number> {
  const { skew } = call.snapshot.settings.totp;
  return countedAttempt(call, "totp", id, async () => {
    const step = totpStep(secret, code, now(call), skew);
    if (step === undefined) throw new AuthError("invalid_request", message("refusal.code_wrong"));
    return step;
  });
}

/**
 * The first code of a secret that is not stored yet, for a user without a factor. What `use` uses up is used when the
 * code was right. Answers the recovery codes. Throws `invalid_request` for another code, `conflict` for a user who has a factor.
 */
export async function setUpTotp(
  call: Call,
  { id }: PrincipalRecord,
  secret: string,
  code: string,
  actor: string,
  use: () => Promise<void>,
): Promise<readonly string[]> {
  const { service } = call;
  const last_step = await firstStep(call, id, secret, code);
  await use();
  const { codes, hashes } = newRecoveryCodes(service.runtime.random);
  await mutate(call.store, change("create", id, actor), async (open) => {
    await requireUser(open, id);
    await requireNoneYet(open, id);
    const row = {
      secret_encrypted: await sealSecret(service, id, "secret_encrypted", secret),
      ...{ pending_secret_encrypted: null, confirmed: true, last_step, recovery_codes: hashes },
      updated_at: open.now,
    };
    await open.tx
      .insert(totpSecrets)
      .values({ ...row, user_id: id, created_at: open.now })
      .onConflictDoUpdate({ target: totpSecrets.user_id, set: row });
    open.touch("totp", id);
    noteCredential(open, id, "app_added");
  });
  return codes;
}

/**
 * The first code of a registered secret: from now on sign-ins ask for it. Answers the recovery codes, which are
 * shown this one time. Throws `not_found` when nothing was registered, `invalid_request` for another code.
 */
export async function confirmTotp(
  call: Call,
  { id }: PrincipalRecord,
  code: string,
  actor: string,
): Promise<readonly string[]> {
  const { service } = call;
  const candidate = candidateOf(await readFactor(call, id));
  if (!candidate) throw notRegistered();
  const { field, sealed } = candidate;
  const secret = await openSecret(service, id, field, sealed);
  const last_step = await firstStep(call, id, secret, code);
  const { codes, hashes } = newRecoveryCodes(service.runtime.random);
  await mutate(call.store, change("update", id, actor), async (open) => {
    await requireUser(open, id);
    // Another secret was registered meanwhile, or this one was confirmed.
    const waiting = candidateOf(await factorIn(open.tx, id));
    if (waiting?.sealed !== sealed) throw notRegistered();
    const secret_encrypted = await sealSecret(service, id, "secret_encrypted", secret);
    await open.tx
      .update(totpSecrets)
      .set({
        ...{ secret_encrypted, pending_secret_encrypted: null, confirmed: true, last_step },
        recovery_codes: hashes,
        updated_at: open.now,
      })
      .where(eq(totpSecrets.user_id, id));
    open.touch("totp", id);
    noteCredential(open, id, "app_added");
  });
  return codes;
}

/**
 * A new set of recovery codes, of an app or beside passkeys; the old ones are no longer accepted. Throws `invalid_request` for an
 * account that has neither.
 */
export async function regenerateRecoveryCodes(
  { service, store }: Call,
  { id }: PrincipalRecord,
  actor: string,
): Promise<readonly string[]> {
  const { codes, hashes } = newRecoveryCodes(service.runtime.random);
  await mutate(store, change("update", id, actor), async (open) => {
    await requireUser(open, id);
    const factor = await factorIn(open.tx, id);
    const owned = eq(passkeyCredentials.user_id, id);
    if (!factor?.confirmed && (await open.tx.$count(passkeyCredentials, owned)) === 0) {
      throw new AuthError("invalid_request", message("refusal.no_factor_in_use"));
    }
    const set = { recovery_codes: hashes, updated_at: open.now };
    await open.tx
      .insert(totpSecrets)
      .values({ ...set, user_id: id, secret_encrypted: "", created_at: open.now })
      .onConflictDoUpdate({ target: totpSecrets.user_id, set });
    open.touch("totp", id);
    noteCredential(open, id, "recovery_codes_made");
  });
  return codes;
}

/** Takes the factor of a user away, by the user or by an administrator. Throws `not_found` without one. */
export async function removeTotp({ store }: Call, id: string, actor: string): Promise<void> {
  await mutate(store, change("delete", id, actor), async (open) => {
    const [gone] = await open.tx
      .delete(totpSecrets)
      .where(eq(totpSecrets.user_id, id))
      .returning({ isApp: totpSecrets.confirmed, codes: totpSecrets.recovery_codes });
    if (!gone) throw new AuthError("not_found", message("refusal.no_factor_to_delete"));
    open.touch("totp", id);
    if (gone.isApp) noteCredential(open, id, "app_removed");
    else if (gone.codes.length > 0) noteCredential(open, id, "recovery_codes_removed");
  });
}
