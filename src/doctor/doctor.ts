/** Everything that is known to be wrong, or could be better, with the way to put it right. */
import type { Call } from "../call.ts";
import { accessChecks } from "./access.ts";
import { addressChecks } from "./addresses.ts";
import { deliveryChecks } from "./deliveries.ts";
import { examineAll, type Finding } from "./finding.ts";
import { instanceChecks } from "./instances.ts";
import { keyChecks } from "./keys.ts";
import { mailChecks } from "./mail.ts";
import { outsideChecks } from "./outside-keys.ts";
import { sourceChecks } from "./sources.ts";
import { storageChecks } from "./storage.ts";

const CHECKS = [
  ...accessChecks,
  ...addressChecks,
  ...storageChecks,
  ...instanceChecks,
  ...keyChecks,
  ...outsideChecks,
  ...mailChecks,
  ...deliveryChecks,
  ...sourceChecks,
];

/** Never throws, and never waits longer than two seconds for anyone else. */
export const diagnose = (call: Call): Promise<Finding[]> => examineAll(CHECKS, call);
