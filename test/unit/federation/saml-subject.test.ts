/** Subjects of SAML: the format stands in front of both kinds (decision E-5). */
import { expect, test } from "vitest";
import { NAME_ID_FORMATS } from "../../../src/federation/saml/names.ts";
import { samlSubject } from "../../../src/federation/saml/subject.ts";

const { persistent, transient, emailAddress } = NAME_ID_FORMATS;

test("a NameID of one format is never that of another", () => {
  const all = [
    samlSubject({ nameId: "ada", format: persistent }, "ada"),
    samlSubject({ nameId: "ada", format: emailAddress }, "ada"),
    samlSubject({ nameId: "one-time", format: transient }, "ada"),
    samlSubject({ nameId: "alias:ada", format: persistent }, "ada"),
    samlSubject({ nameId: `${persistent} ada`, format: "urn:x" }, "ada"),
    samlSubject({ nameId: "ada", format: `urn:x ${persistent}` }, "ada"),
  ];
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length);
});

test("a link of an earlier version is found, but not by a NameID that looks like one", () => {
  const before = (nameId: string, format: string) =>
    samlSubject({ nameId, format }, "ada").subject_before;
  expect(before("ada-id", persistent)).toBe("ada-id");
  expect(before("one-time", transient)).toBe("alias:ada");
  expect(before("alias:ada", persistent)).toBeUndefined();
});

test("the attribute of the ID stands for the person, and the link by NameID or name is found once more", () => {
  const id = { attribute: "Subject-ID", value: "ada@example.com" };
  const { subject } = samlSubject({ nameId: "one-time", format: transient }, "ada", id);
  expect(subject).toBe("[subject-id] ada@example.com");
  for (const person of [
    { nameId: "ada-id", format: persistent },
    { nameId: "one-time", format: transient },
    { nameId: "", format: transient },
  ]) {
    const known = samlSubject(person, "ada", id);
    expect(known.subject).toBe(subject);
    expect(known.subject_before).toBe(samlSubject(person, "ada").subject);
  }
  const forged = samlSubject({ nameId: "ada@example.com", format: "[subject-id]" }, "ada");
  expect(forged.subject).not.toBe(subject);
});

test("without a NameID the name stands for the person, as with a transient one", () => {
  expect(samlSubject({ nameId: "", format: transient }, "ada")).toEqual(
    samlSubject({ nameId: "one-time", format: transient }, "ada"),
  );
});
