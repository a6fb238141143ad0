/** Where a sign-up or a reset was begun: at a login page of this process, in a browser that is known by a digest alone (ADR 0094). */
import { equalConstantTime, sha256Hex } from "../../crypto/digest.ts";
import type { SignupBegun } from "./request.ts";

interface Stored {
  readonly begun?: SignupBegun | undefined;
}

/** As it is stored beside the code. */
export const storedBegun = ({ begun }: Stored) =>
  begun ? { begun: { ...begun, browser: sha256Hex(begun.browser) } } : {};

/** It was begun in this browser. @param browser what it holds */
export const isHere = ({ begun }: Stored, browser: string | undefined): boolean =>
  begun !== undefined &&
  browser !== undefined &&
  equalConstantTime(sha256Hex(browser), begun.browser);
