import { expect, test } from "vitest";
import { failureSaid, isPaused } from "../../../src/delivery/failure-text.ts";
import { message, plain } from "../../../src/messages/message.ts";
import { keptFailure } from "../../../src/store/deliveries.ts";

/** As 0.3.0 stored it. */
const old = (failure: string) => ({ failure, failure_said: null });

const SAID = [
  message("delivery.status", { status: 503 }),
  message("delivery.paused"),
  message("url.late"),
  message("url.no_answer"),
  message("url.not_public"),
  message("url.too_long", { most: 65_536 }),
];

test.each(SAID)("$text is known by its text in a row of 0.3.0", (said) => {
  expect(failureSaid(old(said.text))).toEqual({ ...said, values: said.values ?? {} });
});

test.each(["", "it answers ", "something else", "it answers", "{status}"])(
  "%j stays as it is in a row of 0.3.0",
  (text) => {
    expect(failureSaid(old(text))).toEqual({ text });
  },
);

test.each(SAID)("$text is known by its id, whatever its words are", (said) => {
  expect(failureSaid(keptFailure(said))).toEqual(said);
  const text = "words of another version";
  expect(failureSaid(keptFailure({ ...said, text }))).toEqual({ ...said, text });
});

test("a text that an instance of 0.3.0 wrote over it counts, and not the sentence before", () => {
  const kept = {
    ...keptFailure(message("delivery.status", { status: 503 })),
    failure: "it answers 500",
  };
  expect(failureSaid(kept)).toEqual(message("delivery.status", { status: 500 }));
});

test("what others say has no id and is kept with 300 characters", () => {
  const kept = keptFailure(plain("x".repeat(400)));
  expect(kept.failure_said).toBeNull();
  expect(failureSaid(kept)).toEqual({ text: "x".repeat(300) });
});

test("without a failure there is neither text nor id", () => {
  expect(keptFailure(undefined)).toEqual({ failure: "", failure_said: null });
});

test("a webhook that waits since a restore is known by the id of that, in a row of 0.3.0 by its text", () => {
  const said = { ...message("delivery.paused"), text: "words of another version" };
  expect(isPaused(keptFailure(said))).toBe(true);
  expect(isPaused(old("paused by a restore"))).toBe(true);
  expect(isPaused(keptFailure(message("url.late")))).toBe(false);
  expect(isPaused(keptFailure(undefined))).toBe(false);
});
