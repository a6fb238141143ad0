/** What the reader of a page may do: everything, or what an administrator with fewer rights may (ADR 0090). */
import { createContext, useContext } from "react";
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

export const useMay = (...any: readonly Capability[]): boolean => mayDo(useContext(Standing), any);

/** Whether what is below may be changed, and not only looked at. */
export const MayChange = createContext(true);
export const useMayChange = (): boolean => useContext(MayChange);
