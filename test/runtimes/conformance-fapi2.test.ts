/** The plan of the FAPI 2.0 Security Profile, module by module, against the program on Bun (O-1). */
import { onBun } from "../support/conformance/on-bun.ts";
import { fapiConformance } from "../support/conformance/run-fapi.ts";

// There the clock is moved: `test/protocol/conformance-fapi2.test.ts`.
fapiConformance(onBun, [
  "ensure-token-endpoint-fails-with-expired-auth-code",
  "par-attempt-to-use-expired-request_uri",
]);
