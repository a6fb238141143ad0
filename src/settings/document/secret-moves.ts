/** A stored secret stays where it was sent to before: another host gets it only when it is given again (4d). */
import { type Message, message, messageAt } from "../../messages/message.ts";
import { secretDestinations } from "../fields/field.ts";
import { isFilled, isJsonObject, type Schema, type Shape, shapeOf } from "./schema-walk.ts";

type JsonObject = Readonly<Record<string, unknown>>;
type Members = Extract<Shape, { readonly kind: "object" }>["members"];

/** An object of the schema, as it is stored and as it comes in. */
interface Level {
  readonly members: Members;
  readonly stored: JsonObject;
  readonly incoming: JsonObject;
}

interface Address {
  readonly host: string;
  /** Without encryption on the way. */
  readonly clear: boolean;
}

/** Where an address leads: host and port; a path on our own host has none. */
function readAddress(address: string): Address {
  const text = address.trim().toLowerCase();
  const url = text.includes("://") ? URL.parse(text) : null;
  if (url) return { host: url.host, clear: /^(http|ldap):$/.test(url.protocol) };
  return { host: text.startsWith("/") ? "" : text, clear: false };
}

const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const objectAt = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

function readAddresses(value: unknown): Address[] {
  const addresses: readonly unknown[] = Array.isArray(value) ? value : [value];
  return addresses.flatMap((address) =>
    typeof address === "string" && address.trim() !== "" ? [readAddress(address)] : [],
  );
}

/** The addresses of a member: of the secret's own object, else of the nearest one around it. */
function addressesOf(levels: readonly Level[], side: "stored" | "incoming", member: string) {
  const level = levels.findLast(({ members }) => members.has(member));
  return level ? readAddresses(own(level[side], member)) : [];
}

/** The member that leads the kept secret to a place which it was never sent to. */
function newDestination(levels: readonly Level[], destinations: readonly string[]) {
  const before = destinations.flatMap((member) => addressesOf(levels, "stored", member));
  return destinations.find((member) =>
    addressesOf(levels, "incoming", member).some(
      ({ host, clear }) =>
        !before.some((address) => address.host === host && (address.clear || !clear)),
    ),
  );
}

/**
 * Which secret has to be given again, and why: `client_secret: is required, because …`. Undefined when
 * every secret that the incoming document leaves out stays at its hosts.
 */
export function movedSecret(
  schema: Schema,
  stored: unknown,
  incoming: unknown,
  path = "",
  around: readonly Level[] = [],
): Message | undefined {
  const shape = shapeOf(schema);
  if (!isJsonObject(incoming) || !isJsonObject(stored)) return undefined;
  const under = (name: string) => (path ? `${path}.${name}` : name);
  const inside = (name: string, member: Schema, levels: readonly Level[]) =>
    movedSecret(member, own(stored, name), own(incoming, name), under(name), levels);
  if (shape.kind === "map") {
    return first(Object.keys(incoming), (name) => inside(name, shape.value, around));
  }
  if (shape.kind !== "object") return undefined;
  const levels = [...around, { members: shape.members, stored, incoming: objectAt(incoming) }];
  return first([...shape.members], ([name, member]) => {
    const destinations = secretDestinations(member);
    if (!destinations) return inside(name, member, levels);
    const given = own(incoming, name);
    const kept = (given === undefined || given === "") && isFilled(stored, name);
    const moved = kept ? newDestination(levels, destinations) : undefined;
    return moved === undefined
      ? undefined
      : messageAt(under(name), message("fault.secret_again", { member: moved }));
  });
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
