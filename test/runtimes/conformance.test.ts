/** The plans of the OpenID Foundation's suite, module by module, against the program on Bun (O-1). */
import { onBun } from "../support/conformance/on-bun.ts";
import { conformance } from "../support/conformance/run.ts";

// There the clock is moved: `test/protocol/conformance.test.ts`.
conformance(onBun, ["oidcc-codereuse-30seconds"]);
