/** A connection to a directory for one piece of work: connected, bound for searches, and closed at its end. */

import type { Service } from "../call.ts";
import { message } from "../messages/message.ts";
import { capability } from "../runtime/capability.ts";
import { DirectoryFailure, type LdapConnection } from "../runtime/ldap.ts";
import { isPlain, isUnprotected } from "../settings/records/ldap-config.ts";
import type { Directory } from "./active.ts";
import { inStep, StepFailed } from "./step.ts";

/** D-2: without TLS only where an administrator said so. */
function requireProtection({ config, server }: Directory): void {
  if (!isUnprotected({ ...config, addr: server.url })) return;
  throw new StepFailed("connect", message("ldap.plain"));
}

export async function connectTo(service: Service, directory: Directory): Promise<LdapConnection> {
  return inStep("connect", async () => {
    requireProtection(directory);
    return capability(service.runtime, "ldap").connect(directory.server);
  });
}

/** What a directory answers that takes passwords over TLS alone; Active Directory says the first. */
const WANTS_TLS: ReadonlySet<number> = new Set([8, 13]);

/** `LdapConnection.bind`; a refusal for want of TLS says what to do. */
export async function bindAs(
  open: LdapConnection,
  { config, server }: Directory,
  dn: string,
  password: string,
): Promise<boolean> {
  try {
    return await open.bind(dn, password);
  } catch (error) {
    const wantsTls = error instanceof DirectoryFailure && WANTS_TLS.has(error.resultCode ?? 0);
    if (!wantsTls || !isPlain({ ...config, addr: server.url })) throw error;
    const reason = message("ldap.wants_tls", { answer: error.message });
    throw new StepFailed("bind", reason, { cause: error });
  }
}

/** The bind for searches; without a bind DN the directory is asked anonymously, without any bind. */
export async function bindForSearches(open: LdapConnection, directory: Directory): Promise<void> {
  const { username, password } = directory.config.bind;
  if (username === "") return;
  await inStep("bind", async () => {
    if (password === "") throw new StepFailed("bind", message("ldap.no_password"));
    if (!(await bindAs(open, directory, username, password))) {
      throw new StepFailed("bind", message("ldap.wrong_bind"));
    }
  });
}

/**
 * Runs with a connection that may search. Throws `StepFailed`.
 * @param signal ends the connection, and with it the work
 */
export async function withDirectory<T>(
  service: Service,
  directory: Directory,
  run: (open: LdapConnection) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const open = await connectTo(service, directory);
  const stop = () => open.close();
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    await bindForSearches(open, directory);
    return await run(open);
  } finally {
    signal?.removeEventListener("abort", stop);
    open.close();
  }
}
