/** The first token of a client that is a document, in process: with the document at hand, and with its host asked first. */
import { createRuntime } from "../../src/adapters/current.ts";
import { createParsedAuth } from "../../src/auth.ts";
import { parseOptions } from "../../src/options.ts";
import { DOCUMENT_REDIRECT, startDocumentHost } from "../support/document-host.ts";
import { addPerson, signInForDocument } from "../support/document-sign-in.ts";
import { info, median, ms, type Row } from "./result.ts";

const SIGN_INS = 200;
const WARM_UP = 100;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

export async function documentRows(): Promise<Row[]> {
  await using host = await startDocumentHost();
  let turn = 0;
  const runtime = {
    ...(await createRuntime({ memory: true, log: quiet, public_fetch: host.publicFetch })),
    // A network for each: what is counted of one has no part in this.
    connection: () => ({ remoteAddress: `198.18.${(turn >> 8) & 255}.${turn & 255}` }),
  };
  const options = parseOptions({ encryption: { key: "a key of the bench" } });
  const auth = createParsedAuth(options, runtime);

  async function timed(id: string): Promise<number> {
    turn += 1;
    const from = performance.now();
    const { status } = await signInForDocument(auth.fetch, id, DOCUMENT_REDIRECT);
    if (status !== 200) throw new Error(`the document client was refused: ${status}`);
    return performance.now() - from;
  }

  try {
    await addPerson(auth.fetch);
    const known = host.publish("/known.json", {}, { "cache-control": "max-age=3600" });
    for (let index = 0; index < WARM_UP; index++) await timed(known);
    const [kept, fetched]: [number[], number[]] = [[], []];
    for (let index = 0; index < SIGN_INS; index++) {
      kept.push(await timed(known));
      fetched.push(await timed(host.publish(`/${index}.json`)));
    }
    const shown = (times: readonly number[]) =>
      `${ms(median(times))}, longest ${ms(Math.max(...times))}`;
    return [
      info("document client, first token, document at hand", shown(kept)),
      info("document client, first token, document fetched over TLS", shown(fetched)),
    ];
  } finally {
    await auth.close();
  }
}
