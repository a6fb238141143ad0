/** How long to wait, in words. */

const MINUTE = 60;
const HOUR = 3_600;

/** "45 seconds", "2 minutes": rounded up, so that the next attempt is not too early. @param seconds at least 1 */
export function waitText(seconds: number, language = "en"): string {
  const [unit, size] =
    seconds > 1.5 * HOUR ? ["hour", HOUR] : seconds >= MINUTE ? ["minute", MINUTE] : ["second", 1];
  const count = Math.max(1, Math.ceil(seconds / Number(size)));
  const format = { style: "unit", unit: String(unit), unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, format).format(count);
}
