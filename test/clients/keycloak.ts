/** The distribution of Keycloak, which is a Maven artifact, and a server of it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { vi } from "vitest";
import { type RunningProgram, runCommand } from "../protocol/docs/run-program.ts";
import { patient } from "../support/patience.ts";
import { installedBy } from "./installed.ts";

const VERSION = "26.7.3";

const INSTALL = `mvn -q -B dependency:copy -Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip -DoutputDirectory=.
jar xf keycloak-quarkus-dist-${VERSION}.zip
sh keycloak-${VERSION}/bin/kc.sh build --db=dev-file`;

/** Its folder, without what an earlier server left in it. */
export function keycloakFolder(page: string): string {
  const home = join(installedBy(page, INSTALL), `keycloak-${VERSION}`);
  for (const name of ["data", "export"]) rmSync(join(home, name), { recursive: true, force: true });
  return home;
}

/**
 * A server on http, with an administrator `admin` whose password is the same. It listens before it can answer for a realm.
 *
 * @param words further ones of `kc.sh start`
 * @param realm one that is there from the start
 */
export async function startKeycloak(
  home: string,
  port: number,
  words: readonly string[] = [],
  realm = "master",
): Promise<RunningProgram> {
  const address = ["--http-host=127.0.0.1", `--http-port=${port}`, "--hostname-strict=false"];
  const start = ["start", "--optimized", "--cache=local", "--http-enabled=true", ...address];
  const env = {
    ...(process.env as Record<string, string>),
    KC_BOOTSTRAP_ADMIN_USERNAME: "admin",
    KC_BOOTSTRAP_ADMIN_PASSWORD: "admin",
  };
  const command = ["sh", "bin/kc.sh", ...start, ...words] as const;
  const keycloak = await runCommand(command, home, port, env, "SIGTERM");
  // Not expect.poll, which Vitest has within a test alone: suites start a server before their tests.
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`${keycloak.origin}/realms/${realm}`);
      if (status !== 200) throw new Error(`${status}:\n${keycloak.output()}`);
    },
    { timeout: patient(60_000), interval: 250 },
  );
  return keycloak;
}
