/** Directories through ldapts (ADR 0041), loaded when the first one is asked. */
import type { LdapConnector } from "../../runtime/ldap.ts";

export const createLdapConnector = (): LdapConnector => ({
  connect: async (server) => (await import("./ldap-open.ts")).openLdap(server),
});
