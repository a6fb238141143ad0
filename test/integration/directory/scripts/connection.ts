/** Asks a directory as the service does, and prints what it found; runs on Node, Bun and Deno. */
import process from "node:process";
import { createLdapConnector } from "../../../../src/adapters/drivers/ldap.ts";
import { idAttributes, idsOf } from "../../../../src/directory/entry-ids.ts";
import type { LdapServer } from "../../../../src/runtime/ldap.ts";

interface SessionRequest {
  readonly servers: readonly LdapServer[];
  readonly refused: readonly LdapServer[];
  readonly bind: { readonly username: string; readonly password: string };
  readonly base: string;
  /** Prints the ids of the entries. */
  readonly show?: boolean;
}

const asked = JSON.parse(process.argv[2] ?? "{}") as SessionRequest;
const { connect } = createLdapConnector();

for (const [index, server] of asked.servers.entries()) {
  const open = await connect(server);
  const wrong = await open.bind(asked.bind.username, "wrong");
  const right = await open.bind(asked.bind.username, asked.bind.password);
  const found = await open.search({
    base: asked.base,
    filter: "(objectClass=person)",
    attributes: ["uid"],
    bytes: idAttributes({ id_attribute: "" }),
    limit: 10_000,
  });
  const ids = new Set(
    found.flatMap((entry) => idsOf(entry, { id_attribute: "" }).map(({ value }) => value)),
  );
  console.log(`found ${index}: ${wrong} ${right} ${found.length} ${ids.size}`);
  if (asked.show) console.log(`ids ${[...ids].sort().join(" ")}`);
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
