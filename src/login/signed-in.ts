/** What a sign-in has to say, beyond its session. */
import type { FactorSetup } from "../errors.ts";

export interface SignedIn {
  /** Present when a recovery code stood in for the second factor. */
  readonly recovery_codes_left?: number;
  /** Of a factor that was set up just now; they are shown this one time. */
  readonly recovery_codes?: readonly string[];
  /** The person is to set a second factor up, and can put it off. */
  readonly factor_setup?: FactorSetup;
}

/** @param answer of the token endpoint */
export const signedInWith = (answer: {
  readonly recovery_codes_left?: unknown;
  readonly factor_setup?: unknown;
}): SignedIn => {
  const { recovery_codes_left: left, factor_setup } = answer;
  return {
    ...(typeof left === "number" && { recovery_codes_left: left }),
    // Of an instance in this process alone.
    ...(factor_setup !== undefined && { factor_setup: factor_setup as FactorSetup }),
  };
};
