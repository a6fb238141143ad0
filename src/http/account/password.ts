/** The panel of the account page that changes the own password (B-2, K-11). */
import { z } from "zod";
import type { AuthError } from "../../errors.ts";
import { changeOwnPassword } from "../../iam/passwords/own-password.ts";
import { minimumPasswordLength, storedHash } from "../../iam/principals/details.ts";
import { pageResponse } from "../../web/pages/response.ts";
import { ACCOUNT } from "../../web/texts/account.ts";
import { passwordChangedPage } from "../pages/password-changed-page.ts";
import { passwordForm } from "../pages/password-form.ts";
import { type AccountPanel, accountForm, type FormOutcome, panelCard } from "./panel.ts";

const problem = (text: string, status = 400): FormOutcome => ({ status, problem: text });

/** Why a change was refused, in words of the page. */
function explain({ code, message }: AuthError): FormOutcome | undefined {
  if (code === "unauthenticated") return problem(ACCOUNT.currentPasswordWrong);
  if (code === "forbidden") return problem(ACCOUNT.passwordManagedElsewhere);
  return code === "invalid_request" ? problem(`The ${message}.`) : undefined;
}

const change = accountForm({
  path: "/ui/password",
  summary: "Change the own password with the form of the account page",
  success: "It is changed; every session of the user has ended",
  name: "OwnPasswordForm",
  schema: z.object({
    current_password: z.string().optional(),
    new_password: z.string().optional(),
    repeated_password: z.string().optional(),
  }),
  example: {
    current_password: "correct horse",
    new_password: "a much better password",
    repeated_password: "a much better password",
  },
  explain,
  async submit({ call, principal, actor }, body) {
    const { current_password = "", new_password = "", repeated_password } = body;
    if (new_password !== repeated_password) return problem(ACCOUNT.passwordsDiffer);
    await changeOwnPassword(call, principal, { current_password, new_password }, actor);
    return pageResponse(call, passwordChangedPage(call), { status: 200, formAction: ["'none'"] });
  },
});

export const passwordPanel: AccountPanel = {
  id: "password",
  column: "signing in",
  scripted: true,
  forms: [change],
  async card(view) {
    const { call, principal } = view;
    const { password } = await principal.details.open();
    if (!principal.local || storedHash(password) === undefined) return undefined;
    const form = passwordForm(call, {
      username: principal.alias[0] ?? "",
      minimumPasswordLength: minimumPasswordLength(call.service),
      formToken: view.formToken,
    });
    return panelCard("password", ACCOUNT.changePassword, view, form);
  },
};
