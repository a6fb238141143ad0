/** The answer to a script that has signed a person in. */
import { setupForScript } from "./factor-setup-view.ts";
import { emptyReply, reply } from "./json-answer.ts";
import type { SignedIn } from "./signed-in.ts";
import type { Visit } from "./visit.ts";

/** 204, or 200 with what there is to say. */
export function answerSignedIn(visit: Visit, provider: string, signedIn: SignedIn): Response {
  const { recovery_codes_left, factor_setup } = signedIn;
  if (recovery_codes_left === undefined && !factor_setup) return emptyReply();
  const payload = {
    ...(recovery_codes_left !== undefined && { recovery_codes_left }),
    ...(factor_setup && { setup: setupForScript(visit, provider, factor_setup) }),
  };
  return reply({ payload });
}
