/** The drawing of a QR code shows the modules that were encoded, with the quiet zone of ISO/IEC 18004. */
import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrCode } from "../../../src/web/pages/qr-code.ts";

const TEXT = "otpauth://totp/Postern:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Postern";

/** The dark modules that a path fills. */
function modulesOf(path: string, size: number): boolean[][] {
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x = "", y = "", width = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let i = 0; i < Number(width); i++) (dark[Number(y)] ?? [])[Number(x) + i] = true;
  }
  return dark;
}

test("every dark module is drawn, and no other; four light ones around them", () => {
  const svg = qrCode(TEXT);
  const { data, size } = encode(TEXT, { ecc: "M", border: 4 });
  const path = /<path d="([^"]*)"/.exec(svg)?.[1] ?? "";
  expect(modulesOf(path, size)).toEqual(data);
  expect(
    data
      .slice(0, 4)
      .flat()
      .concat(data.map((row) => row[3] ?? true))
      .some(Boolean),
  ).toBe(false);
});

test("it needs no script, no style and nothing from elsewhere, and holds no text", () => {
  const svg = qrCode(TEXT);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
  expect(svg).not.toMatch(/script|style|href|url\(|<text/);
});
