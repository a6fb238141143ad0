/** The connector on Node, Bun and Deno: pages, TLS and StartTLS, and certificates that are not trusted. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AD_PEOPLE,
  AD_READER,
  adPerson,
  sambaMissing,
  startSamba,
  type TestSamba,
  withSamba,
} from "../../support/samba.ts";
import {
  PEOPLE,
  READER,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";
import { RUNTIMES, runScript } from "../adapters/support.ts";

const SCRIPT = "../../directory/scripts/connection.ts";

describe.skipIf(slapdMissing)(withSlapd("directories on each runtime"), () => {
  let slapd: TestSlapd;
  beforeAll(async () => {
    const people = Array.from({ length: 620 }, (_, index) => `person${index}`);
    slapd = await startSlapd({ people, tls: true });
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
      await using script = runScript(runtime, SCRIPT, JSON.stringify(asked));
      await script.line(/^done/);
      for (const line of [/^found 0/, /^found 1/, /^found 2/]) {
        expect(await script.line(line)).toMatch(/: false true 620 620$/);
      }
      expect(await script.line(/^refused 0/)).toBe("refused 0: tls");
      expect(await script.line(/^refused 1/)).toBe("refused 1: tls");
      expect(await script.line(/^refused 2/)).toBe("refused 2: unreachable");
      expect(await script.exit, "nothing keeps the process").toBe(0);
    },
  );
});

describe.skipIf(sambaMissing)(withSamba("an Active Directory on each runtime"), () => {
  let samba: TestSamba;
  beforeAll(async () => {
    samba = await startSamba(["grace", "linus"].map((account) => adPerson({ account })).join(""));
  });
  afterAll(() => samba?.stop());

  test.each(RUNTIMES)("%s: P-9: ldaps and StartTLS, and the same GUIDs", async (runtime) => {
    const { url, secureUrl, ca } = samba;
    const asked = {
      servers: [
        { url: secureUrl, ca },
        { url, startTls: true, ca },
      ],
      refused: [{ url: secureUrl }, { url, startTls: true }],
      bind: AD_READER,
      base: AD_PEOPLE,
      show: true,
    };
    await using script = runScript(runtime, SCRIPT, JSON.stringify(asked));
    await script.line(/^done/);
    expect(await script.line(/^found 0/)).toBe("found 0: false true 2 2");
    expect(await script.line(/^found 1/)).toBe("found 1: false true 2 2");
    expect(await script.line(/^refused 0/)).toBe("refused 0: tls");
    expect(await script.line(/^refused 1/)).toBe("refused 1: tls");
    const ids = (await script.line(/^ids /)).split(" ").slice(1);
    const entries = await Promise.all(ids.map((id) => samba.read(`<GUID=${id}>`, "cn")));
    expect(entries.flat().sort()).toEqual(["grace", "linus"]);
    expect(await script.exit, "nothing keeps the process").toBe(0);
  });
});
