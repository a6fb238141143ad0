import { describe, expect, test } from "vitest";
import { passwordFault } from "../../../src/cli/hash-password.ts";
import { main } from "../../../src/cli/main.ts";
import type { Terminal } from "../../../src/cli/terminal.ts";
import { decodeBase64 } from "../../../src/std/base64.ts";

interface Situation {
  readonly env?: Record<string, string>;
  readonly files?: Record<string, string>;
  readonly secret?: string;
  readonly breaks?: Error;
}

async function run(
  argv: readonly string[],
  { env = {}, files = {}, secret = "", breaks }: Situation = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    env,
    cwd: "/srv",
    interactive: false,
    readFile: (path) => {
      if (breaks) throw breaks;
      return files[path];
    },
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    secret: async () => {
      if (breaks) throw breaks;
      return secret;
    },
  };
  const code = await main(argv, terminal);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

describe("config check", () => {
  const file = `
auth:
  prefix_path: id/
  database:
    dsn: postgres://app:hunter2@db.test/auth?sslmode=require
    migration:
      dsn: postgres://owner:hunter2@db.test/auth
      values: { role_password: hunter2 }
  encryption: { key: hunter2 }
  cache:
    code_store: { active: redis, redis: { address: [r:6379], password: hunter2 } }
  session_providers:
    host_replacements: { "id.test:443": localhost }
`;
  const files = { "/srv/postern.yaml": file };

  test("P-7: prints the configuration in effect with secrets masked", async () => {
    const { code, out, err } = await run(["config", "check"], { files });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).not.toContain("hunter2");
    for (const line of [
      "  prefix_path: /id # postern.yaml",
      "    dsn: postgres://app:********@db.test/auth?sslmode=require # postern.yaml",
      "      dsn: postgres://owner:********@db.test/auth # postern.yaml",
      '        role_password: "********" # postern.yaml',
      '    key: "********" # postern.yaml',
      '        password: "********" # postern.yaml',
      "      id.test:443: localhost # postern.yaml",
      "    max_open_conns: 5",
      "    conn_max_lifetime: 15m0s",
      "  format: json",
      "data_dir: ./data",
    ]) {
      expect(out.split("\n")).toContain(line);
    }
  });

  test("names where each other value comes from", async () => {
    const { out } = await run(
      ["config", "check", "--port", "1", "--set", "ldap.disable_sync=true"],
      {
        env: { POSTERN_LOG__LEVEL: "warn", POSTERN_SERVER__TRUSTED_PROXIES: "::1,10.0.0.1" },
      },
    );
    for (const line of [
      "  port: 1 # flag --port",
      "    disable_sync: true # flag --set ldap.disable_sync",
      "  level: warn # environment variable POSTERN_LOG__LEVEL",
      '  trusted_proxies: [ "::1", 10.0.0.1 ] # environment variable POSTERN_SERVER__TRUSTED_PROXIES',
    ]) {
      expect(out.split("\n").map((shown) => shown.replace(/"?::1"?/, '"::1"'))).toContain(line);
    }
  });

  test("C-6: a password in the query of a DSN is masked too", async () => {
    const { out } = await run(
      ["config", "check", "--database-dsn", "postgres://db/x?user=a&password=hunter2"],
      { env: { POSTERN_ENCRYPTION__KEY: "hunter2" } },
    );
    expect(out).toContain("postgres://db/x?user=a&password=********");
    expect(out).not.toContain("hunter2");
  });

  test("says every fault on a line of its own and exits with 1", async () => {
    const { code, out, err } = await run(["config", "check"], {
      files: { "/srv/postern.yaml": "servr: 1\nlog: { level: loud }" },
    });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err.split("\n")).toEqual([
      "postern: servr: is not a known key; did you mean server? (postern.yaml)",
      "postern: log.level: must be one of debug, info, warn, error (postern.yaml)",
    ]);
  });
});

test("keygen prints 32 random bytes in base64", async () => {
  const [first, second] = await Promise.all([run(["keygen"]), run(["keygen"])]);
  expect(first.code).toBe(0);
  expect(decodeBase64(first.out)?.length).toBe(32);
  expect(first.out).not.toBe(second.out);
});

describe("E-1: hash-password", () => {
  test.each([
    ["seven77", "a password must be at least 8 characters"],
    ["🔑🔑🔑🔑🔑🔑🔑", "a password must be at least 8 characters"],
    ["x".repeat(73), "a password must be at most 72 bytes"],
    ["é".repeat(37), "a password must be at most 72 bytes"],
    ["eight\u0000888", "a password must not contain NUL"],
    ["two lines\nof text", "a password is one line"],
  ])("%j is refused", async (secret, message) => {
    expect(await run(["hash-password"], { secret })).toEqual({
      code: 1,
      out: "",
      err: `postern: ${message}`,
    });
  });

  test.each(["eight888", "x".repeat(72), "é".repeat(36), "🔑".repeat(8)])(
    "%j is fine",
    (password) => {
      expect(passwordFault(password)).toBeUndefined();
    },
  );

  test("never takes the password from an argument", async () => {
    const { code, err } = await run(["hash-password", "hunter2hunter2"], { secret: "eight888" });
    expect(code).toBe(2);
    expect(err).toBe("postern: the password is read from standard input, never from an argument");
  });
});

describe("the command line", () => {
  test.each(["--version", "-V"])("%s", async (flag) => {
    const { code, out } = await run([flag]);
    expect(code).toBe(0);
    expect(out).toMatch(/^postern \d+\.\d+\.\d+/);
  });

  test.each([["help"], ["--help"], ["-h"]])("%s lists every command", async (word) => {
    const { code, out } = await run([word]);
    expect(code).toBe(0);
    for (const name of ["serve", "migrate", "config check", "keygen", "hash-password", "help"]) {
      expect(out).toContain(`\n  ${name} `);
    }
  });

  test.each(["serve", "migrate", "config check", "keygen", "hash-password"])(
    "help %s is the same as %s --help",
    async (name) => {
      const words = name.split(" ");
      const [asked, flagged] = await Promise.all([
        run(["help", ...words]),
        run([...words, "--help"]),
      ]);
      expect(asked.out).toContain(`Usage: postern ${name}`);
      expect(flagged).toEqual(asked);
    },
  );

  test.each([
    [[], 'which command? "postern help" lists them'],
    [["sevre"], "there is no command sevre; did you mean serve?"],
    [["serv", "--port", "1"], "there is no command serv; did you mean serve?"],
    [["hash-passwd"], "there is no command hash-passwd; did you mean hash-password?"],
    [["config"], "there is no command config; did you mean config check?"],
    [["config", "chek"], "there is no command config chek; did you mean config check?"],
    [["frobnicate", "all"], 'there is no command frobnicate; "postern help" lists them'],
    [["help", "kegen"], "there is no command kegen; did you mean keygen?"],
    [["toString"], 'there is no command toString; "postern help" lists them'],
    [["help", "nothing"], "there is no command nothing"],
    [["keygen", "--bits", "5"], "takes no arguments"],
    [["config", "check", "--nope"], "Unknown option '--nope'"],
    [["serve", "--set", "x=1"], "--set x: is not a known key"],
  ])("%j is misuse: exit code 2", async (argv, message) => {
    expect(await run(argv)).toEqual({ code: 2, out: "", err: `postern: ${message}` });
  });

  test("something unexpected is one line, with a stack only at debug level", async () => {
    const breaks = new Error("disk on fire");
    const plain = await run(["hash-password"], { breaks });
    expect(plain).toEqual({ code: 1, out: "", err: "postern: disk on fire" });
    const debug = await run(["hash-password"], { breaks, env: { POSTERN_LOG__LEVEL: "debug" } });
    expect(debug.err).toContain("main.test.ts");
  });
});
