/** The picture of a person: an address that applications are told, or a small image that is kept here; neither is ever fetched. */
import { eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { isHttpsAddress } from "../../settings/fields/address-field.ts";
import { decodeBase64 } from "../../std/base64.ts";
import { encodeHex } from "../../std/hex.ts";
import { reachable } from "../../store/availability.ts";
import { userPictures } from "../../store/tables.ts";
import { type OwnAccount, requireSelfService, writeOwn } from "./own-account.ts";

/** Bytes of an image. */
const MAX_PICTURE_BYTES = 65_536;
const MAX_ADDRESS_LENGTH = 500;
const KEY_BYTES = 16;
const KEY = /^[0-9a-f]{32}$/;
const DATA_URL = /^data:image\/[a-z]{3,5};base64,([A-Za-z0-9+/=]+)$/;

export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What an image is by its first bytes, whatever it is called: nothing else is kept or served. */
function typeOf(bytes: Uint8Array): string | undefined {
  const begins = (at: number, ...head: readonly number[]) =>
    head.every((byte, index) => bytes[at + index] === byte);
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (begins(0, 0xff, 0xd8, 0xff)) return "image/jpeg";
  const isWebp = begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50);
  return isWebp ? "image/webp" : undefined;
}

/** Throws `invalid_request` for everything that is no small PNG, JPEG or WebP. */
function readPicture(text: string): Picture {
  // Before it is decoded: four letters for three bytes.
  const [, base64] = text.length < MAX_PICTURE_BYTES * 1.4 ? (DATA_URL.exec(text) ?? []) : [];
  const bytes = base64 === undefined ? undefined : decodeBase64(base64);
  const type = bytes && bytes.length <= MAX_PICTURE_BYTES ? typeOf(bytes) : undefined;
  if (bytes && type) return { type, bytes };
  const most = MAX_PICTURE_BYTES / 1_024;
  throw new AuthError("invalid_request", message("refusal.picture", { most }));
}

/** Path of an image that is kept here. */
const pathOf = ({ service }: Call, key: string): string =>
  `${service.options.prefix_path}/pictures/${key}`;

/**
 * Of one of the two. An empty address takes the picture away; so does an address the image that was kept.
 * Throws what `requireSelfService` throws, and `invalid_request`.
 */
export async function chooseOwnPicture(
  own: OwnAccount,
  {
    url = "",
    image = "",
  }: { readonly url?: string | undefined; readonly image?: string | undefined },
): Promise<void> {
  requireSelfService(own, "picture");
  const { call, user, actor } = own;
  const { service } = call;
  const address = url.trim();
  const long = address.length > MAX_ADDRESS_LENGTH;
  if (image === "" && address !== "" && (long || !isHttpsAddress(address))) {
    throw new AuthError("invalid_request", message("refusal.picture_address"));
  }
  const uploaded = image === "" ? undefined : readPicture(image);
  const key = encodeHex(service.runtime.random(KEY_BYTES));
  await writeOwn(call, user.id, actor, async ({ tx, now }, { details, alias }) => {
    await tx.delete(userPictures).where(eq(userPictures.user_id, user.id));
    const { picture: _before, ...others } = details;
    if (uploaded) {
      await tx.insert(userPictures).values({ ...uploaded, user_id: user.id, key, created_at: now });
      return { alias, details: { ...others, picture: `${call.origin}${pathOf(call, key)}` } };
    }
    return { alias, details: address === "" ? others : { ...others, picture: address } };
  });
}

/** The image with this key; undefined where there is none. */
export async function findPicture({ service }: Call, key: string): Promise<Picture | undefined> {
  if (!KEY.test(key)) return undefined;
  const [row] = await reachable(() =>
    service.store.db.select().from(userPictures).where(eq(userPictures.key, key)),
  );
  return row && { type: row.type, bytes: new Uint8Array(row.bytes) };
}

/** The path of a picture that is kept here: the only one that pages of the service show. */
export function ownPicturePath(call: Call, picture: unknown): string | undefined {
  const at = typeof picture === "string" ? picture.lastIndexOf("/") : -1;
  const key = typeof picture === "string" ? picture.slice(at + 1) : "";
  const path = pathOf(call, key);
  return KEY.test(key) && String(picture).endsWith(path) ? path : undefined;
}
