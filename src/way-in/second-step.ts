/** Whether an administrator who needs a second factor can bring one after the first (setting `second_factor`, decision E-13). */
import type { LastingProofs } from "../iam/administrators/lasting-proofs.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";

/** After a password or a mailed code: by the app that the account has, or by a factor that is set up then. */
export function canBringSecond(
  { settings, second_factors }: Snapshot,
  { id }: PrincipalRecord,
  { passkeys }: LastingProofs,
): boolean {
  const { totp, passkey } = settings;
  if (second_factors.has(id)) return !totp.disabled;
  // With the first factor alone no other one is set up beside a passkey.
  return !passkeys.has(id) && (!totp.disabled || !passkey.disabled);
}

/** Records of providers of which every sign-in counts as two factors. */
export function countsAsTwo(
  { oauth_providers, saml_providers }: Snapshot,
  provider: string,
): boolean {
  const [kind, id] = [provider.slice(0, provider.indexOf(":")), provider.replace(/^[^:]+:/, "")];
  const record = (kind === "saml" ? saml_providers : oauth_providers).get(id);
  return record?.config?.second_factor === true;
}
