/** The question after a sign-in at a provider elsewhere, as the browser of its person answers it. */
import { expect } from "vitest";
import type { Answer, TestAuth } from "./auth.ts";
import { CONSENT, formTokenOf, locationOf } from "./authorize.ts";

export interface VouchedPage {
  readonly flow: string;
  /** As the browser sends it back. */
  readonly cookie: string;
}

/** What the provider's answer led to: the consent page, and the cookie that opens it. */
export function vouchedPage(answer: Answer): VouchedPage {
  expect(answer.status, answer.text).toBe(302);
  const location = locationOf(answer);
  const [, flow = ""] = /^\/auth\/oauth2\/consent\?flow=([0-9a-f]{64})$/.exec(location) ?? [];
  expect(flow, location).not.toBe("");
  const set = answer.headers.getSetCookie().find((one) => one.includes("postern_vouched_")) ?? "";
  expect(set).toMatch(/; Path=\/auth\/oauth2\/consent; .*HttpOnly; SameSite=Lax$/);
  return { flow, cookie: set.split(";")[0] ?? "" };
}

export const openVouched = (
  service: TestAuth,
  { flow, cookie }: VouchedPage,
  headers: Record<string, string> = {},
) =>
  service.request("GET", `${CONSENT}?flow=${flow}`, {
    headers: { accept: "text/html", ...(cookie && { cookie }), ...headers },
  });

export const decideVouched = (
  service: TestAuth,
  { flow, cookie }: VouchedPage,
  form_token: string,
  action = "approve",
) =>
  service.request("POST", CONSENT, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(cookie && { cookie }),
    },
    body: new URLSearchParams({ flow, form_token, action }),
  });

/** Opens the page, allows, and answers where the browser is sent with which code. */
export async function allowVouched(service: TestAuth, answer: Answer) {
  const vouched = vouchedPage(answer);
  const page = await openVouched(service, vouched);
  expect(page.status, page.text).toBe(200);
  const decided = await decideVouched(service, vouched, formTokenOf(page));
  expect(decided.status, decided.text).toBe(302);
  const location = locationOf(decided);
  return { location, code: new URL(location).searchParams.get("code") ?? "" };
}
