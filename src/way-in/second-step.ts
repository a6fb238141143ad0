/** Whether an administrator who needs a second factor can bring one after the first (setting `second_factor`, decision E-13). */
import { openInternalCall, type Service } from "../call.ts";
import type { LastingProofs } from "../iam/administrators/lasting-proofs.ts";
import { isNamed } from "../iam/second-factor/rule.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";

/** Whether the setting names them, at whatever time: a day that comes locks out as well. */
export const needsTwoFactors = (at: Service, admin: PrincipalRecord): boolean =>
  isNamed(openInternalCall(at), admin);

/** After a password or a mailed code: by the app that the account has, or by a factor that is set up then. */
export function canBringSecond(
  { snapshots }: Service,
  { id }: PrincipalRecord,
  { passkeys }: LastingProofs,
): boolean {
  const { settings, second_factors } = snapshots.current;
  const { totp, passkey } = settings;
  if (second_factors.has(id)) return !totp.disabled;
  // With the first factor alone no other one is set up beside a passkey.
  return !passkeys.has(id) && (!totp.disabled || !passkey.disabled);
}

/** Records of providers of which every sign-in counts as two factors. */
export function countsAsTwo({ snapshots }: Service, provider: string): boolean {
  const { oauth_providers, saml_providers } = snapshots.current;
  const [kind, id] = [provider.slice(0, provider.indexOf(":")), provider.replace(/^[^:]+:/, "")];
  const record = (kind === "saml" ? saml_providers : oauth_providers).get(id);
  return record?.config?.second_factor === true;
}
