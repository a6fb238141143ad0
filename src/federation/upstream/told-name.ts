/**
 * The name in an answer that comes as a form: Apple tells it there, once, and nowhere else. The browser brings it and
 * nothing signs it, so it is what people would call themselves: shown, and never what finds or names an account.
 */
import { CONTROL } from "../../iam/fields.ts";
import { parseJson, textOf } from "../../std/json-object.ts";

/** As claims of OpenID Connect call the parts. */
export interface ToldName {
  readonly given_name?: string;
  readonly family_name?: string;
}

const MAX_FORM_LENGTH = 2_000;
const MAX_NAME_LENGTH = 100;

const fits = (text: string | undefined): text is string =>
  text !== undefined && text !== "" && text.length <= MAX_NAME_LENGTH && !CONTROL.test(text);

const partsOf = (given: string | undefined, family: string | undefined): ToldName => ({
  ...(fits(given) && { given_name: given }),
  ...(fits(family) && { family_name: family }),
});

/** @param user the member of the form, JSON with `name.firstName` and `name.lastName`; its address counts for nothing */
export function nameInForm(user: string | undefined): ToldName {
  if (user === undefined || user.length > MAX_FORM_LENGTH) return {};
  const { name } = Object(parseJson(user)) as { readonly name?: unknown };
  const parts: Readonly<Record<string, unknown>> = { ...Object(name) };
  return partsOf(textOf(parts, "firstName"), textOf(parts, "lastName"));
}

/** The same, in the query that the browser comes back with. */
export const nameInQuery = (parameters: URLSearchParams): ToldName =>
  partsOf(parameters.get("given_name") ?? undefined, parameters.get("family_name") ?? undefined);
