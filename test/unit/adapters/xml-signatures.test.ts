/** What a signature covers, without the library's own search through the document (S-3, S-4; ADR 0064). */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { ExclusiveCanonicalization, SignedXml } from "xml-crypto";
import { xmlSignatures } from "../../../src/adapters/drivers/xml.ts";
import { parseTree } from "../../../src/adapters/drivers/xml-parse.ts";
import { MESSAGE_LIMITS } from "../../../src/federation/saml/elements.ts";
import { makeKey, type Says, sign, signedResponse } from "../../support/saml-idp.ts";

const key = await makeKey();
const now = Date.now();
const says: Says = {
  now,
  acs: "https://id.example.com/auth/saml/campus/acs",
  audience: "https://id.example.com/auth/saml/campus/metadata",
  request: "_r",
};

const verified = (xml: string, certificates = [key.certificate]) =>
  xmlSignatures.verify(xml, MESSAGE_LIMITS, certificates).then(
    (all) => all.map(({ canonical }) => canonical),
    () => undefined,
  );

/** The same by the library alone: the oracle. */
function verifiedByLibrary(xml: string): string[] | undefined {
  try {
    const root = parseTree(xml, MESSAGE_LIMITS) as unknown as Element;
    const signatures = Array.from(
      root.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature"),
    );
    return signatures.flatMap((signature) => {
      const verifier = new SignedXml({ publicCert: key.certificate });
      verifier.idAttributes = ["ID"];
      verifier.loadSignature(signature as never);
      if (!verifier.checkSignature(xml)) throw new Error("not valid");
      return verifier.getSignedReferences();
    });
  } catch {
    return undefined;
  }
}

const name = fc.constantFrom("a", "b", "x:c", "y:d", "saml:e", "NameID");
const value = fc.constantFrom(
  "",
  "1",
  "a &amp; b",
  "&lt;x&gt;",
  "&#xD;&#xA;\t",
  "ü 💥",
  '"'.replace('"', "&quot;"),
  "  ",
);
const attribute = fc.tuple(
  fc.constantFrom(
    "n",
    "m",
    "x:n",
    "y:n",
    "xml:lang",
    "xmlns",
    "xmlns:x",
    "xmlns:y",
    "xmlns:z",
    "xmlns:saml",
  ),
  value,
);
const WRITTEN: Readonly<Record<string, string>> = {
  "": "urn:one",
  "1": "urn:two",
  "  ": "urn:three",
};
const element = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    value,
    fc
      .tuple(
        name,
        fc.uniqueArray(attribute, { maxLength: 4, selector: ([each]) => each }),
        fc.array(tie("node"), { maxLength: 3 }),
      )
      .map(([tag, attributes, inner]) => {
        const written = attributes.map(([each, text]) =>
          each.startsWith("xmlns")
            ? `${each}="${WRITTEN[text] ?? "urn:four"}"`
            : `${each}="${text}"`,
        );
        return `<${[tag, ...written].join(" ")}>${inner.join("")}</${tag}>`;
      }),
  ),
})).node;

test("S-4: generated documents, right and spoiled, have the canonical form that the library finds, or are refused by both", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { maxLength: 4 }),
      fc.constantFrom("assertion", "response", "both" as const),
      fc.subarray(["x", "y", "saml", "xs"]),
      fc.option(fc.tuple(fc.nat(), fc.constantFrom("", " ", "a", "A", "<", "=")), { freq: 2 }),
      async (inner, level, prefixes, change) => {
        const extra = `<saml:Advice xmlns:x="urn:x" xmlns:y="urn:y">${inner.join("")}</saml:Advice>`;
        let xml: string;
        try {
          xml = signedResponse({ ...says, extra }, key, level as "both");
          if (level === "response") {
            xml = sign(xml.replace(/<ds:Signature .*<\/ds:Signature>/s, ""), "Response", key, {
              prefixes,
            });
          }
        } catch {
          return; // not well-formed
        }
        if (change) {
          const at = change[0] % xml.length;
          xml = xml.slice(0, at) + change[1] + xml.slice(at + 1);
        }
        const [ours, theirs] = [await verified(xml), verifiedByLibrary(xml)];
        if (ours) taken++;
        expect(ours).toEqual(theirs);
      },
    ),
    {
      numRuns: Number(process.env.FUZZ_RUNS ?? 1) * 100,
      ...(!process.env.FUZZ_RUNS && { seed: 26 }),
    },
  );
  expect(taken).toBeGreaterThan(30);
});

test("S-4: what a signature names is made canonical once, and only when the provider signed the list", async () => {
  const elements = 2_000;
  const full = signedResponse({ ...says, extra: "<x/>".repeat(elements) }, key);
  const made = vi.spyOn(ExclusiveCanonicalization.prototype, "processInner");
  try {
    expect(await verified(full)).toHaveLength(1);
    expect(made.mock.calls.length).toBeGreaterThan(elements);
    expect(made.mock.calls.length).toBeLessThan(elements + 100);
    made.mockClear();
    expect(await verified(full.replace(/(SignatureValue>)[^<]{8}/, "$1AAAAAAAA"))).toBeUndefined();
    expect(await verified(full, [(await makeKey()).certificate])).toBeUndefined();
    expect(made.mock.calls.length).toBeLessThan(100);
  } finally {
    made.mockRestore();
  }
});

test("S-3: a signature that the caller has not looked at is refused for everything but its one form", async () => {
  const good = signedResponse(says, key);
  const spoil = (from: string | RegExp, to: string) => verified(good.replace(from, to));
  const [info = ""] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(good) ?? [];
  const [reference = ""] = /<ds:Reference.*<\/ds:Reference>/s.exec(info) ?? [];
  const list = (prefixes: number) =>
    `#"><InclusiveNamespaces xmlns="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${"p ".repeat(prefixes)}"/></ds:CanonicalizationMethod>`;
  expect(await verified(good)).toHaveLength(1);
  expect(await spoil(info, info + info)).toBeUndefined();
  expect(await spoil(reference, reference + reference)).toBeUndefined();
  expect(await spoil(/URI="#[^"]+"/, 'URI=""')).toBeUndefined();
  expect(await spoil("xmlenc#sha256", "xmlenc#ripemd160")).toBeUndefined();
  expect(await spoil("rsa-sha256", "ecdsa-sha256")).toBeUndefined();
  expect(await spoil(/#"\/>/, list(65))).toBeUndefined();
  await expect(
    xmlSignatures.verify(good.replace(/#"\/>/, list(65)), MESSAGE_LIMITS, [key.certificate]),
  ).rejects.toThrow("a signature keeps too many prefixes");
});
