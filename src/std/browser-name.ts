/** What a `User-Agent` (RFC 9110 §10.1.5) says, in a few words for its own user: it proves nothing. */

const MAX_AGENT_LENGTH = 512;

/** In this order, because most browsers also name those that they resemble. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["EdgA/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

const find = (text: string, names: readonly (readonly [string, string])[]) =>
  names.find(([mark]) => text.includes(mark))?.[1];

/** Between the two names, in what is stored and answered; pages have words of their own for it. */
const ON = " on ";

/** `Firefox on Windows`; empty where it names nothing that is known. */
export function browserName(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, MAX_AGENT_LENGTH);
  const browser = find(text, BROWSERS);
  const system = find(text, SYSTEMS);
  if (browser === undefined) return system ?? "";
  return system === undefined ? browser : `${browser}${ON}${system}`;
}

/** The names that `browserName` put together, for pages in other languages; undefined where one of them is missing. */
export function browserParts(name: string): { browser: string; system: string } | undefined {
  const [browser, system, ...others] = name.split(ON);
  return browser && system && others.length === 0 ? { browser, system } : undefined;
}
