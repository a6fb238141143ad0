/** A capability that the runtime lacks is a typed refusal, not a crash. */
import { describe, expect, test } from "vitest";
import { edgeRuntime } from "../../../src/adapters/edge/runtime.ts";
import { nodeRuntime } from "../../../src/adapters/node/runtime.ts";
import { AuthError, StartError } from "../../../src/errors.ts";
import { renderError } from "../../../src/http/endpoint/errors/render.ts";
import { type Capability, capability } from "../../../src/runtime/capability.ts";
import { toResponse } from "../../../src/web/reply.ts";

const edge = edgeRuntime();

describe("on a runtime without it", () => {
  test.each<[Capability, string]>([
    ["redis", "Redis is not available on this runtime"],
    ["folder", "file storage is not available on this runtime"],
    ["note", "a place for the first credentials is not available on this runtime"],
    ["mailer", "mail is not available on this runtime"],
    ["ldap", "LDAP is not available on this runtime"],
    ["xml", "XML signature checking is not available on this runtime"],
  ])("%s is refused with 503", (name, message) => {
    const ask = () => capability(edge, name);
    expect(ask).toThrow(AuthError);
    expect(ask).toThrow(expect.objectContaining({ code: "unavailable", status: 503, message }));
  });

  test("each family tells it in its own form", async () => {
    const error = new AuthError("unavailable", "LDAP is not available on this runtime");
    expect(() => capability(edge, "ldap")).toThrow(error);
    const request = new Request("https://id.example.com/auth/oauth2/token");
    const rendered = async (family: "service" | "oauth") => {
      const answer = toResponse(renderError(family, error, edge.log, request));
      return [answer.status, await answer.json()];
    };
    expect(await rendered("service")).toEqual([503, { message: error.message }]);
    expect(await rendered("oauth")).toEqual([
      503,
      { error: "temporarily_unavailable", error_description: error.message },
    ]);
  });

  test("a start says it in its own error", () => {
    const ask = () => capability(edge, "redis", (text) => new StartError(`session: ${text}`));
    expect(ask).toThrow(new StartError("session: Redis is not available on this runtime"));
  });
});

test("what is there is handed out as it is", () => {
  const node = nodeRuntime({ memory: true });
  expect(capability(node, "redis")).toBe(node.redis);
  expect(capability(node, "folder")).toBe(node.folder);
});
