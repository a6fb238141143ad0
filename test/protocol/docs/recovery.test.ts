/** docs/operations.md, "A lost administrator password": the two commands, without the session. */
import { expect, test } from "vitest";
import { sealFirstRun } from "../../../src/first-run.ts";
import { createStandalone } from "../../../src/standalone.ts";
import { testAuth } from "../../support/auth.ts";
import { readBlocks } from "./blocks.ts";
import { readCurl, splitCommands } from "./curl.ts";

const script = readBlocks("docs/operations.md").find(({ text }) => text.includes("THE-ID"));

test("an administrator gets a new password on a server without the session", async () => {
  await using service = await testAuth();
  const { auth, runtime } = service;
  const sealed = await sealFirstRun(await auth.service, { login_path: "/login/" });
  const standalone = createStandalone(auth, runtime, { prefix: "/auth" });
  standalone.open();
  const [find = [], change = []] = splitCommands(script?.text ?? "", {});

  const found = await standalone.fetch(readCurl(find), undefined);
  const { payload } = (await found.json()) as { payload: { id: string }[] };
  expect(payload).toHaveLength(1);
  const words = change.map((word) => word.replace("THE-ID", payload[0]?.id ?? ""));
  const changed = await standalone.fetch(readCurl(words), undefined);
  expect(changed.status, await changed.text()).toBe(200);

  const { status } = await service.form(
    "/auth/oauth2/token",
    { grant_type: "password", username: "admin", password: "a better password" },
    sealed?.login_client,
  );
  expect(status).toBe(200);
});
