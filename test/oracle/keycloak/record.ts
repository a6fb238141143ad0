/**
 * Signs people in at a real Keycloak and writes down what it answered, for `test/protocol/upstream/keycloak.test.ts`
 * and `test/protocol/saml/keycloak.test.ts`. Takes the address of a server that was started for it alone.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { CALLBACK } from "../../support/authorize.ts";
import {
  type Exchange,
  OPENID_RECORD,
  recordingRuntime,
  SAML_RECORD,
  type Scene,
  type StagedRuntime,
} from "../../support/keycloak.ts";
import { begin, putProvider as putSaml } from "../../support/saml.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";
import { comeBack, putProvider, start } from "../../support/upstream-sign-in.ts";
import { formIn, makeRealm, type Realm } from "./realm.ts";

const [url = "http://127.0.0.1:8080"] = process.argv.slice(2);
const clock = { at: Date.now() };
const heard: Exchange[] = [];
const scenes: Record<string, Scene> = {};
let byte = 1;

const said = async (response: Response) => `${response.status} ${await response.text()}`;

/** Notes what was answered while `act` ran. */
async function scene(
  runtime: StagedRuntime,
  name: string,
  act: (at: Pick<Scene, "now" | "byte">) => Promise<Scene["returned"]>,
): Promise<void> {
  heard.length = 0;
  byte += 1;
  const at = { now: Date.now(), byte };
  const returned = await runtime.during(at, async () => at).then(act);
  scenes[name] = { now: clock.at, byte: at.byte, exchanges: [...heard], returned };
  console.log(name, clock.at, heard.length);
}

async function openid(service: TestAuth, runtime: StagedRuntime, realm: Realm) {
  const signIn = (name: string, username: string) =>
    scene(runtime, name, async (at) => {
      const begun = await runtime.during(at, () => start(service, "keycloak"));
      const back = await realm.signIn(begun.target.href, username);
      const location = back.headers.get("location");
      if (!location) throw new Error(await said(back));
      clock.at = Date.now();
      const returned = Object.fromEntries(new URL(location).searchParams);
      const answer = await comeBack(service, "keycloak", returned, begun.cookie);
      console.log(answer.status, answer.headers.get("location") ?? answer.text);
      return returned;
    });
  const tried = (name: string) =>
    scene(runtime, name, async () => {
      const answer = await service.json("POST", "/auth/v1/oauth/providers/keycloak/test", {});
      console.log(answer.text);
      return {};
    });
  await signIn("openid", "ada");
  await signIn("openid-unverified", "grace");
  await signIn("openid-nomail", "nomail");
  await tried("openid-test");
  await wait(11_000);
  await realm.rotateKey("second");
  await signIn("openid-rotated", "ada");
  await realm.changeClient("postern", (client) => ({ ...client, secret: "another one" }));
  await signIn("openid-secret", "ada");
  await tried("openid-test-secret");
}

async function saml(service: TestAuth, runtime: StagedRuntime, realm: Realm) {
  const metadata = await service.request("GET", "/auth/saml/campus/metadata");
  const certificate = /<ds:X509Certificate>([^<]*)</.exec(metadata.text)?.[1] ?? "";
  await realm.changeClient("https://id.example.com/auth/saml/campus/metadata", (client) => ({
    ...client,
    attributes: {
      ...(client.attributes as object),
      "saml.signing.certificate": certificate.replace(/\s/g, ""),
    },
  }));
  const signIn = (name: string, username: string) =>
    scene(runtime, name, async (at) => {
      const begun = await runtime.during(at, () => begin(service));
      const back = await realm.signIn(begun.location, username);
      const page = await back.text();
      const { fields: returned } = formIn(page);
      if (!returned.SAMLResponse) throw new Error(`${back.status} ${page}`);
      clock.at = Date.now();
      const answer = await service.request("POST", "/auth/saml/campus/acs", {
        headers: { cookie: begun.cookie },
        body: new URLSearchParams(returned),
      });
      console.log(answer.status, answer.headers.get("location") ?? answer.text);
      return returned;
    });
  await signIn("saml", "ada");
  await signIn("saml-nomail", "nomail");
  await wait(11_000);
  await realm.rotateKey("third");
  await signIn("saml-rotated", "ada");
}

/** A service of its own: who came over OpenID Connect is another person over SAML. */
async function record(
  provide: (service: TestAuth) => Promise<unknown>,
  act: (service: TestAuth, runtime: StagedRuntime, realm: Realm) => Promise<void>,
): Promise<void> {
  const runtime = recordingRuntime(heard, clock);
  await using service = await testAuth({}, runtime);
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await provide(service);
  await act(service, runtime, realm);
}

const realm = await makeRealm(url);
const { issuer, version } = realm;
await record((service) => putProvider(service, "keycloak", { ...OPENID_RECORD, issuer }), openid);
const metadata_url = `${issuer}/protocol/saml/descriptor`;
await record((service) => putSaml(service, { ...SAML_RECORD, metadata_url }), saml);
const text = JSON.stringify({ version, url, scenes }, undefined, 1);
writeFileSync(join(import.meta.dirname, "answers.json"), `${text}\n`);
