/** QR codes (ISO/IEC 18004) as SVG, drawn here: no page loads one from elsewhere, and no secret leaves. */
import { encode } from "uqr";

/** Light modules around the code, as readers need them. */
const QUIET = 4;

/** One path for all dark modules; black on white in every theme, since many readers take no other. */
export function qrCode(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const runs = data.map((row, y) => {
    let path = "";
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const begin = x;
      while (row[x + 1]) x += 1;
      path += `M${begin} ${y}h${x + 1 - begin}v1H${begin}z`;
    }
    return path;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join("")}"/></svg>`;
}
