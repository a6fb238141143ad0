/** Seals what a browser carries through a code flow; the key is the session's (U-1; C-1). */
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { type Instances, sessionInstance } from "../session/instances.ts";
import { internalsOf } from "../session/session-internals.ts";
import { decodeBase64, encodeBase64 } from "../std/base64.ts";
import { decodeBase64Url, encodeBase64Url } from "../std/base64url.ts";

export interface StateBox {
  /** A cookie value that opens under the same name only. */
  seal(name: string, text: string): Promise<string>;
  /** Undefined for everything that we did not seal under this name. */
  open(name: string, value: string): Promise<string | undefined>;
}

/** Longer values were never ours. */
const MAX_BOX_LENGTH = 4_096;

async function openBoxes(instances: Instances, sessionName: string): Promise<SecretBox[]> {
  const keys = await internalsOf(sessionInstance(instances, sessionName)).keys();
  return Promise.all(
    keys.map(async (key) => openSecretBox(await (await openSecretBox(key)).derive("login state"))),
  );
}

const placeOf = (row: string) => ({ table: "login state", row, field: "cookie" });

/** @param sessionName looked up at the first use, because sessions may be made later */
export function stateBox(instances: Instances, sessionName: string): StateBox {
  let opened: Promise<SecretBox[]> | undefined;
  function boxes(): Promise<SecretBox[]> {
    opened ??= openBoxes(instances, sessionName).catch((error: unknown) => {
      opened = undefined; // an instance that was not ready is asked again
      throw error;
    });
    return opened;
  }
  return {
    async seal(name, text) {
      const [box] = await boxes();
      if (!box) throw new TypeError("a login needs a key");
      const envelope = await box.seal(placeOf(name), text);
      const sealed = decodeBase64(envelope.slice(envelope.lastIndexOf(":") + 1));
      return encodeBase64Url(sealed ?? new Uint8Array());
    },

    async open(name, value) {
      const sealed = value.length > MAX_BOX_LENGTH ? undefined : decodeBase64Url(value);
      if (!sealed) return undefined;
      for (const box of await boxes()) {
        try {
          return await box.open(placeOf(name), `enc:v2:${box.keyId}:${encodeBase64(sealed)}`);
        } catch {
          // Sealed with another key, under another name, or not by us.
        }
      }
      return undefined;
    },
  };
}
