/** Snippets of the console are those of the documentation, whose programs are run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROTECT } from "../../../console/pages/docs/protect.ts";
import { SIGN_IN } from "../../../console/pages/docs/sign-in.ts";
import { filled } from "../../../console/pages/docs/snippet.ts";

const DOCS = join(import.meta.dirname, "../../../docs");

/** What the pages of `docs/` have where a snippet has the addresses of its reader. */
const PRINTED: Readonly<Record<string, readonly [issuer: string, client: string]>> = {
  oauth4webapi: ["http://127.0.0.1:8080/auth/oauth2", "board"],
  curl: ["https://id.example.com/auth/oauth2", "demo"],
};

test.each([...SIGN_IN, ...PROTECT])("every line of $id is in its page", (snippet) => {
  const page = readFileSync(join(DOCS, snippet.page), "utf8").replaceAll("DEMO_", "CLIENT_");
  const [issuer, client] = PRINTED[snippet.id] ?? ["http://127.0.0.1:8080/auth/oauth2", "notes"];
  const lines = new Set(page.split("\n").map((line) => line.trim()));
  const text = filled(snippet, { issuer, client, service: "127.0.0.1:3000" });
  const missing = text.split("\n").filter((line) => line.trim() !== "" && !lines.has(line.trim()));
  expect(missing).toEqual([]);
  expect(text).not.toContain("%");
});

test.each(PROTECT.filter(({ id }) => ["nginx", "traefik", "caddy"].includes(id)))(
  "$id leaves no header out that its page sets or removes",
  (snippet) => {
    const text = filled(snippet, { issuer: "", client: "", service: "127.0.0.1:3000" });
    expect(readFileSync(join(DOCS, snippet.page), "utf8")).toContain(`\n${text}\n\`\`\`\n`);
  },
);

test("a client ID cannot break out of its quotes or lines", () => {
  const addresses = { issuer: "https://a", service: "b" };
  const [snippet = { id: "", label: "", page: "", text: "" }] = SIGN_IN;
  const text = filled(snippet, { ...addresses, client: "a\"'`\n$\u007bx}%ISSUER%$&" });
  expect(text).toContain('"a{x}ISSUER&", process.env');
});
