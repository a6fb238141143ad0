/** What calls the service is offered to those alone whom the service lets call it: by the table that it decides by. */
import type { ReactNode } from "react";
import type { AdminRoute } from "../api/acts.gen.ts";
import { useMayCall } from "../base/rights.ts";

export function Offered({ calls, children }: { calls: AdminRoute; children: ReactNode }) {
  return useMayCall(calls) ? children : null;
}
