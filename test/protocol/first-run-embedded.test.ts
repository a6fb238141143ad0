/** The first start of a service in an application: sealed as by `postern serve`, and the credentials stay out of the log. */
import { describe, expect, test } from "vitest";
import {
  createAuth,
  type EmbeddedOptions,
  type FirstCredentials,
  StartError,
} from "../../src/index.ts";
import { KEY, ORIGIN } from "../support/auth.ts";
import type { PrivateNote } from "../support/inside.ts";
import { keptDatabase } from "../support/kept-database.ts";
import { type TestRuntime, testRuntime } from "../support/runtime.ts";

const PASSWORD = "correct horse battery";
const GENERATED = /^[a-z0-9]{5}(?:-[a-z0-9]{5}){3}$/;

interface Told extends AsyncDisposable {
  readonly auth: ReturnType<typeof createAuth>;
  readonly runtime: TestRuntime;
  readonly credentials: FirstCredentials[];
}

function start(options: EmbeddedOptions, runtime = testRuntime()): Told {
  const credentials: FirstCredentials[] = [];
  const auth = createAuth(
    {
      encryption: { key: KEY },
      on_first_run: (told) => void credentials.push(told),
      ...options,
    },
    runtime,
  );
  return { auth, runtime, credentials, [Symbol.asyncDispose]: () => auth.close() };
}

const ask = (auth: Told["auth"], path: string, headers: Record<string, string> = {}) =>
  auth.fetch(new Request(`${ORIGIN}/auth${path}`, { headers })).then(({ status }) => status);

const signIn = ({ auth }: Told, first: FirstCredentials | undefined, password: string) =>
  auth.api.token({
    grant_type: "password",
    client_id: first?.login_client.id ?? "",
    client_secret: first?.login_client.secret ?? "",
    username: first?.admin.alias ?? "",
    password,
  });

const everything = ({ lines }: TestRuntime) =>
  JSON.stringify(lines, (_, value) => (value instanceof Error ? String(value.stack) : value));

describe("by default", () => {
  test("nothing is ever open, and the credentials that the callback gets sign in", async () => {
    await using first = start({});
    await first.auth.ready;
    const [told] = first.credentials;
    expect(first.credentials).toHaveLength(1);
    expect(told?.admin).toEqual({ alias: "admin", password: expect.stringMatching(GENERATED) });
    expect(told?.login_client).toEqual({ id: "login", secret: expect.stringMatching(GENERATED) });

    expect(await ask(first.auth, "/v1/settings")).toBe(401);
    expect(await ask(first.auth, "/v1/settings", { "x-user": "demo" })).toBe(403);
    expect(await ask(first.auth, "/v1/settings", { "x-user": "admin" })).toBe(200);
    const { access_token } = await signIn(first, told, told?.admin.password ?? "");
    expect(await first.auth.api.verify(access_token)).toMatchObject({ principal: "admin" });
    expect(await first.auth.api.principal("demo"), "no account to try").toBeUndefined();
    const { warnings } = (await first.auth.health()).detail;
    expect(warnings).toEqual([]);
  });

  test("C-6: no line of the log holds a credential, and none complains of an open plane", async () => {
    await using first = start({});
    await first.auth.ready;
    const [told] = first.credentials;
    const log = everything(first.runtime);
    expect(log).toContain("Postern is sealed");
    expect(log).not.toContain(told?.admin.password);
    expect(log).not.toContain(told?.login_client.secret);
    expect(log).not.toContain("without an administrator");
  });

  test("the session provider names the service and the login page of the application", async () => {
    await using first = start({
      first_run: { login_path: "/sign-in/", auth_middleware: "main" },
    });
    await first.auth.ready;
    const provider = (await first.auth.api.sessionProviders()).merged.get("postern");
    expect(provider).toMatchObject({ auth_middleware: "main", oauth2: { client_id: "login" } });
    const answer = await first.auth.fetch(new Request(`${ORIGIN}/auth/ui/`));
    expect(answer.headers.get("location")).toMatch(/^\/sign-in\/\?/);
  });
});

describe("the callback", () => {
  test("fails: nothing is sealed, what it threw is told nowhere, and the next start tries again", async () => {
    await using database = await keptDatabase();
    const runtime = testRuntime({ openSql: database.openSql });
    let leaked = "";
    await using broken = start(
      {
        on_first_run: ({ admin }) => {
          leaked = admin.password ?? "";
          throw new Error(`cannot store ${leaked}`);
        },
      },
      runtime,
    );
    const failure = await broken.auth.ready.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(leaked).toMatch(GENERATED);
    const { message, stack, cause } = failure as Error;
    expect([message, stack, String(cause)].join()).not.toContain(leaked);
    expect(message).toContain("nothing was sealed");
    expect(await ask(broken.auth, "/v1/settings"), "nor is anything open").toBe(503);
    expect(everything(runtime)).not.toContain(leaked);

    await using again = start({}, testRuntime({ openSql: database.openSql }));
    await again.auth.ready;
    expect(again.credentials).toHaveLength(1);
    expect(again.credentials[0]?.admin.password).not.toBe(leaked);
  });

  test("is for the first start alone", async () => {
    await using database = await keptDatabase();
    const { openSql } = database;
    {
      await using first = start({}, testRuntime({ openSql }));
      await first.auth.ready;
    }
    await using second = start(
      { first_run: { admin_password: PASSWORD, admin_name: "eve" } },
      testRuntime({ openSql }),
    );
    await second.auth.ready;
    expect(second.credentials).toEqual([]);
    expect(await second.auth.api.principal("eve"), "a declaration comes too late").toBeUndefined();
  });

  test("must be a function", () => {
    const on_first_run = "console.log" as never;
    expect(() => createAuth({ on_first_run }, testRuntime())).toThrow(StartError);
  });
});

describe("without a callback", () => {
  const noted = (place: PrivateNote["place"]) => {
    const texts: string[] = [];
    const events: string[] = [];
    const note = async (name: string): Promise<PrivateNote> => {
      events.push(name);
      return {
        place,
        path: "/data/first-run.txt",
        write: async (text) => void texts.push(text),
        discard: async () => void events.push("discard"),
      };
    };
    return { texts, events, note };
  };

  test.each(["terminal", "file"] as const)("a %s gets them, the log does not", async (place) => {
    const { texts, events, note } = noted(place);
    const runtime = { ...testRuntime(), note };
    const auth = createAuth({ encryption: { key: KEY } }, runtime);
    await auth.ready;
    await auth.close();
    expect(texts).toHaveLength(1);
    expect(events).toEqual(["first-run.txt"]);
    const [, password = ""] = /Administrator +admin +(\S+)/.exec(texts[0] ?? "") ?? [];
    expect(password).toMatch(GENERATED);
    expect(everything(runtime)).not.toContain(password);
    expect(everything(runtime).includes("/data/first-run.txt")).toBe(place === "file");
  });

  test("no place for them: the start ends before anything is sealed", async () => {
    await using database = await keptDatabase();
    const { openSql } = database;
    const auth = createAuth({ encryption: { key: KEY } }, testRuntime({ openSql }));
    await expect(auth.ready).rejects.toThrow(/give on_first_run or first_run\.admin_password$/);
    await using next = start({}, testRuntime({ openSql }));
    await next.auth.ready;
    expect(next.credentials).toHaveLength(1);
  });
});

describe("a declared administrator", () => {
  test("is told nowhere, and signs in", async () => {
    const runtime = testRuntime();
    await using first = start(
      { first_run: { admin_name: "ada", admin_password: PASSWORD } },
      { ...runtime, note: () => Promise.reject(new Error("there is nothing to note")) },
    );
    await first.auth.ready;
    const [told] = first.credentials;
    expect(told?.admin).toEqual({ alias: "ada" });
    await signIn(first, told, PASSWORD);
    expect(everything(runtime)).not.toContain(PASSWORD);
    const quiet = createAuth(
      { encryption: { key: KEY }, first_run: { admin_password: PASSWORD } },
      testRuntime(),
    );
    await quiet.ready;
    await quiet.close();
  });

  test("may bring the hash instead of the password", async () => {
    const runtime = testRuntime();
    const hash = await runtime.passwords.hash(PASSWORD);
    await using first = start({ first_run: { admin_password: hash } }, runtime);
    await first.auth.ready;
    await signIn(first, first.credentials[0], PASSWORD);
    await expect(signIn(first, first.credentials[0], hash)).rejects.toThrow();
  });

  test.each([
    [{ admin_password: "hunter2" }, "first_run.admin_password: must be at least 8 characters"],
    [{ admin_name: "a,b" }, "first_run.admin_name: must not contain a comma"],
    [
      { admin_name: "Login" },
      "first_run.admin_name: Login is a name that the first run gives away",
    ],
    [{ admin_name: "api-key:x" }, "first_run.admin_name: must not start with api-key:"],
  ])("%j stops the start, and nothing is written", async (first_run, message) => {
    await using database = await keptDatabase();
    const { openSql } = database;
    const runtime = testRuntime({ openSql });
    await using refused = start({ first_run }, runtime);
    await expect(refused.auth.ready).rejects.toThrow(message);
    expect(everything(runtime)).not.toContain("hunter2");
    await using next = start({}, testRuntime({ openSql }));
    await next.auth.ready;
    expect(next.credentials).toHaveLength(1);
  });
});

describe("what is left as it is", () => {
  test("the mode open: the plane is open, as the application asked", async () => {
    await using open = start({ first_run: { mode: "open" } });
    await open.auth.ready;
    expect(open.credentials).toEqual([]);
    expect(await ask(open.auth, "/v1/settings")).toBe(200);
  });

  test("the public surface: the instance with the whole service seals", async () => {
    await using edge = start({ surface: "public" });
    await edge.auth.ready;
    expect(edge.credentials).toEqual([]);
  });

  test.each([
    ["PUT", "/oauth/clients/app", { config: { client_secret: "a-secret-of-the-application" } }],
    ["POST", "/permissions", { name: "admin" }],
    ["POST", "/roles", { name: "admin" }],
    ["PUT", "/settings/token", { value: {} }],
  ])("a database that was used: %s %s", async (method, path, body) => {
    await using database = await keptDatabase();
    const { openSql } = database;
    {
      await using former = start({ first_run: { mode: "open" } }, testRuntime({ openSql }));
      const made = await former.auth.fetch(
        new Request(`${ORIGIN}/auth/v1${path}`, {
          method,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      );
      expect(made.status, await made.text()).toBe(200);
    }
    await using now = start({}, testRuntime({ openSql }));
    await now.auth.ready;
    expect(now.credentials).toEqual([]);
    expect(await ask(now.auth, "/v1/settings")).toBe(200);
  });
});
