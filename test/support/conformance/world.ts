/** Where modules run: a provider that is reached over HTTP alone, whichever runtime it is on. */
import type { Answer } from "../auth.ts";
import type { Jar } from "../session.ts";

/** Who signs in. */
export const PERSON = { username: "ada", password: "correct horse" };
/** What the record of the person has besides. */
export const DETAILS = {
  name: "Ada Example",
  given_name: "Ada",
  family_name: "Example",
  uid: "ada",
  email: "ada@example.com",
  email_verified: true,
  phone_number: "+1 555 0100",
  phone_number_verified: false,
  address: { street_address: "1 Example Street", country: "Exampleland" },
  nickname: "ada",
  locale: "en",
};

export interface World extends AsyncDisposable {
  readonly origin: string;
  /** What applications and browsers send. */
  fetch(request: Request): Promise<Response>;
  /** A browser without cookies. */
  browser(): Jar;
  /** The management API as the administrator. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Its time, in milliseconds since the epoch. */
  now(): number;
  /** Lets so much time pass. */
  pass(milliseconds: number): Promise<void>;
  /** The address of an application that is notified of sign-outs, and what it got. */
  readonly backchannel: { readonly uri: string; readonly got: URLSearchParams[] };
}
