import { describe, expect, test } from "vitest";
import { MemoryCodes } from "../../../src/codes/memory.ts";
import { durationOf } from "../../../src/std/duration.ts";

const FLOW = { client_id: "web", redirect_uri: "https://a.test", scope: [], resources: [] };
const CODE = { alias: "ada", scope: [], resources: [] };

function setup(most?: number) {
  let now = 1_000;
  const nothing = () => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const codes = new MemoryCodes({ clock: { now: () => now }, log }, most);
  return { codes, advance: (milliseconds: number) => (now += milliseconds) };
}

describe("memory store", () => {
  test("P-5: lives exactly as long as it was told", async () => {
    const { codes, advance } = setup();
    await codes.put("authorize", "a", FLOW, durationOf(100));
    advance(99);
    expect(await codes.get("authorize", "a")).toEqual(FLOW);
    advance(1);
    expect(await codes.get("authorize", "a")).toBeUndefined();
    expect(await codes.take("authorize", "a")).toBeUndefined();
  });

  test("N-11: holds no more than its bound; the oldest entry of the same kind goes", async () => {
    const { codes } = setup(3);
    await codes.put("oauth_code", "code", CODE, durationOf(1_000));
    for (const id of ["a", "b", "c", "d"]) {
      await codes.put("authorize", id, FLOW, durationOf(1_000));
    }
    expect(await codes.get("authorize", "a")).toBeUndefined();
    expect(await codes.get("authorize", "b")).toEqual(FLOW);
    expect(await codes.get("authorize", "d")).toEqual(FLOW);
    expect(await codes.get("oauth_code", "code"), "a flood stays in its kind").toEqual(CODE);
  });

  test("N-11: expired entries give way before live ones do", async () => {
    const { codes, advance } = setup(3);
    await codes.put("authorize", "old", FLOW, durationOf(10));
    await codes.put("authorize", "a", FLOW, durationOf(1_000));
    await codes.put("authorize", "b", FLOW, durationOf(1_000));
    advance(10);
    await codes.put("authorize", "c", FLOW, durationOf(1_000));
    for (const id of ["a", "b", "c"]) expect(await codes.get("authorize", id)).toEqual(FLOW);
  });

  test("shares no object with its callers", async () => {
    const { codes } = setup();
    const scope = ["openid"];
    await codes.put("authorize", "a", { ...FLOW, scope }, durationOf(1_000));
    scope.push("admin");
    const read = await codes.get("authorize", "a");
    read?.scope.push("admin");
    expect((await codes.take("authorize", "a"))?.scope).toEqual(["openid"]);
  });
});
