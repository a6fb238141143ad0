/** Pictures of the guides are WebP: half the bytes of a JPEG that can be read as well, a third of a PNG. */
import { writeFileSync } from "node:fs";
import type { Browser } from "../test/support/chromium.ts";

/** Of 1: text stays sharp, and a page of the console has some 25 KB. */
const QUALITY = 0.75;

/**
 * Writes a screenshot, encoded by the browser itself.
 * @param path without the ending
 * @param png what `screenshot` answers
 */
export async function writePicture(browser: Browser, path: string, png: Buffer): Promise<void> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    [`data:image/png;base64,${png.toString("base64")}`, QUALITY] as const,
  );
  await page.close();
  writeFileSync(`${path}.webp`, Buffer.from(encoded.slice(encoded.indexOf(",") + 1), "base64"));
}
