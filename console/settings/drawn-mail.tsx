/**
 * The HTML of a mail, drawn as a picture: elements and styles of a short list, made anew one by one, so that nothing in
 * it runs, loads or leads anywhere. The policy of the page would show an embedded document without its styles.
 */
import { useEffect, useRef } from "react";

const ELEMENTS: ReadonlySet<string> = new Set([
  "A",
  "BR",
  "DIV",
  "H1",
  "P",
  "SPAN",
  "TABLE",
  "TBODY",
  "TD",
  "TR",
]);

/** In the place of the attribute; what a mail says cannot hold it, since its quotes are escaped. */
const STYLE = "data-style";

/** Styles of our mails that load something have no place in a picture. */
const isHarmless = (style: string) => !/url\(|image|@import|position/i.test(style);

function drawn(source: Node): Node | undefined {
  if (source instanceof Text) return document.createTextNode(source.data);
  if (!(source instanceof HTMLElement) || !ELEMENTS.has(source.tagName)) return undefined;
  // A link that leads nowhere.
  const made = document.createElement(source.tagName === "A" ? "span" : source.tagName);
  const style = source.getAttribute(STYLE) ?? "";
  if (isHarmless(style)) made.style.cssText = style;
  // A centred cell centres the table in it, or its text where it has none.
  const isCentred = (cell: Element | null) => cell?.getAttribute("align") === "center";
  if (isCentred(source) && !source.querySelector("table")) made.style.textAlign = "center";
  if (source.tagName === "TABLE" && isCentred(source.parentElement)) {
    made.style.marginInline = "auto";
  }
  if (source.getAttribute("width") === "100%") made.style.width = "100%";
  for (const child of source.childNodes) {
    const copy = drawn(child);
    if (copy) made.append(copy);
  }
  return made;
}

export function DrawnMail({ html, label }: { html: string; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    // Of its own: the styles of the console do not reach it.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    // A parser would apply styles, which the policy of the page refuses.
    const readable = html
      .replace(/<style>[\s\S]*?<\/style>/, "")
      .replaceAll(' style="', ` ${STYLE}="`);
    const { body } = new DOMParser().parseFromString(readable, "text/html");
    const page = document.createElement("div");
    page.style.cssText = body.getAttribute(STYLE) ?? "";
    page.append(...[...body.childNodes].flatMap((child) => drawn(child) ?? []));
    root.replaceChildren(page);
  }, [html]);
  return <div ref={host} role="img" aria-label={label} className="console-drawn-mail" data-mail />;
}
