/** Ids of directory entries as text (decision E-5): the bytes of each kind of server, and what says nothing. */
import { expect, test } from "vitest";
import { idAttributes, idsOf } from "../../../src/directory/entry-ids.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const text = (value: string) => new Uint8Array(new TextEncoder().encode(value));
const ids = (values: Record<string, readonly Uint8Array[]>, id_attribute = "") =>
  idsOf({ bytes: values }, { id_attribute });

test("objectGUID is the GUID that Active Directory shows, also where its bytes are a text", () => {
  const guid = bytes("004e8eb57a7b7a4a9ac8a4b8f5a2d1c0");
  const wanted = [{ attribute: "objectGUID", value: "b58e4e00-7b7a-4a7a-9ac8-a4b8f5a2d1c0" }];
  expect(ids({ objectGUID: [guid] })).toEqual(wanted);
  // What a driver gives is a view of its buffer: read twice, it is the same.
  const view = Buffer.concat([Buffer.from("head"), guid]).subarray(4);
  expect(ids({ objectGUID: [view] })).toEqual(wanted);
  expect(ids({ objectGUID: [view] })).toEqual(wanted);
  const printable = text("abcdefghijklmnop");
  expect(ids({ objectGUID: [printable] })[0]?.value).toBe("64636261-6665-6867-696a-6b6c6d6e6f70");
  const mark = bytes("efbbbf00000000000000000000000000");
  expect(ids({ objectGUID: [mark] })[0]?.value).toBe("00bfbbef-0000-0000-0000-000000000000");
});

test("entryUUID and nsUniqueId are compared without case", () => {
  const value = "6F1C2A44-5D0E-103F-8A3F-6B0C1E2D3F40";
  expect(ids({ entryUUID: [text(value)], nsUniqueId: [text("AB-CD")] })).toEqual([
    { attribute: "entryUUID", value: value.toLowerCase() },
    { attribute: "nsUniqueId", value: "ab-cd" },
  ]);
});

test("several values, none, and bytes of another length say nothing", () => {
  expect(ids({})).toEqual([]);
  expect(ids({ objectGUID: [], entryUUID: [text("a"), text("b")] })).toEqual([]);
  expect(ids({ objectGUID: [bytes("0011")] })).toEqual([]);
  expect(ids({ employeeNumber: [text("x".repeat(513))] }, "employeeNumber")).toEqual([]);
});

test("the attribute of the record counts first, and its case makes no other people", () => {
  expect(idAttributes({ id_attribute: "" })).toEqual(["objectGUID", "entryUUID", "nsUniqueId"]);
  expect(idAttributes({ id_attribute: "entryuuid" })).toEqual([
    "entryuuid",
    "objectGUID",
    "nsUniqueId",
  ]);
  expect(ids({ entryuuid: [text("AB")] }, "entryuuid")).toEqual([
    { attribute: "entryUUID", value: "ab" },
  ]);
  expect(ids({ EmployeeNumber: [text("4711")] }, "EmployeeNumber")).toEqual([
    { attribute: "employeenumber", value: "4711" },
  ]);
});

test("what is no text is never the id of a text", () => {
  const values = [bytes("ff00"), text("#ff00"), text("ff00"), text("a\u0000"), text("a")];
  const found = values.map((value) => ids({ guid: [value] }, "guid")[0]?.value);
  expect(new Set(found).size).toBe(values.length);
});
