/** The capabilities that a runtime may lack, and the one way to ask for them. */
import { AuthError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";

const NAMES = {
  redis: "Redis",
  folder: "file storage",
  note: "a place for the first credentials",
  seed: "reading a seed document",
  mailer: "mail",
  ldap: "LDAP",
  logSink: "a stream of the audit log",
  xml: "XML signature checking",
  signer: "a signer outside",
} as const satisfies { readonly [name in keyof Runtime]?: string };

/** Names of capabilities that may be absent. */
export type Capability = keyof typeof NAMES;

type Having<Name extends Capability> = { readonly [name in Name]?: Runtime[name] };

/**
 * The capability, or `unavailable` (503) "… is not available on this runtime".
 * @param refuse makes another error of that text, for a start that cannot work without it
 */
export function capability<Name extends Capability>(
  runtime: Having<Name>,
  name: Name,
  refuse: (text: string) => Error = (text) => new AuthError("unavailable", text),
): NonNullable<Runtime[Name]> {
  const found = runtime[name];
  if (!found) throw refuse(`${NAMES[name]} is not available on this runtime`);
  return found;
}
