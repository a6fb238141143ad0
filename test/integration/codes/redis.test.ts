/** The Redis store against the contract on a stand-alone server: keys, values, access, TLS. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRedisConnector } from "../../../src/adapters/drivers/redis.ts";
import { RedisCodes } from "../../../src/codes/redis.ts";
import type { ParsedRedis, RedisClient } from "../../../src/runtime.ts";
import {
  redisMissing,
  redisOptions,
  startRedis,
  type TestRedis,
  withRedis,
} from "../../support/redis.ts";
import { capturingLogger, type LogLine } from "../../support/runtime.ts";
import { CODE, FLOW, id, MINUTE, storeContract } from "./store-contract.ts";

const lines: LogLine[] = [];
const log = capturingLogger(lines);
const connect = createRedisConnector(log);
const pem = (name: string) =>
  fileURLToPath(new URL(`../adapters/fixtures/${name}`, import.meta.url));
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe.skipIf(redisMissing)(withRedis("stand-alone Redis"), () => {
  let server: TestRedis;
  const clients: RedisClient[] = [];
  const codes: RedisCodes[] = [];
  const store = (options: ParsedRedis, prefix: string) => {
    const client = connect(options);
    clients.push(client);
    return new RedisCodes(client, prefix, log);
  };

  beforeAll(async () => {
    server = await startRedis();
    const options = redisOptions([server.address], { client_name: "postern-test" });
    codes.push(store(options, "post:"), store(options, "post:"));
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  });
  const at = (index: number) => codes[index] as RedisCodes;

  storeContract("the contract, two clients", () => ({ one: at(0), other: at(1) }));

  test("a code is <prefix>code_<id>, base64 of JSON, with a time to live (6.7)", async () => {
    const code = id();
    await at(0).put("oauth_code", code, CODE, MINUTE);
    const key = `post:code_${code}`;
    const value = await server.cli("get", key);
    expect(JSON.parse(Buffer.from(value, "base64").toString())).toEqual(CODE);
    expect(Buffer.from(value, "base64").toString("base64")).toBe(value);
    const left = Number(await server.cli("pttl", key));
    expect(left).toBeGreaterThan(58_000);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  test("an empty prefix keeps code_<id>", async () => {
    const code = id();
    await store(redisOptions([server.address]), "").put("oauth_code", code, CODE, MINUTE);
    expect(await server.cli("exists", `code_${code}`)).toBe("1");
  });

  test("a code that another component wrote is taken (6.7)", async () => {
    const code = "q8Zk1_-yTa0JmB2rWcXw3A"; // 16 bytes as base64url
    const theirs = { alias: "ada", scope: null, nonce: "", client_id: "web", remember_me: false };
    const value = Buffer.from(JSON.stringify(theirs)).toString("base64");
    await server.cli("set", `post:code_${code}`, value, "EX", "10");
    expect(await at(0).take("oauth_code", code)).toEqual({ ...theirs, scope: [], resources: [] });
    expect(await server.cli("exists", `post:code_${code}`)).toBe("0");
  });

  test("C-5: every other kind has a hashed id, and a change keeps its time to live", async () => {
    const flow = id();
    await at(0).put("authorize", flow, FLOW, MINUTE);
    const key = `post:authorize_${sha256(flow)}`;
    expect(JSON.parse(await server.cli("get", key))).toEqual(FLOW);
    await server.cli("pexpire", key, "30000");
    await at(1).claim(flow, "u");
    expect(Number(await server.cli("pttl", key))).toBeLessThanOrEqual(30_000);
    expect(Number(await server.cli("pttl", key))).toBeGreaterThan(25_000);
    expect(await server.cli("keys", `*${flow}*`)).toBe("");
  });

  test("what does not parse is no entry; the log names the kind and never the id", async () => {
    lines.length = 0;
    for (const value of ["not base64!", btoa("not json"), btoa('{"alias":7}'), ""]) {
      const code = id();
      await server.cli("set", `post:code_${code}`, value);
      expect(await at(0).get("oauth_code", code)).toBeUndefined();
      expect(await at(0).take("oauth_code", code)).toBeUndefined();
      expect(JSON.stringify(lines)).not.toContain(code);
    }
    expect(lines).toHaveLength(8);
    expect(lines[0]).toMatchObject({ level: "warn", fields: { kind: "oauth_code" } });
  });

  test("one connection per store, with the client name", async () => {
    const names = (await server.cli("client", "list")).match(/name=postern-test/g);
    expect(names).toHaveLength(2);
  });

  test("a reply that is an error is unavailable, and no error quotes id or value", async () => {
    const flow = id();
    await server.cli("lpush", `post:authorize_${sha256(flow)}`, "x");
    const failed = await at(0)
      .take("authorize", flow)
      .catch((error: Error) => error);
    expect(failed).toMatchObject({ code: "unavailable", cause: { message: /WRONGTYPE/ } });
    const { cause } = failed as Error;
    expect(JSON.stringify({ ...(cause as object) })).not.toContain("authorize_");
  });

  test("a closed store is unavailable and reaches no server", async () => {
    const client = connect(redisOptions([server.address], { client_name: "short" }));
    const closed = new RedisCodes(client, "", log);
    await closed.get("authorize", id());
    await client.close();
    await expect(closed.get("authorize", id())).rejects.toMatchObject({ code: "unavailable" });
    expect(await server.cli("client", "list")).not.toContain("name=short");
  });
});

describe.skipIf(redisMissing)(withRedis("access to Redis"), () => {
  const access = async (
    server: TestRedis,
    more: Partial<ParsedRedis>,
    address = [server.address],
  ) => {
    const client = connect(redisOptions(address, more));
    const codes = new RedisCodes(client, "", log);
    const code = id();
    try {
      await codes.put("oauth_code", code, CODE, MINUTE);
      return (await codes.take("oauth_code", code))?.alias;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.close();
    }
  };

  test("password and user; a wrong one is unavailable and is not in the log", async () => {
    const server = await startRedis({
      words: ["--requirepass", "sesame-1"],
      cli: ["-a", "sesame-1", "--no-auth-warning"],
    });
    // As narrow as an account can be: no INFO, so CLUSTER INFO answers.
    const rights = "+ping +set +get +getdel +eval +cluster|info";
    await server.cli("acl", "setuser", "ada", "on", ">sesame-2", "~code_*", ...rights.split(" "));
    lines.length = 0;

    expect(await access(server, { password: "sesame-1" })).toBe("ada@example.com");
    expect(await access(server, { username: "ada", password: "sesame-2" })).toBe("ada@example.com");
    expect(await access(server, {})).toBe("unavailable");
    expect(await access(server, { password: "sesame-3" })).toBe("unavailable");
    expect(await access(server, { username: "ada", password: "sesame-4" })).toBe("unavailable");
    const logged = JSON.stringify(lines, (_, value) =>
      value instanceof Error ? { ...value, message: value.message } : value,
    );
    expect(logged).toMatch(/WRONGPASS/);
    expect(logged).not.toMatch(/sesame/);
    await server.stop();
  });

  test("TLS with a client certificate; an unknown authority or no certificate is refused", async () => {
    const files = { cert_file: pem("client.pem"), key_file: pem("client.key.pem") };
    const trust = { ca_file: pem("root.pem") };
    const server = await startRedis({
      tls: true,
      words: [
        ...["--tls-cert-file", pem("server.pem"), "--tls-key-file", pem("server.key.pem")],
        ...["--tls-ca-cert-file", pem("root.pem"), "--tls-auth-clients", "yes"],
      ],
      cli: [
        ...["--tls", "--cacert", pem("root.pem")],
        ...["--cert", pem("client.pem"), "--key", pem("client.key.pem")],
      ],
    });
    const none = { enabled: true, cert_file: "", key_file: "", ca_file: "" };

    expect(await access(server, { tls: { ...none, ...files, ...trust } })).toBe("ada@example.com");
    const named = [`localhost:${server.port}`];
    expect(await access(server, { tls: { ...none, ...files, ...trust } }, named)).toBe(
      "ada@example.com",
    );
    expect(await access(server, { tls: { ...none, ...files } }), "authority").toBe("unavailable");
    expect(await access(server, { tls: { ...none, ...trust } }), "no identity").toBe("unavailable");
    expect(await access(server, {}), "plain").toBe("unavailable");
    lines.length = 0;
    const missing = { ...none, ca_file: "/nowhere/ca.pem" };
    expect(await access(server, { tls: missing }), "no file").toBe("unavailable");
    expect(String(lines[0]?.fields.error)).toMatch(/tls\.ca_file: cannot read \/nowhere\/ca\.pem/);
    await server.stop();
  });

  test("stand-alone is the first address alone, so that instances agree", async () => {
    const [first, second] = [await startRedis(), await startRedis()];
    const both = [first.address, second.address];
    expect(await access(first, {}, both)).toBe("ada@example.com");
    await first.kill();
    expect(await access(first, {}, both)).toBe("unavailable");
    await Promise.all([first.stop(), second.stop()]);
  });
});
