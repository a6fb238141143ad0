/** The receiver of docs/events.md in Go. */
import { join } from "node:path";
import process from "node:process";
import { describe } from "vitest";
import { runProgram } from "../support/ended-programs.ts";
import { describeReceivers } from "../support/webhook-receivers.ts";

describe("a receiver takes what is genuine, once, and nothing else", () =>
  describeReceivers([
    {
      ...{ block: "webhook-go", file: "receiver.go" },
      async command(file, folder) {
        const program = join(folder, "receiver-go");
        const env = { ...process.env, GO111MODULE: "off", GOFLAGS: "" };
        await runProgram("go", ["build", "-o", program, file], { env });
        return [program];
      },
    },
  ]));
