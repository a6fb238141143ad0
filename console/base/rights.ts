/** What the reader of a page may do: everything, or what an administrator with fewer rights may (ADR 0090). */
import { createContext, useContext } from "react";
import { ACTS, type AdminRoute } from "../api/acts.gen.ts";
import type { Capabilities } from "./queries.ts";

export type Limited = NonNullable<Capabilities["limited"]>[number];
export type Capability = Limited["may"][number];

/** In the order in which they are shown. */
export const CAPABILITIES: readonly Capability[] = [
  "read",
  "support",
  "people",
  "clients",
  "providers",
  "settings",
];

/** A full administrator may do everything; others what one of these capabilities is for. */
export const mayDo = (
  { is_admin, limited = [] }: Pick<Capabilities, "is_admin" | "limited">,
  any: readonly Capability[],
): boolean => is_admin || limited.some(({ may }) => may.some((one) => any.includes(one)));

const NO_ONE: Pick<Capabilities, "is_admin" | "limited"> = { is_admin: false };

/** Whom the console is shown to, see `shell/standing.ts`. */
export const Standing = createContext(NO_ONE);

/** Whether the service lets them call this route at all; what is too far for one record it refuses by itself. */
export const useMayCall = (route: AdminRoute): boolean => mayDo(useContext(Standing), ACTS[route]);

/** The same of many routes, where each is known later. */
export function useMayCallAny(): (route: AdminRoute) => boolean {
  const standing = useContext(Standing);
  return (route) => mayDo(standing, ACTS[route]);
}

/** Who may call one of these routes. */
export const callersOf = (...routes: readonly AdminRoute[]): readonly Capability[] =>
  CAPABILITIES.filter((one) =>
    routes.some((route) => (ACTS[route] as readonly Capability[]).includes(one)),
  );

export const useMay = (...any: readonly Capability[]): boolean => mayDo(useContext(Standing), any);

/** Whether what is below may be changed, and not only looked at. */
export const MayChange = createContext(true);
export const useMayChange = (): boolean => useContext(MayChange);
