/** The files of docs/recipes.md, as far as reading goes: fail2ban is not asked. */
import { expect, test } from "vitest";
import { createLogger } from "../../../src/adapters/drivers/log.ts";
import { AuthError } from "../../../src/errors.ts";
import { logRefusal } from "../../../src/events/log-refusal.ts";
import { blockNamed } from "../../protocol/docs/blocks.ts";

const PAGE = "docs/recipes.md";
const block = (name: string) => blockNamed(PAGE, name).text;

/** A line of the log as a process writes it. */
function refusal(error: AuthError, network: string): string {
  const lines: string[] = [];
  const log = createLogger({ level: "info", format: "json", write: (line) => lines.push(line) });
  logRefusal(log, error, { method: "POST", path: "/auth/oauth2/token", network });
  return lines.join("");
}

test("the filter of fail2ban finds guesses, and who made them, in the lines of the log", () => {
  const failregex = /^failregex = (.+)$/m.exec(block("fail2ban-filter"))?.[1] ?? "";
  expect(failregex).toContain("<SUBNET>");
  const filter = new RegExp(failregex.replace("<SUBNET>", "(?<subnet>[0-9a-f.:]+(?:/\\d+)?)"));
  const found = (error: AuthError, network: string) =>
    filter.exec(refusal(error, network))?.groups?.subnet;
  const wrongPassword = () => new AuthError("invalid_grant", "password not match");
  expect(found(wrongPassword(), "203.0.113.7")).toBe("203.0.113.7");
  expect(found(wrongPassword(), "2001:db8:1:2::/64")).toBe("2001:db8:1:2::/64");
  const wrongSecret = new AuthError("invalid_client", "client authentication failed");
  expect(found(wrongSecret, "203.0.113.7")).toBe("203.0.113.7");
  expect(found(new AuthError("forbidden", "forbidden"), "203.0.113.7")).toBeUndefined();
});
