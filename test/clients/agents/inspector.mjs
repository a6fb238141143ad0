/** The Inspector on the command line: one process for each line, which finds the tokens of the one before. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";

const [address] = process.argv.slice(2);

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;

async function who() {
  const target = ["--server-url", address, "--transport", "http", "--callback-url", callback];
  const call = ["--method", "tools/call", "--tool-name", "who", "--format", "json"];
  // Without a limit: the person takes their time.
  const words = ["--cli", ...target, ...call, "--connect-timeout", "0"];
  const child = spawn("node_modules/.bin/mcp-inspector", words, {
    // It opens a browser although no terminal is there, and keeps tokens although no keychain is.
    env: { ...process.env, MCP_AUTO_OPEN_ENABLED: "true", MCP_INSPECTOR_SECRET_STORE: "file" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [answer, complaint] = ["", ""];
  child.stdout.on("data", (chunk) => {
    answer += chunk;
  });
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
    process.stderr.write(chunk);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(complaint);
  const found = JSON.parse(answer);
  return (found.result ?? found).content[0].text;
}

for await (const _line of createInterface(process.stdin)) {
  const result = await who().then(
    (said) => ({ said }),
    (error) => ({ failed: error.message }),
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
