import { expect, test } from "vitest";
import { failureSaid } from "../../../src/delivery/failure-text.ts";
import { message } from "../../../src/messages/message.ts";

test.each([
  message("delivery.status", { status: 503 }),
  message("url.late"),
  message("url.no_answer"),
  message("url.not_public"),
  message("url.too_long", { most: 65_536 }),
])("$text is known by its text", (said) => {
  expect(failureSaid(said.text)).toEqual({ ...said, values: said.values ?? {} });
});

test.each(["", "it answers ", "something else", "it answers", "{status}"])(
  "%j stays as it is",
  (text) => {
    expect(failureSaid(text)).toEqual({ text });
  },
);
