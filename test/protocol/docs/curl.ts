/**
 * Reads the `curl` commands of a shell block, as far as the documentation uses them: options that every curl
 * knows. `--json` is not one of them, it came with 7.82.
 */

export type Variables = Record<string, string>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;

/** Words of every command; quotes, continuation lines, comments and `$NAME` as a shell reads them. */
export function splitCommands(script: string, variables: Variables): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < script.length; at++) {
    const char = script[at] ?? "";
    if (quote === "'") {
      if (char === "'") quote = "";
      else word += char;
    } else if (char === "$") {
      const [name] = NAME.exec(script.slice(at + 1)) ?? [];
      const value = name === undefined ? undefined : variables[name];
      if (name === undefined || value === undefined) throw new Error(`no value for $${name}`);
      word = (word ?? "") + value;
      at += name.length;
    } else if (char === "\\") {
      at += 1;
      if (script[at] !== "\n") word = (word ?? "") + (script[at] ?? "");
    } else if (quote === '"') {
      if (char === '"') quote = "";
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (char === "#" && word === undefined) {
      at = script.indexOf("\n", at) < 0 ? script.length : script.indexOf("\n", at) - 1;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (char === "\n" && words.length > 0) {
        commands.push(words);
        words = [];
      }
    } else word = (word ?? "") + char;
  }
  if (quote !== "") throw new Error("a quote is not closed");
  if (word !== undefined) words.push(word);
  return words.length > 0 ? [...commands, words] : commands;
}

/** The request that a `curl` command sends. */
export function readCurl(words: readonly string[]): Request {
  const [program, ...rest] = words;
  if (program !== "curl") throw new Error(`${program} is not curl`);
  const headers = new Headers();
  const data: string[] = [];
  let method: string | undefined;
  let url: string | undefined;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    const value = () => {
      at += 1;
      const given = rest[at];
      if (given === undefined) throw new Error(`${word} needs a value`);
      return given;
    };
    if (/^(-[sSi]+|--no-progress-meter)$/.test(word)) continue;
    if (word === "-u") {
      const bytes = new TextEncoder().encode(value());
      headers.set("authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
    } else if (word === "-d") data.push(value());
    else if (word === "--data-urlencode") data.push(urlEncoded(value()));
    else if (word === "-X") method = value();
    else if (word === "-H") {
      const [, name = "", text = ""] = /^([^:]+):\s*(.*)$/.exec(value()) ?? [];
      headers.append(name, text);
    } else if (word.startsWith("-")) throw new Error(`curl ${word} is not known to this test`);
    else url = word;
  }
  if (url === undefined) throw new Error("curl needs a URL");
  if (data.length > 0 && !headers.has("content-type")) {
    headers.set("content-type", "application/x-www-form-urlencoded");
  }
  const body = data.length > 0 ? data.join("&") : null;
  return new Request(url, { method: method ?? (body === null ? "GET" : "POST"), headers, body });
}

function urlEncoded(text: string): string {
  const equals = text.indexOf("=");
  const name = equals < 0 ? "" : text.slice(0, equals + 1);
  return name + encodeURIComponent(text.slice(equals + 1));
}
