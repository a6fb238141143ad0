/** What a phone reads in a picture: `zbarimg` of the operating system, a reader by other authors. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";

/** The text of the one QR code in a PNG. Throws where there is none to read. */
export function readQrCode(png: Uint8Array): string {
  const picture = join(temporaryFolder(), "picture.png");
  writeFileSync(picture, png);
  return execFileSync("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture])
    .toString()
    .trim();
}
