/** The built files of the login, each with the version of its content. */

import type { AssetSource } from "../runtime.ts";
import { versionOf } from "../web/entity-tag.ts";

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly version: string;
}

export interface LoginAssets {
  /** A file of `public/login/`. */
  read(name: string): Promise<Asset | undefined>;
}

export function loginAssets(source: AssetSource): LoginAssets {
  return {
    async read(name) {
      const bytes = await source.read(`login/${name}`);
      return bytes && { bytes, version: versionOf(bytes) };
    },
  };
}
