/** A person with a browser that knows HTTP alone: opens an application, signs in, allows, and arrives. */
import { expect } from "vitest";
import type { Answer } from "./auth.ts";
import { Jar } from "./session.ts";

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface Person {
  /** Opens an address and follows every redirect, to whatever origin. */
  open(url: string): Promise<Answer>;
  /** The same, through the login page and the consent page of the service on the way. */
  signInTo(
    application: string,
    decision?: "approve" | "deny",
  ): Promise<Answer & { readonly asked: readonly string[] }>;
}

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";

/** @param service origin of the service */
export function personAt(service: string, account: Account): Person {
  const jar = new Jar((request) => fetch(request, { redirect: "manual" }), service);

  async function follow(start: string): Promise<Answer & { readonly url: URL }> {
    let url = new URL(start);
    for (let left = 20; left > 0; left--) {
      const answer = await jar.open(url.href);
      const location = answer.headers.get("location");
      if (location === null) return { ...answer, url };
      url = new URL(location, url);
    }
    throw new Error(`${start} leads in a circle, at last to ${url}`);
  }

  async function signIn(): Promise<void> {
    const answer = await jar.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
    expect(answer.status, answer.text).toBe(204);
  }

  async function decide(page: string, action: string): Promise<string> {
    const answer = await jar.send("POST", "/auth/oauth2/consent", {
      headers: { origin: service },
      body: new URLSearchParams({
        flow: field(page, "flow"),
        form_token: field(page, "form_token"),
        action,
      }),
    });
    return answer.headers.get("location") ?? answer.text;
  }

  return {
    open: follow,
    signInTo: async (application, decision = "approve") => {
      const asked: string[] = [];
      let reached = await follow(application);
      while (reached.url.origin === service && asked.length < 2) {
        asked.push(reached.url.pathname);
        if (reached.url.pathname === "/login/") {
          await signIn();
          reached = await follow(reached.url.href);
        } else reached = await follow(await decide(reached.text, decision));
      }
      return { ...reached, asked };
    },
  };
}
