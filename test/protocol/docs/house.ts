/** The standalone server without a socket: sealed, with the session in front, as `postern serve`. */
import { type FirstRun, sealFirstRun } from "../../../src/first-run.ts";
import { createStandalone, type Standalone } from "../../../src/standalone.ts";
import { testAuth } from "../../support/auth.ts";
import { testRuntime } from "../../support/runtime.ts";

export interface House extends AsyncDisposable {
  readonly fetch: Standalone["fetch"];
  readonly sealed: FirstRun;
}

export async function openHouse(): Promise<House> {
  const runtime = { ...testRuntime({ loops: true }), name: "node" };
  const { auth } = await testAuth({}, runtime);
  const sealed = await sealFirstRun(await auth.service, { login_path: "/login/" });
  if (!sealed) throw new Error("the database was not empty");
  const standalone = createStandalone(auth, runtime, { prefix: "/auth", session: true });
  standalone.open();
  return { fetch: standalone.fetch, sealed, [Symbol.asyncDispose]: () => auth.close() };
}
