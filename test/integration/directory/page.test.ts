/** docs/ldap.md as an operator does it: record, trial, sync, map; then sign-in and roles in the token. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../../protocol/docs/blocks.ts";
import { execFileSync } from "../../support/ended-programs.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";
import {
  GROUPS,
  groupEntry,
  READER,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";

const PAGE = "docs/ldap.md";

describe.skipIf(slapdMissing)(withSlapd(PAGE), () => {
  let slapd: TestSlapd;
  let server: RunningServer;
  let token: string;

  beforeAll(async () => {
    slapd = await startSlapd({
      people: ["grace"],
      groups: { developers: ["grace"] },
      tls: true,
    });
    server = await startServer();
    token = await adminToken(server);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await slapd?.stop();
  });

  /** A command of the page at this server and this directory. */
  function paste(name: string): string {
    const addr = '"addr": "ldaps://directory.example.com:636"';
    const here = `"addr": "${slapd.secureUrl}", "ca": ${JSON.stringify(slapd.ca)}`;
    const script = blockNamed(PAGE, name)
      .text.replaceAll("https://id.example.com", server.url)
      .replace(addr, here)
      .replaceAll("curl ", "curl -sS --fail-with-body ");
    return execFileSync("sh", ["-euc", script], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", TOKEN: token, READER_PASSWORD: READER.password },
    });
  }

  test("every command of the page works against a directory, and its answers are those of the page", async () => {
    expect(JSON.parse(paste("openldap")).payload.message).toBe("config saved");
    expect(JSON.parse(paste("trial"))).toEqual(JSON.parse(blockNamed(PAGE, "trial-answer").text));
    const report = JSON.parse(paste("sync"));
    expect(report).toMatchObject({
      message: { text: "users synced" },
      payload: { groups: 1, users_created: 1, roles_created: 1 },
    });
    expect(JSON.parse(paste("conflicts")).payload).toEqual([]);
    expect(paste("map")).toContain("lmap updated");
    expect(JSON.parse(paste("active-directory")).payload.message).toBe("config saved");
    // Its id comes first, so it would be the active one.
    await send(server, "DELETE", "/auth/v1/ldap/configs/corp", { bearer: token });
  });

  test("the person signs in at the login page, and a group that is left gives nothing more", async () => {
    const answer = await fetch(`${server.url}/login/auth/token/postern`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "grace", password: "grace's password" }),
    });
    expect(answer.status, await answer.text()).toBe(204);
    const roles = async () => {
      const asked = "/auth/v1/users?alias=grace";
      const { body } = await send(server, "GET", asked, { bearer: token });
      return body.payload[0].sync_role_ids;
    };
    expect(await roles()).toHaveLength(1);
    const other = { bearer: token, json: { force: false } };
    await slapd.add(groupEntry("others", [READER.username]));
    await slapd.remove(`cn=developers,${GROUPS}`);
    const { status, text } = await send(server, "POST", "/auth/v1/ldap/sync", other);
    expect(status, text).toBe(200);
    expect(await roles()).toEqual([]);
  });
});
