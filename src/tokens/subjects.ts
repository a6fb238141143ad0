/**
 * As whom a client knows a person: by the id of the principal, or pairwise, by a name that no client of another sector
 * shares (OpenID Connect Core §8; ADR 0080).
 */
import type { Call } from "../call.ts";
import { derivedKey } from "../crypto/derived-key.ts";
import { macText } from "../crypto/mac.ts";
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { AuthError } from "../errors.ts";
import { sessionClients } from "../providers/session-clients.ts";
import type { Settings } from "../settings/index.ts";
import type { Client } from "./client.ts";

/** What decides how a client knows people. */
type Knowing = Pick<Client, "id"> & { readonly sector?: string | undefined };

const boxes = new WeakMap<Settings, Promise<SecretBox>>();

/** Everything here is made of the one secret that the service keeps for it. */
function boxOf({ service, snapshot: { settings } }: Call): Promise<SecretBox> {
  let box = boxes.get(settings);
  if (!box) {
    const { pairwise_secret: secret } = settings.jwt;
    if (secret === "") {
      throw new AuthError("unavailable", "the secret of pairwise subjects is missing");
    }
    box = openSecretBox(secret, service.runtime);
    boxes.set(settings, box);
  }
  return box;
}

async function nameOf(call: Call, parts: readonly [string, string, string]): Promise<string> {
  const key = await derivedKey(await boxOf(call), "pairwise subjects");
  return macText(call.service.runtime, key, JSON.stringify(parts));
}

/** A client through which people sign in at this instance itself knows them as they are. */
export const isPairwise = (call: Call, { id, sector }: Knowing): boolean =>
  sector !== undefined && !sessionClients(call).has(id);

/** The subject of this principal for this client. Throws `unavailable` without the secret. */
export async function subjectFor(call: Call, client: Knowing, id: string): Promise<string> {
  const { sector = "" } = client;
  return isPairwise(call, client) ? nameOf(call, ["subject", sector, id]) : id;
}

/** The same for a sign-in, which clients of one browser would share. */
export async function signInFor(call: Call, client: Knowing, sign_in: string): Promise<string> {
  return isPairwise(call, client) ? nameOf(call, ["sign-in", client.id, sign_in]) : sign_in;
}

/** Whom a token is about, for this service alone. */
export interface Person {
  readonly sub: string;
  readonly sign_in?: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

const placeOf = (azp: string) => ({ table: "token", row: azp, field: "person" });

/** The claim `person`: each time another text, which only this service reads. */
export const sealPerson = async (call: Call, azp: string, person: Person): Promise<string> =>
  (await boxOf(call)).seal(placeOf(azp), JSON.stringify([person.sub, person.sign_in]));

const opened = new WeakMap<Claims, Person>();

/** Whether the token calls its subject by a pairwise name. A roles path of old may have put a list there. */
export const callsPairwise = ({ person }: Claims): boolean => typeof person === "string";

/** Whom verified claims are about, as far as memory says at once. */
export function personInMemory(claims: Claims): Person | undefined {
  if (callsPairwise(claims)) return opened.get(claims);
  const { sub, sign_in } = claims;
  return {
    sub: typeof sub === "string" ? sub : "",
    ...(typeof sign_in === "string" && { sign_in }),
  };
}

/** The same, opened. Throws where the claim does not open under the secret of today. */
export async function openPerson(call: Call, claims: Claims): Promise<Person> {
  const known = personInMemory(claims);
  if (known) return known;
  const text = await (await boxOf(call)).open(placeOf(String(claims.azp)), String(claims.person));
  const [sub, sign_in] = JSON.parse(text);
  const person = { sub, ...(sign_in && { sign_in }) };
  opened.set(claims, person);
  return person;
}
