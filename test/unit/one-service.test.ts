/**
 * ADR 0119: one running service is one object. What reads at another moment takes a snapshot, or a call at it; a copy with
 * other members would be a second service, of which the parts of the first know nothing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import type { Service } from "../../src/call.ts";

const SOURCE = join(import.meta.dirname, "../../src");

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"));

/** How a copy, or what passes for one, is written. */
const COPY =
  /\.\.\.(?:\w+\.)*service\b(?![.(])|\b(?:Object\.(?:create|assign)|structuredClone)\((?:\w+\.)*(?:service|snapshots)\b|\bas Service\b/;

const copies = (text: string) => text.split("\n").filter((line) => COPY.test(line));

test("copies are seen, and a part of a service is none", () => {
  const lines = [
    "const known = { ...service, front };",
    "return f({ ...call.service });",
    "snapshots: Object.create(service.snapshots, { current }),",
    "const second = Object.assign(service, { front });",
    "const service = made as Service;",
    "const made = {} as unknown as Service;",
  ];
  const others = ["[...service.snapshots.current.webhooks]", "return { service, store };"];
  expect(copies([...lines, ...others].join("\n"))).toEqual(lines);
});

test("a service is made in one place, and copied in none", () => {
  const found = files.flatMap((file) =>
    copies(readFileSync(join(SOURCE, file), "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual(["auth/open-service.ts: const service = made as Service;"]);
});

test("by whatever name, a copy does not compile as a service", () => {
  const copied = (one: Service) => ({ ...one });
  expectTypeOf(copied).returns.not.toExtend<Service>();
  expectTypeOf(copied).returns.toExtend<Pick<Service, "snapshots" | "front">>();
});
