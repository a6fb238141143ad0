/** Permissions that nearly every installation has, with the addresses of this service (auth-wire 8.2). */
import { PREFIX } from "../../api/base.ts";
import type { Document } from "../../form/schema.ts";

const reading = ["GET", "HEAD"];
const resource = (paths: readonly string[], methods: readonly string[]) => ({
  ...{ hosts: [], excluded: [] },
  methods: [...methods],
  paths: paths.map((path) => `${PREFIX}${path}`),
});

/** Everything that an administrator does in the console and by the API. */
export const adminPreset = (): Document => ({
  name: "auth_admin",
  resources: [resource(["/v1/**"], ["*"]), resource(["/ui/**", "/swagger/**"], reading)],
});

/** What a user does with the own account. */
export const userPreset = (): Document => ({
  name: "auth_user",
  resources: [
    resource(["/v1/me", "/v1/me/**", "/v1/info", "/v1/capabilities", "/info"], ["*"]),
    resource(["/v1/passkey/**", "/v1/totp", "/v1/totp/**", "/v1/device", "/v1/device/**"], ["*"]),
    resource(["/oauth2/**"], ["*"]),
    resource(["/ui/**"], reading),
  ],
});
