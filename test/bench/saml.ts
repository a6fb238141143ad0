/** Signed responses at the assertion consumer service, and how much of their time is the signature's (S-4). */
import { xmlSignatures } from "../../src/adapters/drivers/xml.ts";
import { MESSAGE_LIMITS } from "../../src/federation/saml/elements.ts";
import { testAuth } from "../support/auth.ts";
import { begin, CALLBACK, post, putProvider, registering, saysFor } from "../support/saml.ts";
import { makeKey, signedResponse } from "../support/saml-idp.ts";
import { putClient, putSetting, WEB } from "../support/tokens.ts";
import { type BenchResult, info, median, ms, perSecond } from "./result.ts";

const RESPONSES = 300;
/** Before anything is measured. */
const WARM_UP = 50;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export async function benchSaml(): Promise<BenchResult> {
  await using service = await testAuth();
  const key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putSetting(service, "oauth2", { base_url: "https://id.example.com" });
  await putProvider(service, registering(key));
  const whole: number[] = [];
  const signature: number[] = [];
  for (let at = 0; at < RESPONSES + WARM_UP; at++) {
    const started = await begin(service);
    const xml = signedResponse(saysFor(service, started), key);
    const took = await timed(async () => {
      const { status, text } = await post(service, xml, started);
      if (status !== 302) throw new Error(text);
    });
    const verified = await timed(() =>
      xmlSignatures.verify(xml, MESSAGE_LIMITS, [key.certificate]),
    );
    if (at < WARM_UP) continue;
    whole.push(took);
    signature.push(verified);
  }
  const [response, verification] = [median(whole), median(signature)];
  return {
    title: "Responses of a SAML provider at the assertion consumer service, one after the other",
    rows: [
      info("responses", perSecond(1_000 / response)),
      info("a response, p50", ms(response)),
      info(
        "its signature alone",
        `${ms(verification)}, ${Math.round((100 * verification) / response)} %`,
      ),
    ],
  };
}
