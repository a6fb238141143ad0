import { expect, test } from "vitest";
import type { Group } from "../../../src/directory/groups.ts";
import { membersOf } from "../../../src/directory/membership.ts";

const group = (name: string, ...members: readonly string[]): Group => ({
  name,
  dn: `CN=${name}`,
  key: `cn=${name}`,
  ambiguous: false,
  description: "",
  members: members.map((key) => ({ key })),
});

const people = ["ada", "boss"].map((uid) => ({ uid, key: `uid=${uid}` }));

async function groupsBy(groups: readonly Group[]) {
  const found = await membersOf(groups, people);
  return Object.fromEntries(
    [...found].map(([{ uid }, held]) => [uid, [...held].map(({ name }) => name).sort()]),
  );
}

test("D-4: groups inside of groups give what the outer ones give", async () => {
  const found = await groupsBy([
    group("company", "cn=staff", "uid=boss"),
    group("staff", "cn=developers"),
    group("developers", "uid=ada"),
  ]);
  expect(found).toEqual({ ada: ["company", "developers", "staff"], boss: ["company"] });
});

test("D-4: circles are harmless, and so is a group in itself", async () => {
  const found = await groupsBy([
    group("a", "cn=b", "cn=a"),
    group("b", "cn=c"),
    group("c", "cn=a", "uid=ada"),
  ]);
  expect(found).toEqual({ ada: ["a", "b", "c"] });
});

test("members that are no users and no groups give nothing", async () => {
  expect(await groupsBy([group("a", "cn=elsewhere", "ou=x")])).toEqual({});
});

test("a chain of 500 groups ends", async () => {
  const chain = Array.from({ length: 500 }, (_, index) =>
    group(`g${index}`, index === 0 ? "uid=ada" : `cn=g${index - 1}`),
  );
  expect((await groupsBy(chain)).ada).toHaveLength(500);
});
