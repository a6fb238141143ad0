/** A member that names an algorithm of signatures, as JOSE spells it (RFC 7518 §3.1). */
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "../../std/public-jwk.ts";
import { oneOf, optionalString, refuse } from "./field.ts";

/** One of the algorithms; absent and empty are the fallback. */
export const algorithm = <F extends SignatureAlgorithm | "">(fallback: F) =>
  optionalString
    .transform((value, context): SignatureAlgorithm | F => {
      const name = value?.trim() ?? "";
      if (name === "") return fallback;
      const exact = SIGNATURE_ALGORITHMS.find((one) => one === name);
      return exact ?? refuse(context, oneOf(SIGNATURE_ALGORITHMS));
    })
    .meta({ default: fallback, enum: [...new Set([fallback, ...SIGNATURE_ALGORITHMS])] });
