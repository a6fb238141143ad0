/** The client of one login: the calls of its methods, the manifest, and the way on. */
import { finish } from "./finish.ts";
import { LoginError } from "./login-error.ts";
import type { LoginPlace } from "./method.ts";
import type { Place } from "./place.ts";
import { membersOf, requestJson } from "./request.ts";
import type { LoginClient, LoginManifest } from "./types.ts";

type Methods = Readonly<Record<string, (place: LoginPlace) => object>>;

/** All calls of all methods. */
type CallsOf<M extends Methods> = {
  [Name in keyof M]: (calls: ReturnType<M[Name]>) => void;
}[keyof M] extends (calls: infer Calls) => void
  ? Calls
  : never;

export function loginClient<M extends Methods>(
  methods: M,
  { base, methods: manifest }: Place,
): CallsOf<M> & Pick<LoginClient, "methods" | "finish"> {
  const place: LoginPlace = {
    base,
    at(url) {
      if (!url) throw new LoginError("This is not available here", 0, "unsupported");
      return new URL(url, base).href;
    },
  };
  const calls = Object.values(methods).map((method) => method(place));
  return Object.assign(
    {
      methods: async () =>
        membersOf(await requestJson({ url: manifest })) as unknown as LoginManifest,
      finish,
    },
    ...calls,
  );
}
