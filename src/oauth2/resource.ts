/** RFC 8707 resource indicators: absolute URIs without fragment, allowed for the client (Z-13, W2). */
import { AuthError } from "../errors.ts";
import type { Client } from "../tokens/client.ts";

const MAXIMUM_RESOURCES = 20;

function parseResource(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new AuthError("invalid_target", "resource is not a valid uri", { cause });
  }
  if (text.includes("#") || !text.includes(":")) {
    throw new AuthError("invalid_target", "resource must be an absolute uri without fragment");
  }
  return url;
}

/** Same origin, and the prefix's path ends where a segment of the target ends. */
function isBelow(target: URL, prefix: string): boolean {
  let base: URL;
  try {
    base = new URL(prefix);
  } catch {
    return false;
  }
  const sameOrigin =
    base.protocol === target.protocol &&
    base.host === target.host &&
    target.username === "" &&
    target.password === "";
  if (!sameOrigin) return false;
  const path = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
  return `${target.pathname}/`.startsWith(path);
}

/** The requested resources, each checked against the client's list; an empty list allows any. */
export function allowResources(client: Client, requested: readonly string[]): string[] {
  if (requested.length > MAXIMUM_RESOURCES) {
    throw new AuthError("invalid_target", "too many resources");
  }
  for (const text of requested) {
    const target = parseResource(text);
    if (client.resources.length === 0) continue;
    if (!client.resources.some((prefix) => isBelow(target, prefix))) {
      throw new AuthError("invalid_target", "requested resource not allowed");
    }
  }
  return [...new Set(requested)];
}
