import { afterAll, beforeAll } from "vitest";
import { contract } from "../runtimes/contract.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { RUNTIMES } from "../support/server.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

for (const runtime of RUNTIMES) {
  contract(runtime, "postgres", async () => ({
    env: {
      POSTERN_DATABASE__DSN: await postgres.createDatabase(`contract_${runtime}`),
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    },
  }));
}
