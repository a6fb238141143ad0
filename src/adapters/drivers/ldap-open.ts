/** Opens one connection to a directory, protected as asked, within 5 s. */
import type { LdapConnection, LdapServer } from "../../runtime/ldap.ts";
import { openSocket, placeOf, upgrade } from "./ldap-connect.ts";
import { LdapLine } from "./ldap-line.ts";
import { askStartTls, bind, search } from "./ldap-operations.ts";

const CONNECT_TIMEOUT_MS = 5_000;

export async function openLdap(server: LdapServer): Promise<LdapConnection> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const line = new LdapLine(await openSocket(server, signal));
  if (server.startTls && !placeOf(server.url).secure) {
    const stop = () => line.end();
    signal.addEventListener("abort", stop);
    try {
      await askStartTls(line);
      await line.secure((socket) => upgrade(socket, server, signal));
    } catch (error) {
      line.end();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
  return {
    bind: (dn, password) => bind(line, dn, password),
    search: (wanted) => search(line, wanted),
    close: () => line.end(),
  };
}
