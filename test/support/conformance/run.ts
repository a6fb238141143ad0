/** Runs every module of every plan against a world. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { basicModules } from "./modules-basic.ts";
import { dynamicModules } from "./modules-dynamic.ts";
import { logoutModules } from "./modules-logout.ts";
import { type ModuleName, PLANS, type Plan } from "./plans.ts";
import { Suite } from "./suite.ts";
import type { World } from "./world.ts";

/** The compiler names a module that a plan has and that is missing here. */
const MODULES: Readonly<Record<ModuleName, (suite: Suite) => Promise<void>>> = {
  ...basicModules,
  ...dynamicModules,
  ...logoutModules,
};

const PLANS_BY_NAME: readonly (readonly [string, Plan])[] = Object.entries(PLANS);

/** @param left modules that cannot run there */
export function conformance(start: () => Promise<World>, left: readonly ModuleName[] = []): void {
  let world: World;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world[Symbol.asyncDispose]());
  for (const [
    plan,
    { registrations, modules, dynamic = [], responseMode = "default" },
  ] of PLANS_BY_NAME) {
    for (const registration of registrations) {
      const names = [...modules, ...(registration === "dynamic_client" ? dynamic : [])];
      describe(`${plan}, ${registration}`, () => {
        for (const name of names as ModuleName[]) {
          if (left.includes(name)) continue;
          test(name, () => MODULES[name](new Suite(world, registration, responseMode)));
        }
      });
    }
  }
}
