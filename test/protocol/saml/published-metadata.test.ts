/**
 * Metadata that other libraries publish for their tests (F5): of each document its shape, made again here with keys of
 * our own, and the answer that the document itself got. Current ones are taken, broken ones are refused with a reason.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { readIdentityProvider, xmlSignatures } from "../../support/inside.ts";
import { bareCertificate, makeKey } from "../../support/saml-idp.ts";

const MD = "urn:oasis:names:tc:SAML:2.0:metadata";
const DS = "http://www.w3.org/2000/09/xmldsig#";
const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:";

/** One identity provider of a document: its bindings, its keys by use and by what their certificates are. */
interface Shape {
  readonly count: number;
  readonly bindings: readonly string[];
  readonly keys: readonly (readonly [use: string, what: string])[];
  readonly answer: string;
}

interface Published {
  readonly library: string;
  readonly file: string;
  readonly federation: boolean;
  readonly comments: boolean;
  readonly instructions: boolean;
  readonly providers: readonly Shape[];
}

const { weak, documents } = JSON.parse(
  readFileSync(new URL("../fixtures/saml-metadata.json", import.meta.url), "utf8"),
) as { readonly weak: string; readonly documents: readonly Published[] };

let good: string;
beforeAll(async () => {
  good = bareCertificate(await makeKey());
});

function keyDescriptor([use, what]: Shape["keys"][number]): string {
  const texts: Readonly<Record<string, string>> = { good, weak, unreadable: "AAAA" };
  const namespace = what === "other namespace" ? "urn:x" : DS;
  const data =
    what === "none"
      ? "<ds:KeyName>k</ds:KeyName>"
      : `<ds:X509Data><ds:X509Certificate>${texts[what] ?? good}</ds:X509Certificate></ds:X509Data>`;
  const as = use === "any" ? "" : ` use="${use}"`;
  return `<KeyDescriptor${as}><ds:KeyInfo xmlns:ds="${namespace}">${data}</ds:KeyInfo></KeyDescriptor>`;
}

function document({ federation, comments, instructions, providers }: Published): string {
  const entities = providers.map(({ bindings, keys }, index) => {
    const services = bindings.map(
      (name) =>
        `<SingleSignOnService Binding="${BINDING}${name}" Location="https://idp.example.com/${index}/${name}"/>`,
    );
    return `<EntityDescriptor xmlns="${MD}" entityID="urn:${index}"><IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">${keys.map(keyDescriptor).join("")}${services.join("")}</IDPSSODescriptor></EntityDescriptor>`;
  });
  const inner = entities.join(comments ? "<!-- another -->" : "");
  const isSeveral = federation || entities.length > 1;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    comments ? "<!-- metadata -->" : "",
    instructions ? '<?xml-stylesheet href="x"?>' : "",
    isSeveral ? `<EntitiesDescriptor xmlns="${MD}">${inner}</EntitiesDescriptor>` : inner,
  ].join("");
}

describe.each(documents.map((one) => [one.library, one.file, one] as const))(
  "%s %s",
  (_library, _file, published) => {
    test("each of its identity providers is taken or refused as the document itself was", async () => {
      const text = document(published);
      for (const [index, { answer }] of published.providers.entries()) {
        const wanted = published.providers.length > 1 ? `urn:${index}` : "";
        const read = readIdentityProvider(xmlSignatures, text, wanted).then(
          () => "taken",
          (error: Error) => error.message,
        );
        // Of a weak certificate the number of its bits is told: ours has 1024.
        expect(await read).toBe(answer.replace(/of \d+ bits/, "of 1024 bits"));
      }
    });
  },
);

test("what is taken has a key for signing of 2048 bits or more and a binding of ours, and nothing else is", () => {
  const shapes = documents.flatMap(({ providers }) => providers);
  const counted = (taken: boolean) =>
    shapes
      .filter(({ answer }) => (answer === "taken") === taken)
      .reduce((sum, { count }) => sum + count, 0);
  expect([documents.length, counted(true), counted(false)]).toEqual([53, 115, 41]);
  for (const { bindings, keys, answer } of shapes) {
    const isCurrent =
      keys.some(([use, what]) => use !== "encryption" && what === "good") &&
      bindings.some((name) => name === "HTTP-Redirect" || name === "HTTP-POST");
    expect(answer === "taken", answer).toBe(isCurrent);
  }
});
