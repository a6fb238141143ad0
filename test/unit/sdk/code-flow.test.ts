/** The pure parts of the code flow (login-middleware.md, Login SDK and Cookies; login-session-wire 4.2). */
import { expect, test } from "vitest";
import { newFlow, startUrl } from "../../../sdk/code-flow.ts";
import { isCompleted } from "../../../sdk/completion-cookie.ts";

const BASE = "https://id.example.com/login/";
const link = { name: "Other", url: "/login/auth/code/other?keep=1" };

test("each call has a flow id of 32 hex digits of its own", () => {
  const ids = Array.from({ length: 50 }, newFlow);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test("the window opens the link with svc_popup, svc_flow and, when chosen, remember_me", () => {
  const standard = startUrl(link, "f1", false, BASE);
  expect(standard.href).toBe(
    "https://id.example.com/login/auth/code/other?keep=1&svc_popup=1&svc_flow=f1",
  );
  expect(startUrl(link, "f1", true, BASE).searchParams.get("remember_me")).toBe("true");
});

test.each([
  ["auth_verify_f1=true", true],
  ["a=b; auth_verify_f1=true; c=d", true],
  ["auth_verify_f2=true", false],
  ["auth_verify=true", false],
  ["xauth_verify_f1=true", false],
  ["auth_verify_f1=false", false],
  ["auth_verify_f1=trueish", false],
  ["", false],
])("completed only by the own cookie with the value true: %j", (cookies, completed) => {
  expect(isCompleted("f1", cookies)).toBe(completed);
});
