/** The plan of the FAPI 2.0 Security Profile and its modules, under the official names without what they have in common (O-1). */
import type { FapiSuite } from "./fapi-suite.ts";
import { fapiModules } from "./modules-fapi.ts";
import { assertionModules, dpopModules } from "./modules-fapi-proofs.ts";

export const FAPI2_PLAN = "fapi2-security-profile-final-test-plan";

/** How clients prove themselves, and what their tokens are bound to. */
export type FapiVariant = "private_key_jwt, dpop" | "mtls, mtls";

type Modules = Readonly<Record<string, (suite: FapiSuite) => Promise<void>>>;

export const FAPI2_MODULES: Readonly<Record<FapiVariant, Modules>> = {
  "private_key_jwt, dpop": { ...fapiModules, ...assertionModules, ...dpopModules },
  "mtls, mtls": fapiModules,
};
