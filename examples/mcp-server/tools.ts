/** The tools of the example: one that everybody who got in may call, one that needs more. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** Scopes that a tool needs beside the one that every call needs. */
export const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([["forget", ["mcp:write"]]]);

const said = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** A server for one request: it keeps nothing, so any instance answers any request. */
export function toolsFor(user: string, notes: Map<string, string>): McpServer {
  const server = new McpServer({ name: "greeter", version: "1.0.0" });
  server.registerTool("greet", { description: "Greets the person who is signed in." }, () =>
    said(`Hello, ${user}`),
  );
  server.registerTool(
    "remember",
    { description: "Keeps a note.", inputSchema: { text: z.string().max(200) } },
    ({ text }) => {
      notes.set(user, text);
      return said("Kept.");
    },
  );
  server.registerTool("forget", { description: "Drops the note. Needs mcp:write." }, () => {
    notes.delete(user);
    return said("Forgotten.");
  });
  return server;
}
