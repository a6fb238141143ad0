/** The standalone server without a socket: sealed, with the session in front, as `postern serve`. */

import { testAuth } from "../../support/auth.ts";
import {
  byItself,
  createStandalone,
  type FirstRun,
  loadConfig,
  type MailMessage,
  openGateway,
  type Standalone,
  sealFirstRun,
} from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";

export interface RouteEnv extends AsyncDisposable {
  readonly fetch: Standalone["fetch"];
  readonly sealed: FirstRun;
  /** What the relay of the examples took. */
  readonly mails: readonly MailMessage[];
}

export async function openSetup(): Promise<RouteEnv> {
  const mails: MailMessage[] = [];
  // mail.example.com is no relay; real ones are in `protocol/mail`.
  const mailer = { send: async (message: MailMessage) => void mails.push(message) };
  const runtime = { ...testRuntime({ loops: true }), name: "node", mailer };
  const { auth } = await testAuth({}, runtime);
  const place = { login_path: "/login/" };
  const sealed = await sealFirstRun(byItself(await auth.service), place, { demo: true });
  if (!sealed) throw new Error("the database was not empty");
  const nothing = { argv: [], env: {}, cwd: "/", readFile: () => undefined };
  const gateway = openGateway(loadConfig(nothing).config, auth, runtime);
  const standalone = createStandalone(auth, runtime, { prefix: "/auth", gateway });
  standalone.open();
  return { fetch: standalone.fetch, sealed, mails, [Symbol.asyncDispose]: () => auth.close() };
}
