/** The SDK with the call of the invented method. */
import { loginClient } from "../../../sdk/client.ts";
import type { LoginPlace } from "../../../sdk/method.ts";
import { METHODS } from "../../../sdk/methods.ts";
import { placeOf } from "../../../sdk/place.ts";
import { requestJson } from "../../../sdk/request.ts";
import type { LoginLink, LoginSettings } from "../../../sdk/types.ts";

export * from "../../../sdk/sdk.ts";

const word = ({ at }: LoginPlace) => ({
  async word(link: LoginLink, word: string): Promise<void> {
    await requestJson({ url: at(link.url), body: { word } });
  },
});

export const createLogin = (settings: LoginSettings = {}) =>
  loginClient({ ...METHODS, word }, placeOf(settings.base, import.meta.url));
