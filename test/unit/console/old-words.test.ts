/** Why something was refused is found by its id; entries from before ids by the words that are the id's in English. */
import { expect, test } from "vitest";
import { OLD_WORDS } from "../../../console/audit/old-words.ts";
import { audit } from "../../../console/texts/en/audit.ts";
import { REFUSALS } from "../../../src/messages/en-refusals.ts";

test("each id of the audit page is a refusal, and old words are its English", () => {
  for (const id of Object.keys(audit.said)) expect(REFUSALS, id).toHaveProperty([id]);
  // Refusals that came after 0.3.0 have no old words.
  for (const id of Object.values(OLD_WORDS)) expect(audit.said, id).toHaveProperty([id]);
  for (const [words, id] of Object.entries(OLD_WORDS)) expect(REFUSALS[id]).toBe(words);
});
