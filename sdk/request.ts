/** JSON requests of the flows: same-origin credentials, every failure a `LoginError` (wire 4.2). */
import { errorOfAnswer, readSetup, secondsOf } from "./answer-error.ts";
import { LoginError } from "./login-error.ts";
import type { PasswordResult } from "./types.ts";

export interface JsonRequest {
  readonly url: string;
  /** Present: a POST with this body. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The language of the page before those of the browser: mails that follow from a request are in it. */
function pageLanguages(): Record<string, string> {
  const { lang } = globalThis.document?.documentElement ?? {};
  if (!lang || !/^[A-Za-z0-9-]+$/.test(lang)) return {};
  return { "accept-language": [lang, ...(globalThis.navigator?.languages ?? [])].join(", ") };
}

/** The body of a success; undefined when it is empty. */
export async function requestJson({ url, body, signal }: JsonRequest): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...pageLanguages(),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    text = await response.text();
  } catch {
    if (signal?.aborted) throw new LoginError("Sign-in was cancelled", 0, "aborted");
    const message = "The service cannot be reached. Check the connection and try again.";
    throw new LoginError(message, 0, "unreachable");
  }
  const answer = text === "" ? undefined : parse(text);
  if (!response.ok) {
    const retryAfter = secondsOf(response.headers.get("retry-after"));
    throw errorOfAnswer(response.status, answer, retryAfter);
  }
  return answer;
}

/** Of this page: by address and body. */
const underWay = new Map<string, Promise<unknown>>();

/** A POST of what counts once, such as a code: while it is under way, the same one again has its answer (B-5). */
export function requestOnce(url: string, body: unknown): Promise<unknown> {
  const entry = JSON.stringify([url, body]);
  const running = underWay.get(entry);
  if (running) return running;
  const answer = requestJson({ url, body }).finally(() => underWay.delete(entry));
  underWay.set(entry, answer);
  return answer;
}

/** The members of an answer, out of its `payload` where it has one. */
export function membersOf(answer: unknown): Record<string, unknown> {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null;
  if (!isObject(answer)) return {};
  const { payload } = answer;
  return isObject(payload) ? payload : answer;
}

/** The message of an answer, or nothing. */
export function messageOf(members: Record<string, unknown>): string {
  const { message } = members;
  return typeof message === "string" ? message : "";
}

/** What a sign-in has to say, beyond its session. */
export function signedInResult(answer: unknown): PasswordResult {
  const members = membersOf(answer);
  const { recovery_codes_left: left } = members;
  const setup = readSetup(members);
  return {
    ...(typeof left === "number" && { recoveryCodesLeft: left }),
    ...(setup && { setup }),
  };
}
