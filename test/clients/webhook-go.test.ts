/** The receiver of docs/events.md in Go. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe } from "vitest";
import { describeReceivers } from "../support/webhook-receivers.ts";

describe("a receiver takes what is genuine, once, and nothing else", () =>
  describeReceivers([
    {
      ...{ block: "webhook-go", file: "receiver.go" },
      async command(file, folder) {
        const program = join(folder, "receiver-go");
        const env = { ...process.env, GO111MODULE: "off", GOFLAGS: "" };
        await promisify(execFile)("go", ["build", "-o", program, file], { env });
        return [program];
      },
    },
  ]));
