/** The way to a role or permission, for readers who may see it; for others what stands there alone. */
import type { ReactNode } from "react";
import { useMayCall } from "../base/rights.ts";
import { hashOf } from "../base/route.ts";

interface RecordLinkProps {
  readonly tab: "roles" | "permissions";
  readonly id: string;
  readonly children: ReactNode;
}

export function RecordLink({ tab, id, children }: RecordLinkProps) {
  if (!useMayCall(`GET /v1/${tab}`)) return <>{children}</>;
  return (
    <a className="console-link" href={hashOf(tab, id)}>
      {children}
    </a>
  );
}
