/** A real mail relay for tests: smtp-server takes the mail, mailparser reads it. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { AuthEvent } from "../../src/events/events.ts";
import { patient } from "./patience.ts";

const fixture = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../integration/adapters/fixtures/${name}`, import.meta.url)),
    "utf8",
  );

export interface ReceivedMail {
  readonly from: string;
  /** Recipients of the envelope. */
  readonly to: readonly string[];
  readonly secure: boolean;
  /** Who signed in at the relay. */
  readonly user: string | undefined;
  readonly mail: ParsedMail;
  readonly raw: string;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** The next one to this address that was not asked for before. */
  next(to: string): Promise<ReceivedMail>;
  /** For each recipient in turn an answer that refuses it, until the list is empty. */
  readonly refusals: { code: number; text: string }[];
}

export interface MailServerOptions {
  readonly security?: "none" | "starttls" | "tls";
  /** Needs a sign-in with these. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Milliseconds before the relay says that it took a mail. */
  readonly slow?: number;
}

const passFor = (expected: MailServerOptions["credentials"]): Partial<SMTPServerOptions> =>
  expected
    ? {
        onAuth({ username, password }, _session, done) {
          if (username === expected.username && password === expected.password) {
            done(null, { user: username });
          } else done(Object.assign(new Error("no"), { responseCode: 535 }));
        },
      }
    : { authOptional: true };

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { security = "none", credentials, slow = 0 } = options;
  const mails: ReceivedMail[] = [];
  const refusals: MailServer["refusals"] = [];
  const taken = new Set<ReceivedMail>();
  const server = new SMTPServer({
    secure: security === "tls",
    key: fixture("server.key.pem"),
    cert: fixture("server.pem"),
    disabledCommands: [
      ...(security === "starttls" ? [] : ["STARTTLS"]),
      ...(credentials ? [] : ["AUTH"]),
    ],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    ...passFor(credentials),
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift();
      if (!refusal) done();
      else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const raw = Buffer.concat(parts);
        const { mailFrom, rcptTo } = session.envelope;
        const mail = await simpleParser(raw);
        await new Promise((resolve) => setTimeout(resolve, slow));
        mails.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user,
          mail,
          raw: raw.toString("latin1"),
        });
        done();
      });
    },
  });
  // A client that distrusts the certificate breaks the handshake off.
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    port: (listening.address() as AddressInfo).port,
    mails,
    refusals,
    async next(to) {
      const end = Date.now() + patient(15_000);
      for (;;) {
        const found = mails.find((one) => !taken.has(one) && one.to.includes(to));
        if (found) {
          taken.add(found);
          return found;
        }
        if (Date.now() > end) throw new Error(`no mail to ${to}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Answers each line of a client by this list, then stays silent or closes the connection. */
export interface ScriptedRelay extends AsyncDisposable {
  readonly port: number;
  /** Lines that clients sent. */
  readonly lines: string[];
  readonly connections: () => number;
}

/** @param answers the greeting first; `close` ends the connection, what is missing is silence */
export async function scriptedRelay(answers: readonly string[]): Promise<ScriptedRelay> {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    const script = [...answers];
    const say = () => {
      const answer = script.shift();
      if (answer === "close") socket.destroy();
      else if (answer !== undefined) socket.write(`${answer}\r\n`);
    };
    let rest = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const parts = (rest + text).split("\r\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        lines.push(line);
        say();
      }
    });
    say();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** The next event of this type. */
export function nextEvent<T extends AuthEvent["type"]>(
  events: { subscribe(listener: (event: AuthEvent) => void): Disposable },
  type: T,
): Promise<Extract<AuthEvent, { type: T }>> {
  return new Promise((resolve) => {
    const listening = events.subscribe((event) => {
      if (event.type !== type) return;
      listening[Symbol.dispose]();
      resolve(event as Extract<AuthEvent, { type: T }>);
    });
  });
}
