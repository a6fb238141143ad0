/** What every application of `docs/connect` does with a person: in, on, refused, out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { patient } from "../support/patience.ts";
import { type Person, personAt } from "../support/person.ts";
import type { PageService } from "./service.ts";

/** The user of the first page. */
export const GRACE = { username: "grace", password: "correct horse" };

export interface Journey {
  readonly service: () => PageService;
  /** The program of the page, with its client at the service. */
  readonly start: () => Promise<RunningProgram>;
  /** What the first page shows to who is signed in. */
  readonly greeting?: string;
  /** Where it shows something that it asks the service for; absent: it keeps no tokens. */
  readonly asks?: string;
  /** What a person reads who did not allow it. */
  readonly refusal?: string;
  /** Where it signs out at the service as well; absent: it has no such link. */
  readonly leaves?: string | null;
}

/** The tests of an application; to be called within `describe`. */
export function journey(application: Journey): void {
  const { greeting = "Hello, Grace Hopper", refusal = "You were not signed in" } = application;
  const { asks, leaves = "/logout" } = application;

  let running: RunningProgram;
  beforeAll(async () => {
    running = await application.start();
  });
  afterAll(() => running?.[Symbol.asyncDispose]());

  /** With a browser of its own. */
  const visit = (act: (person: Person) => Promise<void>) =>
    act(personAt(application.service().server.url, GRACE));

  test("signs a person in, greets by name, and remembers who it is", () =>
    visit(async (person) => {
      const home = await person.signInTo(`${running.origin}/`);
      expect(home.asked, running.output()).toEqual(["/login/", "/auth/oauth2/consent"]);
      expect(home.text, running.output()).toContain(greeting);
      expect((await person.open(`${running.origin}/`)).text).toContain(greeting);
    }));

  const renewal = () =>
    visit(async (person) => {
      const service = application.service();
      const before = service.issued("refresh_token");
      await person.signInTo(`${running.origin}/`);
      const mail = async () => (await person.open(`${running.origin}${asks}`)).text;
      expect(await mail(), running.output()).toContain("grace@example.com");
      expect(service.issued("refresh_token"), "the first tokens are good").toBe(before);

      await service.putSetting("token", { token_lifetime: "5s" });
      try {
        await person.open(`${running.origin}${leaves}`);
        await person.signInTo(`${running.origin}/`);
        const renewed = async () => {
          expect(await mail(), running.output()).toContain("grace@example.com");
          return service.issued("refresh_token");
        };
        await expect.poll(renewed, { timeout: patient(30_000) }).toBeGreaterThan(before);
      } finally {
        await service.putSetting("token", { token_lifetime: "15m" });
      }
    });
  if (asks) test("gets new tokens when the first have ended", renewal);

  test("says so when the person does not allow it", () =>
    visit(async (person) => {
      const refused = await person.signInTo(`${running.origin}/`, "deny");
      expect(refused.asked, running.output()).toEqual(["/login/", "/auth/oauth2/consent"]);
      expect(refused.text, running.output()).toContain(refusal);
      expect(refused.status, running.output()).toBeLessThan(500);
      expect(refused.text).not.toContain(greeting);
      expect((await person.signInTo(`${running.origin}/`)).text).toContain(greeting);
    }));

  const signOut = () =>
    visit(async (person) => {
      await person.signInTo(`${running.origin}/`);
      const gone = await person.open(`${running.origin}${leaves}`);
      expect(gone.text, running.output()).toContain("You are signed out.");
      const again = await person.signInTo(`${running.origin}/`);
      expect(again.asked).toEqual(["/login/", "/auth/oauth2/consent"]);
      expect(again.text).toContain(greeting);
    });
  if (leaves) test("signs out at the service as well, without a question", signOut);
}
