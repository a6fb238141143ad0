/** Passkeys in the autofill of the user name; begun only when the field gets the focus (wire 4.1 [REC]). */
import { isWebAuthnSupported, LoginError } from "../../sdk/sdk.ts";
import { startBusy } from "../busy.ts";
import { completed } from "../completed.ts";
import { find } from "../find.ts";
import { sdk } from "../login-client.ts";
import { manifest, rememberMe } from "../manifest.ts";
import { describe, showError } from "../messages.ts";

/** Begun anew before the challenge ends, which the service keeps for two minutes. */
const RENEWED_AFTER_MS = 100_000;

let running: AbortController | undefined;

/** Another way was chosen: browsers run one ceremony at a time. */
export function stopPasskeyAutofill(): void {
  running?.abort();
  running = undefined;
}

async function start(): Promise<void> {
  const link = manifest.provider.passkey?.[0];
  if (!link || running) return;
  const mine = new AbortController();
  running = mine;
  const renewal = setTimeout(() => {
    if (running !== mine) return;
    stopPasskeyAutofill();
    // A hidden page begins again when the field is entered.
    if (document.activeElement?.id === "username" && !document.hidden) void start();
  }, RENEWED_AFTER_MS);
  try {
    const { signal } = mine;
    await sdk.passkey(link, { mediation: "conditional", rememberMe: rememberMe(), signal });
  } catch (error) {
    // The person did not ask for it, so only a passkey that was chosen and refused is worth a word.
    if (!mine.signal.aborted && error instanceof LoginError && error.status >= 400) {
      showError(describe(error));
    }
    return;
  } finally {
    clearTimeout(renewal);
    if (running === mine) running = undefined;
  }
  startBusy(find("login-submit", HTMLButtonElement), "signingIn");
  await completed();
}

export async function offerPasskeyAutofill(): Promise<void> {
  const field = find("username", HTMLInputElement);
  if (!field || !isWebAuthnSupported() || !manifest.provider.passkey?.length) return;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  for (const event of ["focus", "pointerdown", "keydown"]) {
    field.addEventListener(event, () => void start());
  }
}
