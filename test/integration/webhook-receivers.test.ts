/** The receivers of docs/events.md in JavaScript and Python; the one in Go is with the clients. */
import process from "node:process";
import { describe } from "vitest";
import { describeReceivers } from "../support/webhook-receivers.ts";

describe("a receiver takes what is genuine, once, and nothing else", () =>
  describeReceivers([
    {
      ...{ block: "webhook-node", file: "receiver.mjs" },
      command: async (file) => [process.execPath, file],
    },
    {
      ...{ block: "webhook-python", file: "receiver.py" },
      command: async (file) => ["python3", file],
    },
  ]));
