/** What a directory that lies, breaks off or is none can do to the process and to what it reads (D-4, D-5, R-14). */
import { afterEach, describe, expect, test } from "vitest";
import { createLdapConnector } from "../../../src/adapters/drivers/ldap.ts";
import type { LdapSearch } from "../../../src/runtime/ldap.ts";
import {
  type AskedMessage,
  BIND,
  EXTENDED,
  entry,
  result,
  type ScriptedDirectory,
  SEARCH,
  scriptedDirectory,
} from "../../support/scripted-directory.ts";

const { connect } = createLdapConnector();
const BASE = "dc=example,dc=com";
const WANTED: LdapSearch = {
  base: BASE,
  filter: "(objectClass=*)",
  attributes: ["member"],
  limit: 1_000,
};

let directory: ScriptedDirectory | undefined;
afterEach(async () => {
  await directory?.stop();
  directory = undefined;
});

async function searched(
  answer: (message: AskedMessage, round: number) => void,
  wanted: Partial<LdapSearch> = {},
) {
  let round = 0;
  directory = await scriptedDirectory((message) => answer(message, ++round));
  const open = await connect({ url: directory.url });
  try {
    return await open.search({ ...WANTED, ...wanted });
  } finally {
    open.close();
  }
}

const failure = (fault: string, text: RegExp) =>
  expect.objectContaining({
    name: "DirectoryFailure",
    fault,
    message: expect.stringMatching(text),
  });

describe("pages", () => {
  test("D-5: a page without entries is not the last one while the server has more", async () => {
    const found = await searched((message, round) => {
      const { socket } = message;
      if (round === 1) socket.write(entry(message, `cn=a,${BASE}`, { member: ["x"] }));
      if (round === 4) socket.write(entry(message, `cn=b,${BASE}`, { member: ["y"] }));
      socket.write(result(message, 0, { cookie: round < 4 ? `page ${round}` : "" }));
    });
    expect(found.map(({ dn }) => dn)).toEqual([`cn=a,${BASE}`, `cn=b,${BASE}`]);
  });

  test("D-5: a server that stops in the middle of paging gives nothing", async () => {
    const asked = searched((message, round) => {
      if (round === 2) return void message.socket.destroy();
      message.socket.write(entry(message, `cn=a,${BASE}`, { member: ["x"] }));
      message.socket.write(result(message, 0, { cookie: "more" }));
    });
    await expect(asked).rejects.toEqual(failure("unreachable", /closed/));
  });

  test("D-5: an answer that is cut short by a limit gives nothing", async () => {
    for (const [status, name] of [
      [3, "timeLimitExceeded"],
      [4, "sizeLimitExceeded"],
      [11, "adminLimitExceeded"],
    ] as const) {
      const asked = searched((message) => {
        message.socket.write(entry(message, `cn=a,${BASE}`, { member: ["x"] }));
        message.socket.write(result(message, status));
      });
      await expect(asked).rejects.toEqual(failure("refused", new RegExp(name)));
      await directory?.stop();
    }
  });

  test("pages without an end, and entries without an end, end", async () => {
    const pages = searched(
      (message) => void message.socket.write(result(message, 0, { cookie: "again" })),
    );
    await expect(pages).rejects.toEqual(failure("malformed", /no end/));
    await directory?.stop();
    const entries = searched(
      (message) => {
        const one = entry(message, `cn=a,${BASE}`, { member: ["x"] });
        for (let count = 0; count < 50; count++) message.socket.write(one);
      },
      { limit: 5 },
    );
    await expect(entries).rejects.toEqual(failure("malformed", /no LDAP/));
  });
});

describe("ranges", () => {
  test("D-4: values that come in ranges are read to their end", async () => {
    const [group] = await searched((message, round) => {
      const ranges = [
        { member: [], "member;range=0-1": ["a", "b"] },
        { "member;range=2-3": ["c", "d"] },
        { "member;range=4-*": ["e"] },
      ];
      message.socket.write(
        entry(message, `cn=large,${BASE}`, ranges[round - 1] as Record<string, string[]>),
      );
      message.socket.write(result(message));
    });
    expect(group?.attributes.member).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("D-5: a range that is missing, or does not go on, gives nothing", async () => {
    for (const second of [{}, { "member;range=0-1": ["a", "b"] }]) {
      const asked = searched((message, round) => {
        const first = { "member;range=0-1": ["a", "b"] };
        if (round === 1 || Object.keys(second).length > 0) {
          const values = round === 1 ? first : second;
          message.socket.write(entry(message, `cn=large,${BASE}`, values));
        }
        message.socket.write(result(message));
      });
      await expect(asked).rejects.toEqual(failure("malformed", /ended in the middle/));
      await directory?.stop();
    }
  });
});

describe("what is no LDAP", () => {
  const LIES: Readonly<Record<string, readonly number[]>> = {
    "text of another protocol": [...Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    "a length of 4 GiB": [0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02],
    "an indefinite length": [0x30, 0x80, 0x02, 0x01, 0x02, 0x00, 0x00],
    "an entry whose list is longer than the message": [
      ...[0x30, 0x0c, 0x02, 0x01, 0x01, 0x64, 0x07, 0x04, 0x01, 0x61, 0x30, 0x7f, 0x30, 0x00],
    ],
    "an attribute that is cut in the middle": [
      ...[0x30, 0x0d, 0x02, 0x01, 0x01, 0x64, 0x08, 0x04, 0x01, 0x61, 0x30, 0x03, 0x30, 0x02, 0x04],
    ],
    "values that are no set": [
      ...[0x30, 0x11, 0x02, 0x01, 0x01, 0x64, 0x0c, 0x04, 0x01, 0x61, 0x30, 0x07],
      ...[0x30, 0x05, 0x04, 0x01, 0x62, 0x04, 0x00],
    ],
    "an operation that was not asked for": [0x30, 0x05, 0x02, 0x01, 0x01, 0x6b, 0x00],
  };

  test.each(Object.entries(LIES))(
    "R-14: %s is refused, and nothing of it is told",
    async (_, bytes) => {
      const asked = searched((message) => void message.socket.write(Buffer.from(bytes)));
      const error = await asked.then(
        () => undefined,
        (cause) => cause,
      );
      expect(error).toEqual(failure("malformed", /^the answer is no LDAP$/));
    },
  );

  test("the text that a server sends with its refusal is not told", async () => {
    const asked = searched(
      (message) =>
        void message.socket.write(result(message, 1, { text: "internal host 10.0.0.7" })),
    );
    await expect(asked).rejects.toEqual(
      failure("refused", /^the directory answered operationsError \(1\)$/),
    );
  });

  test("messages in single bytes, and many in one piece, are read alike", async () => {
    const found = await searched((message) => {
      const bytes = Buffer.concat([
        entry(message, `cn=a,${BASE}`, { member: ["ä".repeat(200)] }),
        entry({ id: message.id + 7 }, `cn=other,${BASE}`, { member: ["not asked for"] }),
        entry(message, `cn=b,${BASE}`, { member: ["y"] }),
        result(message),
      ]);
      for (const byte of bytes.subarray(0, 300)) message.socket.write(Buffer.from([byte]));
      message.socket.write(bytes.subarray(300));
    });
    expect(found.map(({ attributes }) => attributes.member?.[0])).toEqual(["ä".repeat(200), "y"]);
  });
});

describe("binds and StartTLS", () => {
  test("D-2: nothing is sent for a bind without name or password", async () => {
    directory = await scriptedDirectory((message) => void message.socket.write(result(message)));
    const open = await connect({ url: directory.url });
    await expect(open.bind("cn=a", "")).rejects.toThrow(TypeError);
    await expect(open.bind("", "secret")).rejects.toThrow(TypeError);
    expect(directory.asked).toEqual([]);
    expect(await open.bind("cn=a", "secret")).toBe(true);
    expect(directory.asked).toEqual([BIND]);
    open.close();
  });

  test("plain text behind the answer to StartTLS does not count, and no bind follows", async () => {
    directory = await scriptedDirectory((message) => {
      // A person in the middle adds an answer of their own before encryption begins.
      const injected = result({ id: message.id + 1, operation: BIND });
      message.socket.write(Buffer.concat([result(message), injected.subarray(0, 5)]));
    });
    const asked = connect({ url: directory.url, startTls: true });
    await expect(asked).rejects.toEqual(failure("malformed", /no LDAP/));
    expect(directory.asked).toEqual([EXTENDED]);
  });

  test("a directory without StartTLS is told no password", async () => {
    directory = await scriptedDirectory((message) => void message.socket.write(result(message, 2)));
    const asked = connect({ url: directory.url, startTls: true });
    await expect(asked).rejects.toEqual(failure("refused", /protocolError \(2\)/));
    expect(directory.asked).toEqual([EXTENDED]);
  });

  test("after the end of a connection nothing is sent on another one", async () => {
    directory = await scriptedDirectory((message) => {
      if (message.operation === SEARCH) message.socket.destroy();
      else message.socket.write(result(message));
    });
    const open = await connect({ url: directory.url });
    await open.bind("cn=a", "secret");
    await expect(open.search(WANTED)).rejects.toEqual(failure("unreachable", /closed/));
    await expect(open.search(WANTED)).rejects.toEqual(failure("unreachable", /closed/));
    await expect(open.bind("cn=a", "secret")).rejects.toEqual(failure("unreachable", /closed/));
    expect(directory.asked).toEqual([BIND, SEARCH]);
  });
});
