/** What a sign-in has to say, beyond its session. */
import { emptyReply, reply } from "./json-answer.ts";

export interface SignedIn {
  /** Present when a recovery code stood in for the second factor. */
  readonly recovery_codes_left?: number;
}

/** @param answer of the token endpoint */
export const signedInWith = ({
  recovery_codes_left: left,
}: {
  readonly recovery_codes_left?: unknown;
}): SignedIn => (typeof left === "number" ? { recovery_codes_left: left } : {});

/** 204, or 200 with what there is to say. */
export const answerSignedIn = (signedIn: SignedIn): Response =>
  signedIn.recovery_codes_left === undefined ? emptyReply() : reply({ payload: signedIn });
