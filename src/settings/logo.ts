/** Logos of settings, the deployment's and those on buttons: what is taken, and what is served of it. */
import { decodeBase64 } from "../std/base64.ts";
import { safeSvg } from "../std/safe-svg.ts";

/** Bytes of the file. */
export const MAX_LOGO_BYTES = 65_536;
/** The same of a logo on a button, of which a page has several. */
export const MAX_BUTTON_LOGO_BYTES = 16_384;
/** Pixels of a side: a small file can be a large picture. */
const MAX_SIDE_PX = 2_048;
const DATA_URL = /^data:image\/(svg\+xml|png);base64,([A-Za-z0-9+/=]+)$/;
const PNG_HEAD = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82] as const;

export interface Logo {
  readonly type: "image/svg+xml" | "image/png";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function isPng(bytes: Uint8Array): boolean {
  if (bytes.length < 33 || PNG_HEAD.some((byte, index) => bytes[index] !== byte)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sides = [view.getUint32(16), view.getUint32(20)];
  return sides.every((side) => side > 0 && side <= MAX_SIDE_PX);
}

function svgOf(bytes: Uint8Array): Logo | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const safe = safeSvg(text);
    return safe === undefined
      ? undefined
      : { type: "image/svg+xml", bytes: new TextEncoder().encode(safe) };
  } catch {
    return undefined;
  }
}

/** The harmless part of a data URL; undefined for one that is no logo. */
export function readLogo(text: string, largest = MAX_LOGO_BYTES): Logo | undefined {
  if (text.length > largest * 1.4) return undefined;
  const [, kind, base64 = ""] = DATA_URL.exec(text) ?? [];
  const bytes = kind === undefined ? undefined : decodeBase64(base64);
  if (!bytes || bytes.length > largest) return undefined;
  if (kind === "svg+xml") return svgOf(bytes);
  return isPng(bytes) ? { type: "image/png", bytes } : undefined;
}

/** Whether a text can be the logo of a button. */
export const isButtonLogo = (text: string): boolean =>
  readLogo(text, MAX_BUTTON_LOGO_BYTES) !== undefined;
