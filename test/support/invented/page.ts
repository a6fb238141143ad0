/** The login page with the script of the invented method. */
import { completed } from "../../../login-page/completed.ts";
import { fieldValue, onClick } from "../../../login-page/find.ts";
import { onSubmit } from "../../../login-page/form.ts";
import { sdk } from "../../../login-page/login-client.ts";
import { manifest } from "../../../login-page/manifest.ts";
import type { PageMethod } from "../../../login-page/method.ts";
import { METHODS } from "../../../login-page/methods.ts";
import { start } from "../../../login-page/start.ts";
import { showView } from "../../../login-page/view.ts";
import type { LoginLink } from "../../../sdk/types.ts";
import type { createLogin } from "./sdk.ts";

const client = sdk as ReturnType<typeof createLogin>;

function open(): void {
  const { word = [] } = manifest.provider as { readonly word?: readonly LoginLink[] };
  const [link] = word;
  if (!link || !showView("word")) return;
  onSubmit("word-form", "signingIn", async () => {
    await client.word(link, fieldValue("code"));
    await completed();
  });
}

const word: PageMethod = { offer: () => onClick("login-word", open) };

start({ ...METHODS, word });
