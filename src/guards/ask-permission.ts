/** The permission check that guards ask: in process, or a check endpoint elsewhere (wire 5; H-8). */
import { z } from "zod";
import { AuthError, StartError } from "../errors.ts";
import type { HttpClient } from "../runtime.ts";
import { type Instances, syncInstance } from "../session/instances.ts";
import { webAddress } from "../settings/fields/address-field.ts";
import { flag, text } from "../settings/fields/field.ts";
import { encodeHeaderText } from "../std/header-text.ts";
import { proceed, type Ready } from "../std/ready.ts";

/** Members that say where decisions come from. */
export const decisionShape = {
  auth_middleware: text(),
  check_api: webAddress(),
  insecure_skip_verify: flag(),
  /** Resource that access tokens must name here when they name any (RFC 8707). */
  audience: text(),
};

export interface ParsedDecision {
  /** In process; wins over `check_api`. */
  readonly auth_middleware: string;
  readonly check_api: string;
  readonly insecure_skip_verify: boolean;
}

interface AccessQuestion {
  /** Principal id, where the front knows it; wins over the alias. */
  readonly id?: string;
  /** Empty for an anonymous caller. */
  readonly alias: string;
  /** The alias is that of an API key of another service. */
  readonly elsewhere?: true;
  readonly host: string;
  /** As in the request line, without query. */
  readonly path: string;
  readonly method: string;
}

/** Throws an `AuthError` when there is no decision. */
export type DecideAccess = (question: AccessQuestion) => Ready<boolean>;

const TIMEOUT_MS = 5_000;
const answerShape = z.object({ allowed: z.boolean() });

const badGateway = (message: string, cause?: unknown) =>
  new AuthError("server_error", message, { status: 502, cause });

function remoteDecision(http: HttpClient, url: string, insecure: boolean): DecideAccess {
  return async ({ alias, host, path, method }) => {
    const headers: Record<string, string> = {
      "Content-Type": "application/json",
      Accept: "application/json",
    };
    if (alias !== "") headers["X-User"] = encodeHeaderText(alias);
    const body = JSON.stringify({ id: "", alias, host, path, method });
    let answer: Response;
    try {
      const request = new Request(url, { method: "POST", headers, body });
      answer = await http(request, { timeout: TIMEOUT_MS, insecure });
    } catch (cause) {
      throw badGateway(`check API "${url}" cannot be reached`, cause);
    }
    const { status } = answer;
    // Anonymous callers get 401 unless something public matches.
    if (alias === "" && status >= 400 && status < 500) return false;
    if (status !== 200) throw badGateway(`check API "${url}" returned ${status}`);
    const parsed = answerShape.safeParse(await answer.json().catch(() => undefined));
    if (!parsed.success) throw badGateway(`check API "${url}" returned an unreadable answer`);
    return parsed.data.allowed;
  };
}

/** @param name what the guard is called in refusals */
export function accessDecision(
  { auth_middleware, check_api, insecure_skip_verify }: ParsedDecision,
  instances: Instances,
  name: string,
): DecideAccess {
  if (auth_middleware !== "") {
    return ({ elsewhere, ...question }) => {
      const sent = elsewhere ? { ...question, alias: "" } : question;
      return proceed(
        syncInstance(instances, auth_middleware).check(sent),
        ({ allowed }) => allowed,
      );
    };
  }
  if (check_api === "") throw new StartError(`${name}: auth_middleware or check_api is required`);
  return remoteDecision(instances.runtime.http, check_api, insecure_skip_verify);
}
