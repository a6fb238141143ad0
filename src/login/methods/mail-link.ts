/** The link of a mail that signs in: it opens a page that asks first (login-middleware.md, Authentication 5). */
import { AuthError } from "../../errors.ts";
import type { Visit } from "../login-parts.ts";
import type { MailLink, OpenedView } from "../page/view.ts";
import { requireFlow } from "../provider-flow.ts";
import { singleValue } from "../visit.ts";

/** Whose link it is; asked without using it up, so that programs that open links do no harm. */
export async function readLink(visit: Visit, provider: string, code: string): Promise<MailLink> {
  try {
    const { auth } = await requireFlow(visit, provider);
    // A service elsewhere has no route for the question. The person answers it: one who was sent
    // another person's link does not know the address, and is not signed in as that one.
    if (!auth) return { kind: "ask" };
    const address = await auth.emailCodeAddress(code);
    return address === undefined ? { kind: "gone" } : { kind: "known", address };
  } catch (error) {
    if (error instanceof AuthError && error.code === "not_found") return { kind: "gone" };
    throw error;
  }
}

export async function openLink(visit: Visit, code: string): Promise<OpenedView | undefined> {
  if (code === "") return undefined;
  const { query } = visit;
  const provider = singleValue(query, "provider") ?? "";
  const link = await readLink(visit, provider, code);
  const svc_flow = singleValue(query, "svc_flow");
  const remember_me = query.get("remember_me") === "true";
  return { name: "mail-link", code, provider, svc_flow, remember_me, link };
}
