/** Fetching a document by its URL (G-6): status, type, size and encoding are right, or it is refused. */
import { UnfetchableUrl } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { HttpClient } from "../runtime.ts";

/** JSON: RFC 8259 and what builds on it (RFC 6839). XML: RFC 7303, and metadata of SAML. */
const TYPES = {
  json: { accept: "application/json", fits: /^application\/(?:[\w.-]+\+)?json$/ },
  xml: {
    accept: "application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8",
    fits: /^(?:text\/xml|application\/(?:[\w.-]+\+)?xml)$/,
  },
} as const;

/** What a document has to be. */
export interface DocumentRule {
  readonly type: keyof typeof TYPES;
  /** Bytes; 1 MiB when absent. */
  readonly maxBytes?: number;
  /** Milliseconds until all of it must be there; 10 s when absent. */
  readonly timeout?: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

const mediaType = (response: Response): string =>
  (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/**
 * The text of the document. Throws `UnfetchableUrl`: another status than 200 (a redirect is none), another
 * type, no UTF-8, and everything that `http` refuses.
 * @param http `providerHttp` or `strangerHttp`
 */
export async function fetchDocument(
  http: HttpClient,
  url: string,
  { type, maxBytes, timeout }: DocumentRule,
): Promise<string> {
  const { accept, fits } = TYPES[type];
  const response = await http(new Request(url, { headers: { accept } }), {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(timeout !== undefined && { timeout }),
  });
  if (response.status !== 200) throw new UnfetchableUrl(message("url.no_document"));
  if (!fits.test(mediaType(response))) {
    throw new UnfetchableUrl(message(`url.no_${type}`));
  }
  try {
    return decoder.decode(await response.arrayBuffer());
  } catch (cause) {
    throw new UnfetchableUrl(message("url.no_utf8"), cause);
  }
}

/** The same for JSON whose top is an object. */
export async function fetchJson(
  http: HttpClient,
  url: string,
  rule: Omit<DocumentRule, "type"> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const text = await fetchDocument(http, url, { ...rule, type: "json" });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Refused below, as what is not an object.
  }
  throw new UnfetchableUrl(message("url.no_object"));
}
