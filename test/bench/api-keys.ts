/** Validation of API keys in process, with few and with many of them. */

import { sha256Hex } from "../../src/crypto/digest.ts";
import { newKeyText } from "../../src/iam/api-keys/key-text.ts";
import { costRatio, cpuRace, type Runner } from "./cpu-race.ts";
import { atMost, type BenchResult, info, ratio } from "./result.ts";
import { ORIGIN, openSetup, type Setup } from "./standalone.ts";

const FEW = 10;
const MANY = 100_000;
/** Keys that are sent in turns. */
const USED = 100;
/** The first use of a key is noted in the background: by then it is. */
const NOTED_AFTER_MS = 3_000;
const BATCH = 5_000;

/** System keys as the route writes them; answers the texts of the first ones. */
async function fill({ service }: Setup, count: number): Promise<readonly string[]> {
  const used: string[] = [];
  const permission = (await service.store.driver.session((session) =>
    session.query("select id from auth_permissions limit 1", []),
  )) as { id: string }[];
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    const rows = await Promise.all(
      Array.from({ length: size }, async (_, step) => {
        const text = newKeyText(service.runtime);
        if (used.length < Math.min(USED, count)) used.push(text);
        return { id: `key-${from + step}`, hash: sha256Hex(text) };
      }),
    );
    await service.store.driver.session((session) =>
      session.query(
        `insert into auth_api_keys (id, name, key_hash, role_ids, permission_ids, details)
         select r->>'id', r->>'id', r->>'hash', '[]', jsonb_build_array($2::text), '{}'
         from jsonb_array_elements($1::jsonb) r`,
        [JSON.stringify(rows), permission[0]?.id ?? ""],
      ),
    );
  }
  await service.snapshots.reload();
  return used;
}

const runner = (name: string, setup: Setup, keys: readonly string[]): Runner => ({
  name,
  async run(turn) {
    const headers = { "X-API-Key": keys[turn % keys.length] ?? "" };
    const response = await setup.ask(new Request(`${ORIGIN}/auth/oauth2/api-key`, { headers }));
    if (response.status !== 200) throw new Error(await response.text());
  },
});

export async function benchApiKeys(): Promise<BenchResult> {
  await using few = await openSetup();
  await using many = await openSetup();
  const names = { few: `one of ${FEW}`, many: `one of ${MANY.toLocaleString("en")}` };
  const fewKeys = await fill(few, FEW);
  const manyKeys = await fill(many, MANY);
  const runners = [runner(names.few, few, fewKeys), runner(names.many, many, manyKeys)];
  for (const one of runners) for (let turn = 0; turn < USED; turn++) await one.run(turn);
  await new Promise((resolve) => setTimeout(resolve, NOTED_AFTER_MS));
  const costs = await cpuRace(runners);
  const micros = (name: string) => costs.get(name)?.micros ?? Number.NaN;
  const shown = (name: string) =>
    `${Math.round(1_000_000 / micros(name)).toLocaleString("en")} a core and second, ${micros(name).toFixed(1)} µs`;
  return {
    title: "Validation of API keys in process",
    rows: [
      info(names.few, shown(names.few)),
      info(names.many, shown(names.many)),
      atMost("many, to few", costRatio(costs, names.many, names.few), 1.5, ratio),
    ],
  };
}
