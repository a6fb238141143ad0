/** Drawings of strangers: what comes out cannot run, load, link or style anything. */
import { describe, expect, test } from "vitest";
import { safeSvg } from "../../../src/std/safe-svg.ts";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inside}</svg>`;

describe("what a logo needs is kept", () => {
  test.each([
    '<path d="M0 0h8v8z" fill="#0b6e4f"/>',
    '<g transform="translate(1,1)"><circle cx="4" cy="4" r="2" fill="none" stroke="red"/></g>',
    '<defs><linearGradient id="a"><stop offset="0%" stop-color="rgb(1, 2, 3)"/></linearGradient></defs><rect width="8" height="8" fill="url(#a)"/>',
  ])("%s", (inside) => {
    expect(safeSvg(svg(inside))).toBe(svg(inside));
  });

  test("declarations of XML, comments and other namespaces of drawing programs go", () => {
    const text = `<?xml version="1.0"?>\n<!-- drawn by hand -->\n${svg(
      '<metadata><rdf:RDF xmlns:rdf="x:y"><a/></rdf:RDF></metadata><path d="M0 0" data-x="1" sodipodi:type="arc"/>',
      ' xmlns:sodipodi="http://example.com"',
    )}\n`;
    expect(safeSvg(text)).toBe(svg('<path d="M0 0"/>'));
  });
});

describe("what could harm goes, with what is inside of it", () => {
  test.each([
    "<script>alert(1)</script>",
    "<script><![CDATA[alert(1)]]></script>",
    '<script href="https://example.com/x.js"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    "<style>@import url(https://example.com/x.css);</style>",
    '<image href="https://example.com/track.png"/>',
    '<use href="https://example.com/x.svg#a"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<filter id="f"><feImage href="https://example.com/x"/></filter>',
    "<text>pay here</text>",
    "<SCRIPT>alert(1)</SCRIPT>",
  ])("%s", (inside) => {
    expect(safeSvg(svg(inside))).toBe(svg(""));
  });

  test.each([
    'onload="alert(1)"',
    'onclick="alert(1)"',
    'style="background:url(https://example.com)"',
    'fill="url(https://example.com/x)"',
    'fill="url(javascript:alert(1))"',
    'href="javascript:alert(1)"',
    'xlink:href="https://example.com"',
    'clip-path="URL(//example.com/x)"',
    'fill="&#106;avascript:alert(1)"',
    'fill="expression(alert(1)){}"',
    'class="x"',
  ])("%s", (attribute) => {
    expect(safeSvg(svg(`<path d="M0 0" ${attribute}/>`))).toBe(svg('<path d="M0 0"/>'));
  });
});

describe("what is no plain drawing is none", () => {
  test.each([
    ["nothing", ""],
    ["HTML", "<html><body/></html>"],
    ["words around it", `hello ${svg("")}`],
    ["words behind it", `${svg("")} hello`],
    ["a second root", svg("") + svg("")],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg("&a;")}`],
    ["tags that do not close", "<svg><g></svg>"],
    ["no end", "<svg><g>"],
    ["an open quote", '<svg fill="a><script>alert(1)</script></svg>'],
    ["attributes without quotes", "<svg onload=alert(1)></svg>"],
    ["a comment that never ends", "<svg><!-- </svg>"],
    ["deep nesting", `<svg>${"<g>".repeat(40)}${"</g>".repeat(40)}</svg>`],
  ])("%s", (_, text) => {
    expect(safeSvg(text)).toBeUndefined();
  });

  test("P-7: long texts that match nothing are read in linear time", () => {
    for (const text of [
      `<svg ${"a ".repeat(30_000)}`,
      `<svg${' a="b"'.repeat(10_000)}`,
      `<svg>${"<".repeat(60_000)}`,
      `<svg>${"<!--".repeat(15_000)}`,
      `<svg ${" ".repeat(60_000)}`,
    ]) {
      expect(safeSvg(text)).toBeUndefined();
    }
  });
});
