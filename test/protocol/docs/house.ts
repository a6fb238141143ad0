/** The standalone server without a socket: sealed, with the session in front, as `postern serve`. */
import { loadConfig } from "../../../src/cli/config.ts";
import { openFrontDoor } from "../../../src/cli/front-door.ts";
import { type FirstRun, sealFirstRun } from "../../../src/first-run.ts";
import { createStandalone, type Standalone } from "../../../src/standalone.ts";
import { testAuth } from "../../support/auth.ts";
import { testRuntime } from "../../support/runtime.ts";

export interface RouteEnv extends AsyncDisposable {
  readonly fetch: Standalone["fetch"];
  readonly sealed: FirstRun;
}

export async function openHouse(): Promise<RouteEnv> {
  const runtime = { ...testRuntime({ loops: true }), name: "node" };
  const { auth } = await testAuth({}, runtime);
  const sealed = await sealFirstRun(await auth.service, { login_path: "/login/" });
  if (!sealed) throw new Error("the database was not empty");
  const nothing = { argv: [], env: {}, cwd: "/", readFile: () => undefined };
  const door = openFrontDoor(loadConfig(nothing).config, auth, runtime);
  const standalone = createStandalone(auth, runtime, { prefix: "/auth", door });
  standalone.open();
  return { fetch: standalone.fetch, sealed, [Symbol.asyncDispose]: () => auth.close() };
}
