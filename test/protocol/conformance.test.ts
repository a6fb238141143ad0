/** The plans of the OpenID Foundation's suite, module by module, on Node in process (O-1). */
import { inProcess } from "../support/conformance/in-process.ts";
import { conformance } from "../support/conformance/run.ts";

conformance(inProcess);
