/** `mcp-remote`, as a program that knows stdio alone starts it. */
import process from "node:process";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [address] = process.argv.slice(2);

const transport = new StdioClientTransport({
  command: process.execPath,
  args: ["node_modules/mcp-remote/dist/proxy.js", address],
  env: process.env,
});
const client = new Client({ name: "agent", version: "1.0.0" });
const connected = client.connect(transport, { timeout: 300_000 });
connected.catch(() => undefined);

async function who() {
  await connected;
  const { content } = await client.callTool({ name: "who", arguments: {} });
  return content[0].text;
}

for await (const _line of createInterface(process.stdin)) {
  const result = await who().then(
    (said) => ({ said }),
    (error) => ({ failed: error.message }),
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
