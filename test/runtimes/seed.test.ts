/** `first_run.seed` on the three runtimes, and on a Postgres that two instances start on at once. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres } from "../support/postgres.ts";
import { RUNTIMES, type RunningServer, runPostern, send, startServer } from "../support/server.ts";

const JOB = { id: "backup-job", secret: "a-long-random-secret" };

function seedFile(mode = 0o644): string {
  const folder = temporaryFolder();
  const path = join(folder, "seed.yaml");
  writeFileSync(join(folder, "job-secret"), `${JOB.secret}\n`);
  writeFileSync(
    path,
    `service_accounts:\n  ${JOB.id}:\n    details: { secret: { file: job-secret } }\n`,
  );
  chmodSync(path, mode);
  return path;
}

const environment = (seed: string) => ({
  POSTERN_FIRST_RUN__SEED: seed,
  POSTERN_FIRST_RUN__ADMIN_PASSWORD: "a password of the operator",
});

async function expectJob(server: RunningServer): Promise<void> {
  const form = { grant_type: "client_credentials" };
  const answer = await send(server, "POST", "/auth/oauth2/token", { basic: JOB, form });
  expect(answer.status, answer.text).toBe(200);
}

test.each(RUNTIMES)("%s: a service account of the document gets a token", async (runtime) => {
  await using server = await startServer({ runtime, env: environment(seedFile()) });
  await expectJob(server);
  expect(server.output()).not.toContain(JOB.secret);
});

test.each(RUNTIMES)(
  "%s: a document that everyone may write to stops the start",
  async (runtime) => {
    const dataDir = temporaryFolder();
    const env = environment(seedFile(0o666));
    const { code, stderr } = await runPostern({ runtime, dataDir, env }, "serve", "--port", "0");
    expect(stderr).toMatch(/^postern: first_run\.seed: every user of this machine may write to /m);
    expect(code).toBe(1);
  },
);

test("of two instances that start at once on one Postgres, one applies it", async () => {
  const postgres = await startPostgres();
  try {
    const dsn = await postgres.createDatabase("seed");
    const given = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
    const env = { ...environment(seedFile()), ...given };
    const servers = await Promise.all([startServer({ env }), startServer({ env })]);
    try {
      for (const server of servers) await expectJob(server);
      const said = servers.map((server) => server.output());
      expect(said.filter((text) => text.includes("Postern is sealed"))).toHaveLength(1);
      expect(said.filter((text) => text.includes("first_run.seed is ignored"))).toHaveLength(1);
    } finally {
      for (const server of servers) await server.stop("SIGKILL");
    }
  } finally {
    await postgres.stop();
  }
});
