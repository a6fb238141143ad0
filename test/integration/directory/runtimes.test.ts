/** The connector on Node, Bun and Deno: pages, TLS and StartTLS, and certificates that are not trusted. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  PEOPLE,
  personEntry,
  READER,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";
import { RUNTIMES, runScript } from "../adapters/support.ts";

describe.skipIf(slapdMissing)(withSlapd("directories on each runtime"), () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    const people = Array.from({ length: 620 }, (_, index) =>
      personEntry({ uid: `person${index}` }),
    );
    slapd = await startSlapd({ entries: people.join("\n"), tls: true });
  });
  afterAll(() => slapd?.stop());

  test.each(RUNTIMES)(
    "%s: P-9: plain, ldaps and StartTLS; other certificates are refused",
    async (runtime) => {
      const { url, secureUrl, ca } = slapd;
      const asked = {
        servers: [{ url }, { url: secureUrl, ca }, { url, startTls: true, ca }],
        refused: [{ url: secureUrl }, { url, startTls: true }, { url: "ldap://127.0.0.1:24499" }],
        bind: READER,
        base: PEOPLE,
      };
      await using script = runScript(
        runtime,
        "../../directory/scripts/connection.ts",
        JSON.stringify(asked),
      );
      await script.line(/^done/);
      for (const line of [/^found 0/, /^found 1/, /^found 2/]) {
        expect(await script.line(line)).toMatch(/: false true 620$/);
      }
      expect(await script.line(/^refused 0/)).toBe("refused 0: tls");
      expect(await script.line(/^refused 1/)).toBe("refused 1: tls");
      expect(await script.line(/^refused 2/)).toBe("refused 2: unreachable");
      expect(await script.exit, "nothing keeps the process").toBe(0);
    },
  );
});
