/** How long to wait, in words. */

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** "45 seconds", "2 minutes": rounded up, so that the next attempt is not too early. @param seconds at least 1 */
export function waitText(seconds: number, language = "en"): string {
  const [unit, size] =
    seconds > 1.5 * HOUR_SECONDS
      ? ["hour", HOUR_SECONDS]
      : seconds >= MINUTE_SECONDS
        ? ["minute", MINUTE_SECONDS]
        : ["second", 1];
  const count = Math.max(1, Math.ceil(seconds / Number(size)));
  const format = { style: "unit", unit: String(unit), unitDisplay: "long" } as const;
  return new Intl.NumberFormat(language, format).format(count);
}
