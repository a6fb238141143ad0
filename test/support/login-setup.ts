/** A sealed installation with its session and login page, asked as browsers and administrators ask it. */
import { byItself, openInternalCall } from "../../src/call.ts";
import { loadConfig } from "../../src/cli/config.ts";
import { diagnose } from "../../src/doctor/doctor.ts";
import { recoverAdministrator } from "../../src/first-run/recover.ts";
import { type FirstRun, sealFirstRun } from "../../src/first-run/sealed.ts";
import { openGateway } from "../../src/server/gateway.ts";
import { createStandalone } from "../../src/server/standalone.ts";
import { type Answer, ORIGIN, type TestAuth, testAuth } from "./auth.ts";
import { Jar } from "./session.ts";

export interface LoginSetup extends AsyncDisposable {
  readonly service: TestAuth;
  readonly first: FirstRun;
  jar(): Jar;
  /** A call of the management plane by the first administrator. */
  as(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The password form of the login page: its status. */
  signIn(username?: string, password?: string): Promise<number>;
  /** Severity of each of the doctor's findings. */
  doctor(): Promise<Record<string, string>>;
  /** `postern recover`: the new password. */
  recover(): Promise<string>;
}

export async function loginSetup(service?: TestAuth): Promise<LoginSetup> {
  const auth = service ?? (await testAuth());
  const first = await sealFirstRun(byItself(await auth.auth.service), {
    login_path: "/login/",
    code_path: "/login/auth/code",
  });
  if (!first) throw new Error("the database was not empty");
  const nothing = { argv: [], env: {}, cwd: "/", readFile: () => undefined };
  const gateway = openGateway(loadConfig(nothing).config, auth.auth, auth.runtime);
  const standalone = createStandalone(auth.auth, auth.runtime, { prefix: "/auth", gateway });
  standalone.open();
  const jar = () => new Jar(async (request) => standalone.fetch(request, undefined), ORIGIN);
  // A request by way of the session: from then on it is known to stand in front.
  await jar().get("/auth/v1/me");
  const as: LoginSetup["as"] = (method, path, body) =>
    auth.json(method, `/auth/v1${path}`, body, first.admin.alias);
  return {
    service: auth,
    first,
    jar,
    as,
    async signIn(username = first.admin.alias, password = first.admin.password) {
      const answer = await jar().send("POST", "/login/auth/token/postern", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password }),
      });
      return answer.status;
    },
    async doctor() {
      // In process: while no one is an administrator, no one may ask the route.
      const findings = await diagnose(openInternalCall(await auth.auth.service));
      return Object.fromEntries(findings.map(({ id, severity }) => [id, severity]));
    },
    async recover() {
      return (await recoverAdministrator(byItself(await auth.auth.service), first.admin.alias))
        .password;
    },
    [Symbol.asyncDispose]: () => auth[Symbol.asyncDispose](),
  };
}
