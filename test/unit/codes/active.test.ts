import { expect, test } from "vitest";
import { ActiveCodes } from "../../../src/codes/active.ts";
import { AuthError } from "../../../src/errors.ts";
import { parseOptions } from "../../../src/options.ts";
import type { Store } from "../../../src/store/store.ts";

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const runtime = { clock: { now: () => 0 }, log };

test("C-3: with unreadable settings there is no store, and nothing is defaulted", async () => {
  const settings = () => {
    throw new AuthError("unavailable", "settings namespace cache cannot be read");
  };
  const codes = new ActiveCodes({
    options: parseOptions({}),
    runtime,
    store: {} as Store,
    settings,
  });
  await expect(codes.take("oauth_code", "x")).rejects.toMatchObject({ code: "unavailable" });
});

test("a static store does not need the settings", async () => {
  const settings = () => {
    throw new AuthError("unavailable", "settings namespace cache cannot be read");
  };
  const options = parseOptions({ cache: { code_store: { active: "memory" } } });
  const codes = new ActiveCodes({ options, runtime, store: {} as Store, settings });
  expect(await codes.take("oauth_code", "x")).toBeUndefined();
});
