import { expect, test } from "vitest";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import type { SnapshotHolder } from "../../../src/snapshot/holder.ts";
import { scanUnreadable } from "../../../src/snapshot/scan-unreadable.ts";
import { detailsPlace, SealedDetails } from "../../../src/snapshot/sealed.ts";

const box = await openSecretBox("a key of the operator");

async function holderOf(count: number): Promise<{ snapshots: SnapshotHolder; texts(): unknown[] }> {
  const principals = new Map<string, object>();
  for (let at = 0; at < count; at++) {
    const id = `user-${at}`;
    const place = detailsPlace(at === 1 ? "another row" : id);
    const envelope = await box.seal(place, JSON.stringify({ name: `Name ${at}`, uid: 7 }));
    const details = new SealedDetails(box, id, envelope);
    principals.set(id, { id, alias: [id], description: "", details });
  }
  const snapshots = { current: { principals } } as unknown as SnapshotHolder;
  const texts = () =>
    [...principals.values()].map((one) => (one as { details: SealedDetails }).details.searchText);
  return { snapshots, texts };
}

test("after a start every text is read, but that of details that do not open", async () => {
  const { snapshots, texts } = await holderOf(40);
  using _look = scanUnreadable(snapshots);
  await expect.poll(() => texts()[39]).toBe("name 39\u0000\u0000\u0000user-39\u0000");
  expect(texts().map((text) => text !== undefined)).toEqual(texts().map((_, index) => index !== 1));
});

test("a service that closes reads no more", async () => {
  const { snapshots, texts } = await holderOf(40);
  const look = scanUnreadable(snapshots);
  look[Symbol.dispose]();
  await expect.poll(() => texts()[31]).toBeDefined();
  expect(texts().slice(32)).toEqual(Array(8).fill(undefined));
});
