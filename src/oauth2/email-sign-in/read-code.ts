/** What a mailed code stands for, in both of its forms, without using it up. */
import type { Call } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { readMailedCode } from "../../codes/mailed-code.ts";
import { normalTypedCode, readTypedCode } from "../../codes/typed-code.ts";
import { subjectOf } from "./subject.ts";

export interface ReadCode {
  /** The long form, which is the one that is used up. */
  readonly code: string;
  readonly payload: CodePayload<"email">;
}

/** Undefined for an unknown, used, replaced and expired code, and for a typed one after five wrong tries. */
export async function readEmailCode(call: Call, sent: string): Promise<ReadCode | undefined> {
  const { codes, runtime, store } = call.service;
  const typed = normalTypedCode(sent);
  const parts = { codes, runtime, box: store.box };
  const code = typed === undefined ? sent.trim() : await readTypedCode(parts, typed);
  const payload = code && (await readMailedCode(codes, "email", code, subjectOf));
  return code && payload ? { code, payload } : undefined;
}

/** The same of a link alone: a typed code is tried by the one who types it. */
export async function readEmailLink(call: Call, code: string): Promise<ReadCode | undefined> {
  const payload = await readMailedCode(call.service.codes, "email", code, subjectOf);
  return payload && { code, payload };
}
