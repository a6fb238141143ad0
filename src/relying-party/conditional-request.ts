/** Asking again for a document that is kept: a host that has no newer one answers without it (RFC 9110 §13, RFC 9111 §4.3). */
import type { HttpClient } from "../runtime.ts";

/** An entity tag (RFC 9110 §8.8.3) that is short enough to keep for a stranger. */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,256}"$/;
const HTTP_DATE = /^[\w,: +-]{1,40}$/;
const MAX_VALIDATOR_LENGTH = 256;

/** Headers that ask for a document only where it is another one; none for a host that names no version. */
export type Validators = readonly (readonly [name: string, value: string])[];

/** What to send with the next request for the document of this answer. */
export function validatorsOf(answer: Headers): Validators {
  const tag = answer.get("etag") ?? "";
  const date = answer.get("last-modified") ?? "";
  return [
    ...(ENTITY_TAG.test(tag) ? [["if-none-match", tag] as const] : []),
    ...(HTTP_DATE.test(date) ? [["if-modified-since", date] as const] : []),
  ];
}

/** The same client, whose requests carry them. */
export const conditional =
  (http: HttpClient, validators: Validators): HttpClient =>
  (request, options) => {
    const headers = new Headers(request.headers);
    for (const [name, value] of validators) headers.set(name, value);
    return http(new Request(request, { headers }), options);
  };

/**
 * What an answer says of its own lifetime, for `freshFor`. A 304 leaves out what has not changed: there `before`
 * counts, except for what the answer spent on its way (RFC 9111 §3.2).
 */
export function lifetimeHeaders(answer: Headers, before?: Headers): Headers {
  const said = new Headers();
  for (const name of ["cache-control", "expires"]) {
    const value = answer.get(name) ?? before?.get(name);
    if (value != null && value.length <= MAX_VALIDATOR_LENGTH) said.set(name, value);
  }
  for (const name of ["age", "date"]) {
    const value = answer.get(name);
    if (value !== null && value.length <= MAX_VALIDATOR_LENGTH) said.set(name, value);
  }
  return said;
}
