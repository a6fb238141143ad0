/** Signed responses at the assertion consumer service, and how much of their time is the signature's (S-4). */
import { xmlSignatures } from "../../src/adapters/drivers/xml.ts";
import { XmlFault } from "../../src/errors.ts";
import { MESSAGE_LIMITS } from "../../src/federation/saml/elements.ts";
import { testAuth } from "../support/auth.ts";
import { begin, CALLBACK, post, putProvider, registering, saysFor } from "../support/saml.ts";
import { makeKey, type Says, signedResponse } from "../support/saml-idp.ts";
import { putClient, putSetting, WEB } from "../support/tokens.ts";
import {
  atMost,
  type BenchResult,
  info,
  median,
  ms,
  perSecond,
  type Row,
  ratio,
} from "./result.ts";

const RESPONSES = 300;
/** Before anything is measured. */
const WARM_UP = 50;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Elements, and attributes, as many as a message may have: a forged signature is found before they are looked at. */
const FULL_SIZE = [
  ["elements", "<x>y</x>".repeat(9_900)],
  [
    "attributes",
    `<x ${Array.from({ length: 63 }, (_, at) => `a${at}="b"`).join(" ")}/>`.repeat(500),
  ],
] as const;
/** In parses of the same document: what a stranger's message may cost besides. */
const MOST_PARSES = 6;

/** How much longer a forged response of full size takes than reading it once. */
async function forged(key: Awaited<ReturnType<typeof makeKey>>, says: Says, filler: string) {
  const xml = signedResponse(says, key);
  const end = xml.lastIndexOf("</saml:Assertion>");
  const full = `${xml.slice(0, end)}${filler}${xml.slice(end)}`.replace(
    /(SignatureValue>)[^<]{8}/,
    "$1AAAAAAAA",
  );
  const refused = () =>
    xmlSignatures.verify(full, MESSAGE_LIMITS, [key.certificate]).then(
      () => Promise.reject(new Error("a forged signature was taken")),
      (error: unknown) => {
        if (!(error instanceof XmlFault)) throw error;
      },
    );
  const parses: number[] = [];
  const refusals: number[] = [];
  for (let at = 0; at < 12; at++) {
    parses.push(await timed(async () => xmlSignatures.parse(full, MESSAGE_LIMITS)));
    refusals.push(await timed(refused));
  }
  return median(refusals) / median(parses);
}

export async function benchSaml(): Promise<BenchResult> {
  await using service = await testAuth();
  const key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putSetting(service, "oauth2", { base_url: "https://id.example.com" });
  await putProvider(service, registering(key));
  const says = saysFor(service, await begin(service));
  const besides: Row[] = [];
  for (const [what, filler] of FULL_SIZE) {
    const parses = await forged(key, says, filler);
    const row = `a forged response of full size (${what}), in parses of it`;
    besides.push(atMost(row, parses, MOST_PARSES, ratio));
  }
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
      ...besides,
      info("responses", perSecond(1_000 / response)),
      info("a response, p50", ms(response)),
      info(
        "its signature alone",
        `${ms(verification)}, ${Math.round((100 * verification) / response)} %`,
      ),
    ],
  };
}
