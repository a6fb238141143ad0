/** Adding parameters to an address that may have some already. */

/**
 * The address with this query behind its own; a fragment stays at the end (RFC 3986 §3.4).
 * @param query empty adds nothing; encoded already, as `URLSearchParams` or `encodeURIComponent` do it
 */
export function appendQuery(address: string, query: string | URLSearchParams): string {
  if (String(query) === "") return address;
  const at = address.indexOf("#");
  const target = at < 0 ? address : address.slice(0, at);
  const fragment = at < 0 ? "" : address.slice(at);
  const divider = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return `${target}${divider}${query}${fragment}`;
}
