/** The bundled program (ADR 0030) does what the sources do, on each runtime. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "../../scripts/build-program.ts";
import { startPostgres } from "../support/postgres.ts";
import { RUNTIMES, runPostern, startServer } from "../support/server.ts";
import { logged, pidsOf } from "../support/workers.ts";

/** As deep below the package as the real one, so that it finds the same files. */
const FOLDER = join(import.meta.dirname, "../../dist/bundle/tested");
const file = join(FOLDER, "postern.js");

beforeAll(async () => {
  await buildProgram(FOLDER);
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

test("the licences of the packages in it lie beside it", () => {
  const notices = readFileSync(join(FOLDER, "NOTICES.txt"), "utf8");
  for (const name of ["hono", "zod", "drizzle-orm", "pg", "ioredis", "jose"]) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.`, "m"));
  }
  expect(notices).toContain("Permission is hereby granted");
});

test.each(RUNTIMES)("%s: commands without a service", async (runtime) => {
  const version = await runPostern({ runtime, file }, "--version");
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^postern \d/) });
  const help = await runPostern({ runtime, file }, "--help");
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("postern <command>") });
  const wrong = await runPostern({ runtime, file }, "serve", "--prot", "1");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--prot") });
});

test.each(RUNTIMES)(
  "%s: the service with its files, password threads and embedded database",
  async (runtime) => {
    await using server = await startServer({ runtime, file });
    for (const path of ["/readyz", "/login/assets/login.js"]) {
      const response = await fetch(`${server.url}${path}`);
      await response.arrayBuffer();
      expect(response.status, path).toBe(200);
    }
    const answer = await fetch(`${server.url}/auth/oauth2/token`, {
      method: "POST",
      headers: {
        Authorization: `Basic ${btoa(`${server.login?.id}:${server.login?.secret}`)}`,
      },
      body: new URLSearchParams({
        grant_type: "password",
        username: server.admin?.id ?? "",
        password: server.admin?.secret ?? "",
      }),
    });
    expect(await answer.json()).toMatchObject({ token_type: "Bearer" });
    expect(await server.stop()).toBe(0);
  },
);

test("its workers are the same program", async () => {
  const postgres = await startPostgres();
  try {
    for (const runtime of RUNTIMES) {
      const env = {
        POSTERN_DATABASE__DSN: await postgres.createDatabase(`program_${runtime}`),
        POSTERN_ENCRYPTION__KEY: "a key of the operator",
      };
      await using server = await startServer({ runtime, file, env, args: ["--workers", "2"] });
      await logged(server, /"message":"all workers are started"/);
      const workers = pidsOf(server);
      expect(workers.size).toBe(2);
      for (const pid of workers.values()) {
        expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toContain(file);
      }
      expect(await server.stop()).toBe(0);
    }
  } finally {
    await postgres.stop();
  }
});
