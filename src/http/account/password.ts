/** The panel of the account page that changes the own password (B-2, K-11). */
import { z } from "zod";
import type { Call } from "../../call.ts";
import type { AuthError } from "../../errors.ts";
import {
  accountWords,
  minimumPasswordLength,
  refusedKinds,
} from "../../iam/passwords/new-password.ts";
import { changeOwnPassword } from "../../iam/passwords/own-password.ts";
import { fill } from "../../std/texts/fill.ts";
import { weakPasswordText } from "../../std/weak-password-text.ts";
import { pageResponse } from "../../web/pages/response.ts";
import { toResponse } from "../../web/reply.ts";
import { accountText } from "../../web/texts/catalogues.ts";
import { passwordChangedPage } from "../pages/password-changed-page.ts";
import { type AccountPanel, accountForm, type FormOutcome, panelCard, problem } from "./panel.ts";
import { passwordForm } from "./password-form.ts";

/** Why a change was refused, in words of the page. */
function explain({ code, message, detail }: AuthError, call: Call): FormOutcome | undefined {
  if (code === "unauthenticated") return problem(accountText(call).currentPasswordWrong);
  if (code === "forbidden") return problem(accountText(call).passwordManagedElsewhere);
  if (code !== "invalid_request") return undefined;
  const weak = weakPasswordText(detail);
  if (weak) return problem(accountText(call)[weak]);
  // What the interface says of the field is English.
  if (call.language() === "en") return problem(`The ${message}.`);
  const count = minimumPasswordLength(call.service);
  return problem(fill(accountText(call).passwordNotAccepted, { count }));
}

const changed = (call: Call): Response =>
  toResponse(
    pageResponse(call, passwordChangedPage(call), { status: 200, formAction: ["'none'"] }),
  );

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
    if (new_password !== repeated_password) return problem(accountText(call).passwordsDiffer);
    await changeOwnPassword(call, principal, { current_password, new_password }, actor);
    return changed(call);
  },
  twice: "once",
  followed: changed,
});

export const passwordPanel: AccountPanel = {
  id: "password",
  column: "signing in",
  scripted: true,
  forms: [change],
  async card(view) {
    const { call, principal, profile } = view;
    if (!profile.has_password) return undefined;
    const { name, email } = profile.details;
    const form = passwordForm(call, {
      username: principal.alias[0] ?? "",
      rules: {
        ...{ least: minimumPasswordLength(call.service), refuses: refusedKinds(call.service) },
        ...{ words: accountWords(call.service, [...principal.alias, name, email]), knowsAll: true },
      },
      formToken: view.formToken,
    });
    return panelCard("password", accountText(call).changePassword, view, form);
  },
};
