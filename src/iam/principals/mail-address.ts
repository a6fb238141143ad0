/** Where mail finds the person of an account. */
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { mailAddress } from "../../std/email-address.ts";

/** The address by which the person would ask for a mail: the alias that is their `email`, else the first that is an address. */
export async function addressOf({ alias, details }: PrincipalRecord): Promise<string | undefined> {
  const { email } = await details.open();
  const addresses = alias.filter((one) => mailAddress(one) !== undefined);
  const own = typeof email === "string" ? canonicalAlias(email) : "";
  return addresses.find((one) => canonicalAlias(one) === own) ?? addresses[0];
}
