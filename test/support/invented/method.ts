/** A login method that there is not: a secret word. What adds it is in this folder alone. */
import { html } from "hono/html";
import { AuthError } from "../../../src/errors.ts";
import { readJsonObject } from "../../../src/login/body.ts";
import { finishSignIn } from "../../../src/login/finish-sign-in.ts";
import { emptyReply } from "../../../src/login/json-answer.ts";
import type { LoginMethod, Visit } from "../../../src/login/login-parts.ts";
import { mailCode, submit, viewLink } from "../../../src/login/page/parts.ts";
import { requireFlow } from "../../../src/login/provider-flow.ts";
import { requireOwnOrigin } from "../../../src/login/same-origin.ts";
import { requestTokens } from "../../../src/login/token-client.ts";
import { ADA_LOGIN } from "../gateway.ts";

export const WORD = "xyzzy";

async function signInByWord(visit: Visit, provider: string, word: unknown): Promise<void> {
  const flow = await requireFlow(visit, provider);
  if (word !== WORD) throw new AuthError("unauthenticated", "this is not the word");
  const answer = await requestTokens(visit, flow, { grant_type: "password", ...ADA_LOGIN });
  await finishSignIn(visit, flow, answer, { method: "code", remember_me: false });
}

export const word: LoginMethod = {
  routes: [
    {
      method: "POST",
      path: "word",
      async answer(visit, provider) {
        requireOwnOrigin(visit);
        const { word } = await readJsonObject(visit.request);
        await signInByWord(visit, provider, word);
        return emptyReply();
      },
    },
  ],
  link: ({ name, provider, linkTo }) =>
    provider.password_flow === true ? { name, url: linkTo("word") } : undefined,
  slot: "below",
  draw: (view) => html`<p class="aside">${viewLink(view, "login-word", "word", "haveCode")}</p>`,
  views: {
    word: {
      title: "confirm",
      named: true,
      draw: (drawing) =>
        drawing.form("word-form", html`${mailCode(drawing)}${submit(drawing.context, "continue")}`),
      async submit({ visit, provider, field }) {
        await signInByWord(visit, provider, field("code"));
        return { signedIn: {} };
      },
    },
  },
};
