/** RFC 8707 resource indicators: absolute URIs without fragment, allowed for the client (Z-13, W2). */
import { AuthError } from "../errors.ts";
import { isUrlBelow } from "../std/url-below.ts";
import type { Client } from "../tokens/client.ts";

const MAX_RESOURCES = 20;

function requireResource(text: string): void {
  if (!URL.canParse(text)) {
    throw new AuthError("invalid_target", "resource is not a valid uri");
  }
  if (text.includes("#") || !text.includes(":")) {
    throw new AuthError("invalid_target", "resource must be an absolute uri without fragment");
  }
}

/** Resources of a request: absolute URIs without fragment, not too many, each once (RFC 8707 §2). */
export function readResources(requested: readonly string[]): string[] {
  if (requested.length > MAX_RESOURCES) {
    throw new AuthError("invalid_target", "too many resources");
  }
  for (const text of requested) requireResource(text);
  return [...new Set(requested)];
}

/** The requested resources, each checked against the client's list; an empty list allows any. */
export function allowResources(client: Client, requested: readonly string[]): string[] {
  const resources = readResources(requested);
  const { resources: prefixes } = client;
  const allowed = (text: string) => prefixes.some((prefix) => isUrlBelow(text, prefix));
  if (prefixes.length > 0 && !resources.every(allowed)) {
    throw new AuthError("invalid_target", "requested resource not allowed");
  }
  return resources;
}
