/** A dialogue over one connection: each request may hold what earlier answers gave. */
import { connect, type Socket } from "node:net";

export interface Step {
  readonly method: "GET" | "POST";
  /** Here, in the headers and in the body `{name}` stands for the variable of that name. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Any other status fails. */
  readonly status: number;
  /** Regular expressions over the answer, head and body; the first group becomes the variable. */
  readonly take?: Readonly<Record<string, string>>;
}

export type Variables = Readonly<Record<string, string>>;

interface Prepared {
  readonly head: string;
  readonly body: string;
  readonly status: number;
  readonly takes: readonly (readonly [name: string, pattern: RegExp])[];
}

function prepare({ method, path, headers, body = "", status, take = {} }: Step): Prepared {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: `${method} ${path} HTTP/1.1\r\n${lines.join("")}`,
    body,
    status,
    // Servers spell the names of headers differently.
    takes: Object.entries(take).map(([name, pattern]) => [name, new RegExp(pattern, "i")]),
  };
}

const filled = (template: string, variables: Variables) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? "");

function written({ head, body }: Prepared, variables: Variables): string {
  const form = filled(body, variables);
  const length = body ? `Content-Length: ${form.length}\r\n` : "";
  return `${filled(head, variables)}${length}\r\n${form}`;
}

/** The bytes of one request. */
export const rendered = (step: Step, variables: Variables): string =>
  written(prepare(step), variables);

/** Whether the bytes hold a whole answer. */
function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd)) ?? [];
  if (length !== undefined) return text.length >= headEnd + 4 + Number(length);
  if (/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, headEnd))) {
    return text.endsWith("\r\n0\r\n\r\n");
  }
  return true;
}

/** One keep-alive connection that asks and waits. */
class Wire {
  readonly #socket: Socket;
  #text = "";
  #settle: { resolve(text: string): void; reject(error: Error): void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      this.#text += chunk;
      if (!isWhole(this.#text)) return;
      const text = this.#text;
      this.#text = "";
      this.#settle?.resolve(text);
    });
    socket.on("error", (error) => this.#settle?.reject(error));
    socket.on("close", () => this.#settle?.reject(new Error("the connection closed")));
  }

  static async open(port: number): Promise<Wire> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new Wire(socket);
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Repeats a script on a connection of its own; variables live on from one turn to the next. */
export class Player {
  readonly #wire: Wire;
  readonly #steps: readonly Prepared[];
  readonly #variables: Record<string, string>;

  private constructor(wire: Wire, steps: readonly Step[], variables: Variables) {
    this.#wire = wire;
    this.#steps = steps.map(prepare);
    this.#variables = { ...variables };
  }

  static async open(port: number, steps: readonly Step[], variables: Variables): Promise<Player> {
    return new Player(await Wire.open(port), steps, variables);
  }

  /** All steps once. Throws with the answer that was not the expected one. */
  async play(): Promise<Variables> {
    for (const step of this.#steps) {
      const { status, takes } = step;
      const request = written(step, this.#variables);
      const answer = await this.#wire.ask(request);
      if (Number(answer.slice(9, 12)) !== status) throw new Error(unexpected(request, answer));
      for (const [name, pattern] of takes) {
        const value = pattern.exec(answer)?.[1];
        if (value === undefined) throw new Error(`no ${name}: ${unexpected(request, answer)}`);
        this.#variables[name] = value;
      }
    }
    return this.#variables;
  }

  close(): void {
    this.#wire.close();
  }
}

const unexpected = (request: string, answer: string) =>
  `${request.slice(0, request.indexOf("\r\n"))} answered\n${answer.slice(0, 1_500)}`;

/** One turn on a fresh connection; answers every variable at its end. */
export async function playOnce(
  port: number,
  steps: readonly Step[],
  variables: Variables = {},
): Promise<Variables> {
  const player = await Player.open(port, steps, variables);
  try {
    return { ...(await player.play()) };
  } finally {
    player.close();
  }
}
