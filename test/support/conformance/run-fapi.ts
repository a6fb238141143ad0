/** Runs every module of the FAPI 2.0 plan against a world, once for each kind of client. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAPI2_MODULES, FAPI2_PLAN, type FapiVariant } from "./fapi-plan.ts";
import { FapiSuite } from "./fapi-suite.ts";
import type { World } from "./world.ts";

/** What the page asks an operator to turn on, and the proxy that tells certificates. */
async function turnOn({ admin }: World): Promise<void> {
  const put = async (name: string, value: object) => {
    const { status, text } = await admin("PUT", `/auth/v1/settings/${name}`, { value });
    expect(status, text).toBe(200);
  };
  const { body } = await admin("GET", "/auth/v1/settings/jwt");
  await put("jwt", { ...body.payload.value, algorithms: ["ES256"] });
  await put("mtls", {
    ...{ enabled: true, self_signed: true },
    ...{ cert_header: "X-Client-Cert", cert_verify_header: "X-Client-Verify" },
    trusted_proxy_cidrs: ["127.0.0.1/32"],
  });
}

/** @param left modules that cannot run there */
export function fapiConformance(start: () => Promise<World>, left: readonly string[] = []): void {
  let world: World;
  beforeAll(async () => {
    world = await start();
    await turnOn(world);
  });
  afterAll(() => world?.[Symbol.asyncDispose]());
  for (const [variant, modules] of Object.entries(FAPI2_MODULES)) {
    describe(`${FAPI2_PLAN}, ${variant}`, () => {
      for (const [name, run] of Object.entries(modules)) {
        if (left.includes(name)) continue;
        test(`fapi2-security-profile-final-${name}`, () =>
          run(new FapiSuite(world, variant as FapiVariant)));
      }
    });
  }
}
