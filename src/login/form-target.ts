/** Where a form of the page leads when it has signed in. */
import { searchOf } from "./open-view.ts";
import { returnTarget } from "./return-target.ts";
import type { Visit } from "./visit.ts";

export function targetOf(visit: Visit): string {
  const minting = visit.query.getAll("response_type").includes("code");
  return minting ? `${visit.login.paths.root}/${searchOf(visit)}` : (returnTarget(visit) ?? "/");
}
