/** A user of a Keycloak export as an entry of an import: realm export, files of users, and answers of its admin API. */

import { encodeBase32 } from "../../std/base32.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { type Digest, writeImportedHash } from "../../std/imported-hash/imported-hash.ts";
import { type JsonObject, parseJson, textOf } from "../../std/json-object.ts";
import { trimEnd } from "../../std/trim-end.ts";
import { isOwnDetail } from "./person.ts";

/** Why a user is passed over. */
export type LeftOut = "service_account" | "directory";

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const member = (object: unknown, name: string): unknown =>
  isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** Every realm has them. */
const isBuiltInRole = (name: string): boolean =>
  name === "offline_access" || name === "uma_authorization" || name.startsWith("default-roles-");
const BUILT_IN_CLIENTS: ReadonlySet<string> = new Set([
  ...["account", "account-console", "admin-cli", "broker"],
  ...["realm-management", "security-admin-console"],
]);

/** Roles of the realm by their name, those of a client as `client/role`. */
function rolesOf(user: JsonObject): string[] {
  const clients = member(user, "clientRoles");
  const ofClients = Object.entries(isObject(clients) ? clients : {}).flatMap(([client, names]) =>
    BUILT_IN_CLIENTS.has(client) ? [] : texts(names).map((name) => `${client}/${name}`),
  );
  return [...texts(user.realmRoles).filter((name) => !isBuiltInRole(name)), ...ofClients];
}

/** Older exports have the parts beside each other; since version 8 they are JSON in texts. */
function parts(credential: JsonObject): { readonly secret: JsonObject; readonly data: JsonObject } {
  const [secret, data] = ["secretData", "credentialData"].map((name) => {
    const text = textOf(credential, name);
    const value = text === undefined ? undefined : parseJson(text);
    return isObject(value) ? value : {};
  });
  return { secret: secret ?? {}, data: data ?? {} };
}

const firstNumber = (parameters: unknown, name: string): number =>
  Number(texts(member(parameters, name))[0]);
const firstText = (parameters: unknown, name: string): string | undefined =>
  texts(member(parameters, name))[0];

const DIGESTS: Readonly<Record<string, Digest>> = {
  pbkdf2: "sha1",
  "pbkdf2-sha256": "sha256",
  "pbkdf2-sha512": "sha512",
};

/** In the words of `password_hash`; what it cannot say is named and refused there. */
function hashOf(credential: JsonObject): string {
  const { secret, data } = parts(credential);
  const algorithm = textOf(data, "algorithm") ?? "";
  // Of an extension that many use: the whole hash is the value.
  if (algorithm === "bcrypt") return textOf(secret, "value") ?? algorithm;
  const [salt, key] = [secret.salt, secret.value].map((value) =>
    typeof value === "string" ? decodeBase64(value) : undefined,
  );
  if (!salt || !key) return algorithm;
  const parameters = data.additionalParameters;
  if (algorithm === "argon2") {
    const isUsual =
      firstText(parameters, "type") === "id" && firstText(parameters, "version") === "1.3";
    if (!isUsual) return algorithm;
    const [memory, lanes] = [
      firstNumber(parameters, "memory"),
      firstNumber(parameters, "parallelism"),
    ];
    const [salted, tag] = [secret.salt, secret.value].map((value) => trimEnd(String(value), "="));
    return `$argon2id$v=19$m=${memory},t=${Number(data.hashIterations)},p=${lanes}$${salted}$${tag}`;
  }
  const digest = Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined;
  if (!digest) return algorithm;
  const iterations = Number(data.hashIterations);
  return writeImportedHash({ kind: "pbkdf2", digest, iterations, salt, key });
}

/** As the QR code of that app says it: other kinds of codes are refused by it. */
function appOf(credential: JsonObject): string | undefined {
  const { secret, data } = parts(credential);
  const value = textOf(secret, "value");
  if (value === undefined) return undefined;
  const isEncoded = textOf(data, "secretEncoding") === "BASE32";
  const encoded = isEncoded ? value : encodeBase32(new TextEncoder().encode(value));
  const query = new URLSearchParams({
    secret: encoded,
    algorithm: (textOf(data, "algorithm") ?? "HmacSHA1").replace(/^Hmac/, ""),
    digits: String(data.digits ?? 6),
    period: String(data.period ?? 30),
  });
  return `otpauth://${textOf(data, "subType") ?? "totp"}/keycloak?${query}`;
}

function detailsOf(user: JsonObject): Record<string, unknown> {
  const attributes = Object.entries(isObject(user.attributes) ? user.attributes : {}).flatMap(
    ([name, values]) => {
      const all = texts(values);
      if (isOwnDetail(name) || all.length === 0) return [];
      return [[name, all.length === 1 ? all[0] : all] as const];
    },
  );
  const [username, id] = [textOf(user, "username"), textOf(user, "id")];
  return {
    ...Object.fromEntries(attributes),
    ...(username !== undefined && { uid: username }),
    // For applications that know the person by it.
    ...(id !== undefined && { old_sub: id }),
  };
}

const byPriority = (a: JsonObject, b: JsonObject): number =>
  Number(a.priority ?? 0) - Number(b.priority ?? 0);

/** The entry, or why the user is none of those whom an import brings. */
export function keycloakPerson(user: JsonObject): { readonly entry: object } | LeftOut {
  if (textOf(user, "serviceAccountClientId") !== undefined) return "service_account";
  if (textOf(user, "federationLink") !== undefined) return "directory";
  const credentials = (Array.isArray(user.credentials) ? user.credentials : [])
    .filter(isObject)
    .toSorted(byPriority);
  const password = credentials.find(({ type }) => type === "password");
  const app = credentials.find(({ type }) => type === "otp");
  const totp_secret = app && appOf(app);
  const email = textOf(user, "email");
  const { createdTimestamp: created } = user;
  const identities = (Array.isArray(user.federatedIdentities) ? user.federatedIdentities : [])
    .filter(isObject)
    .map(({ identityProvider, userId }) => ({
      provider: `oauth:${identityProvider}`,
      subject: userId,
    }));
  const language = texts(member(user.attributes, "locale"))[0]?.replace("_", "-");
  return {
    entry: {
      alias: textOf(user, "username") ?? [],
      external_id: textOf(user, "id"),
      given_name: textOf(user, "firstName"),
      family_name: textOf(user, "lastName"),
      ...(email && { email }),
      ...(email && { email_verified: user.emailVerified === true }),
      ...(language && { language }),
      roles: rolesOf(user),
      groups: texts(user.groups),
      enabled: user.enabled === true,
      ...(typeof created === "number" &&
        created > 0 &&
        created < 8.64e15 && { created: new Date(created).toISOString() }),
      ...(password && { password_hash: hashOf(password) }),
      must_change_password:
        password !== undefined &&
        (texts(user.requiredActions).includes("UPDATE_PASSWORD") || password.temporary === true),
      ...(totp_secret !== undefined && { totp_secret }),
      identities,
      details: detailsOf(user),
    },
  };
}
