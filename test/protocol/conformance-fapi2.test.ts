/** The plan of the FAPI 2.0 Security Profile, module by module, on Node in process (O-1). */
import { inProcess } from "../support/conformance/in-process.ts";
import { fapiConformance } from "../support/conformance/run-fapi.ts";
import type { World } from "../support/conformance/world.ts";

/** Codes end by the clock that is moved; a database has its own. */
async function withCodesInMemory(): Promise<World> {
  const world = await inProcess();
  await world.admin("PUT", "/auth/v1/settings/cache", {
    value: { code_store: { active: "memory" } },
  });
  return world;
}

fapiConformance(withCodesInMemory);
