/** The page of an invitation: its form works by itself; with script a passkey can take the place of the password (ADR 0086). */
import { createPasskey, isWebAuthnSupported } from "../../sdk/sdk.ts";
import { fieldValue, find } from "../find.ts";
import { run } from "../form.ts";
import { describe, showError } from "../messages.ts";

async function accept(url: string, code: string): Promise<void> {
  const more = { passkey: true, code, full_name: fieldValue("name").trim() };
  const { redirect_uri, signed_in } = await createPasskey(url, {}, more);
  // Where the invitation leads, as the service has checked it; else on from the login page.
  location.replace(
    signed_in === true && typeof redirect_uri === "string" ? redirect_uri : location.pathname,
  );
}

export function offerInvitedPasskey(): void {
  const button = find("invitation-passkey", HTMLButtonElement);
  const url = button?.dataset.address;
  if (!button || !url || !isWebAuthnSupported()) return;
  const code = button.form?.querySelector<HTMLInputElement>("input[name=code]")?.value ?? "";
  button.hidden = false;
  button.addEventListener("click", () => {
    void run(
      button,
      "creatingPasskey",
      () => accept(url, code),
      (error) => showError(describe(error)),
    );
  });
}
