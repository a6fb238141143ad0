/** Details in memory while the encryption key changes (auth-wire 6.10): they open until they are read again. */
import { expect, test } from "vitest";
import { liveBox } from "../../../src/crypto/live-box.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import { detailsPlace, SealedDetails } from "../../../src/snapshot/sealed.ts";

test("details that were loaded before a change of the key open after it", async () => {
  const box = liveBox(await openSecretBox("the first key of a test"));
  const envelope = await box.seal(detailsPlace("ada"), JSON.stringify({ name: "Ada" }));
  const details = new SealedDetails(box, "ada", envelope);

  box.use(await openSecretBox("the second key of a test"));

  expect(details.envelope).toBe(envelope);
  expect(await details.read()).toEqual({ name: "Ada" });
});
