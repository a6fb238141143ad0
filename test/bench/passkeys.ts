/** Sign-ins with a passkey that one instance finishes in process, and which part of that is the signature. */
import { ORIGIN, testAuth } from "../support/auth.ts";
import { usePasskey } from "../support/authenticator.ts";
import { LOGIN, passkeyTalk } from "../support/passkeys.ts";
import { createAda, putClient, putSetting, WEB } from "../support/tokens.ts";
import { type BenchResult, info, ms, perSecond } from "./result.ts";

const SIGN_INS = 400;
const AT_ONCE = 8;
const MICROSECONDS = 1_000;
const ES256 = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Milliseconds that one check of an ES256 signature takes. */
async function signatureMs(): Promise<number> {
  const keys = await crypto.subtle.generateKey(ES256, false, ["sign", "verify"]);
  const use = { name: "ECDSA", hash: "SHA-256" };
  const text = crypto.getRandomValues(new Uint8Array(200));
  const signature = await crypto.subtle.sign(use, keys.privateKey, text);
  const from = performance.now();
  for (let turn = 0; turn < SIGN_INS; turn++) {
    await crypto.subtle.verify(use, keys.publicKey, signature, text);
  }
  return (performance.now() - from) / SIGN_INS;
}

export async function benchPasskeys(): Promise<BenchResult> {
  await using service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putSetting(service, "passkey", { attempts: { unlimited: true } });
  const talk = passkeyTalk(service);
  const passkey = await talk.register("ada", {});
  const client = { client_id: WEB.id, client_secret: WEB.secret };
  const requests: Request[] = [];
  for (let turn = 0; turn < SIGN_INS + AT_ONCE; turn++) {
    const { session_id, options } = (await talk.begin()).body;
    const assertion = await usePasskey(passkey, options, ORIGIN);
    const body = JSON.stringify({ ...client, session_id, assertion });
    const headers = { "content-type": "application/json" };
    requests.push(new Request(`${ORIGIN}${LOGIN}`, { method: "POST", headers, body }));
  }
  const finish = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const answer = await service.auth.fetch(request);
      if (answer.status !== 200) throw new Error(`a finish answered ${await answer.text()}`);
      if (requests.length < AT_ONCE) return;
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, finish));
  const each = (performance.now() - from) / SIGN_INS;
  const signature = await signatureMs();
  return {
    title: `${SIGN_INS} sign-ins with a passkey finished, ${AT_ONCE} at a time, embedded database in memory`,
    rows: [
      info("finished", perSecond(1_000 / each)),
      info("one finish", ms(each)),
      info("signature check alone", `${(signature * MICROSECONDS).toFixed(0)} µs`),
      info("share of the signature check", `${((signature / each) * 100).toFixed(1)} %`),
    ],
  };
}
