/** The details of a new user from what a provider says (auth-wire 5.11, step 4). */
import type { Details } from "../../snapshot/snapshot.ts";
import type { JsonObject } from "../../std/json-object.ts";
import { trimBlanks } from "../../std/trim-blanks.ts";
import { CONTROL } from "../fields.ts";

const MAX_TEXT_LENGTH = 320;

/** A text, or the first of a list; nothing that is long, broken or invisible. */
function firstText(claims: JsonObject, name: string): string {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== "string") return "";
  const text = trimBlanks(first);
  return text.length <= MAX_TEXT_LENGTH && text.isWellFormed() && !CONTROL.test(text) ? text : "";
}

/** `email` and `name` fall back to the alias, a name first to both of its parts; members without a value are left out. */
export function profileOf(claims: JsonObject, alias: string): Details {
  const given = (name: string) => firstText(claims, name);
  const email = given("email") || (alias.includes("@") ? alias : "");
  const [first, last] = [given("given_name"), given("family_name")];
  const joined = first && last ? `${first} ${last}` : "";
  const all: Record<string, string> = {
    email,
    name: given("name") || joined || alias,
    given_name: first,
    family_name: last,
    uid: given("preferred_username"),
  };
  return {
    ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    // The provider's word is about its own claim, not about a name that stands in for it.
    ...(given("email") !== "" && claims.email_verified === true && { email_verified: true }),
  };
}
