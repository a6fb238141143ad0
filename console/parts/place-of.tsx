/** Keeps the place of what most likely comes: its size on this screen and in this language, and nothing to read or press. */
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";

export function PlaceOf({ children }: { children: ReactNode }) {
  return (
    <Skeleton>
      <div style={{ visibility: "hidden" }}>{children}</div>
    </Skeleton>
  );
}
