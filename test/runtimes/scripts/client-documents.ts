/** Signs a person in for a client that is a document, twice, and says what came of it; runs on Node, Bun and Deno. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { createRuntime } from "../../../src/adapters/current.ts";
import { createParsedAuth } from "../../../src/auth.ts";
import { parseOptions } from "../../../src/options.ts";
import { addPerson, signInForDocument } from "../../support/document-sign-in.ts";

const [id = "", ca = ""] = process.argv.slice(2);
const REDIRECT = "http://127.0.0.1:4711/callback";

let moved = 0;
const runtime = {
  ...(await createRuntime({
    memory: true,
    public_fetch: {
      exempt: [new URL(id).origin],
      ca: readFileSync(ca, "utf8"),
      resolve: async () => ["127.0.0.1"],
    },
  })),
  clock: { now: () => Date.now() + moved },
};
const auth = createParsedAuth(parseOptions({ encryption: { key: "a key of the test" } }), runtime);

async function tell(what: string): Promise<void> {
  const { status, client, hostShown } = await signInForDocument(auth.fetch, id, REDIRECT);
  const azp = client === id ? "for the document" : `for ${client}`;
  console.log(`${what}: ${status} ${azp}, its host is ${hostShown ? "shown" : "not shown"}`);
}

await addPerson(auth.fetch);
await tell("first");
moved = 301_000;
await tell("later");
await auth.close();
