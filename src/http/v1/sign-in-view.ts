/** One sign-in of a user, as the API shows it. */
import { z } from "zod";
import { browserParts } from "../../std/browser-name.ts";
import type { SignIn } from "../../tokens/sign-ins.ts";

export const signInView = z
  .object({
    sid: z.string().meta({ description: "The claim `sid` of its tokens" }),
    browser: z.string().meta({ description: "What it calls itself; empty when it says nothing" }),
    agent: z
      .object({ browser: z.string(), system: z.string() })
      .optional()
      .meta({ description: "The two names in `browser`, for a page in another language" }),
    signed_in_at: z.string(),
    last_used_at: z.string().meta({ description: "About: when its tokens were last refreshed" }),
    expires_at: z.string().meta({ description: "When it ends by itself" }),
    current: z.boolean().meta({ description: "The one that this request belongs to" }),
  })
  .meta({ id: "SignIn" });

const time = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");

/** @param here `sid` of the sign-in that the request belongs to */
export const viewOf = (
  { sid, browser, at, used, until }: SignIn,
  here: string | undefined,
): z.output<typeof signInView> => {
  const agent = browserParts(browser);
  return {
    ...{ sid, browser, ...(agent && { agent }), signed_in_at: time(at), last_used_at: time(used) },
    ...{ expires_at: time(until), current: sid === here },
  };
};

export const SIGN_IN = {
  sid: "5f0c6d0e8a1b4c2d9e7f3a5b6c8d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f70819",
  browser: "Firefox on Windows",
  agent: { browser: "Firefox", system: "Windows" },
  signed_in_at: "2030-05-02T10:00:00Z",
  last_used_at: "2030-05-02T10:45:00Z",
  expires_at: "2030-05-03T10:00:00Z",
  current: true,
};
