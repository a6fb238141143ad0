/** Asks a directory as the service does, and prints what it found; runs on Node, Bun and Deno. */
import process from "node:process";
import { createLdapConnector } from "../../../../src/adapters/drivers/ldap.ts";
import type { LdapServer } from "../../../../src/runtime/ldap.ts";

interface Asked {
  readonly servers: readonly LdapServer[];
  readonly refused: readonly LdapServer[];
  readonly bind: { readonly username: string; readonly password: string };
  readonly base: string;
}

const asked = JSON.parse(process.argv[2] ?? "{}") as Asked;
const { connect } = createLdapConnector();

for (const [index, server] of asked.servers.entries()) {
  const open = await connect(server);
  const wrong = await open.bind(asked.bind.username, "wrong");
  const right = await open.bind(asked.bind.username, asked.bind.password);
  const search = { base: asked.base, filter: "(objectClass=person)", attributes: ["uid"] };
  const found = await open.search({ ...search, limit: 10_000 });
  console.log(`found ${index}: ${wrong} ${right} ${found.length}`);
  open.close();
}
for (const [index, server] of asked.refused.entries()) {
  const failed = await connect(server).then(
    (open) => {
      open.close();
      return "connected";
    },
    (error) => error.fault,
  );
  console.log(`refused ${index}: ${failed}`);
}
console.log("done");
