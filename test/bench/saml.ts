/** Signed responses at the assertion consumer service, and how much of their time is the signature's (S-4). */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { xmlSignatures } from "../../src/adapters/drivers/xml.ts";
import { XmlFault } from "../../src/errors.ts";
import { MESSAGE_LIMITS } from "../../src/federation/saml/elements.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { begin, CALLBACK, post, putProvider, registering, saysFor } from "../support/saml.ts";
import { type Key, makeKey, type Says, signedResponse } from "../support/saml-idp.ts";
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
  ["elements", "<x>y</x>".repeat(2_400)],
  [
    "attributes",
    `<x ${Array.from({ length: 31 }, (_, at) => `a${at}="b"`).join(" ")}/>`.repeat(250),
  ],
] as const;
/** In parses of the same document: what a stranger's message may cost besides. */
const MOST_PARSES = 6;

/** How much longer a forged response of full size takes than reading it once. */
async function forged(key: Key, says: Says, filler: string) {
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

/** A thousand groups with the types of their values, signed at both levels: the largest that a provider sends. */
const GROUPS = `<saml:AttributeStatement><saml:Attribute Name="groups">${`<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${"x".repeat(60)}</saml:AttributeValue>`.repeat(990)}</saml:Attribute></saml:AttributeStatement>`;
const MOST_TURN = 4;

/** The longest time in which nothing else was answered, in parses of the response, while it was sent again and again. */
async function longestTurn(service: TestAuth, key: Key): Promise<number> {
  const turns: number[] = [];
  const parses: number[] = [];
  for (let at = 0; at < 12; at++) {
    const started = await begin(service);
    const xml = signedResponse({ ...saysFor(service, started), extra: GROUPS }, key, "both");
    parses.push(await timed(async () => xmlSignatures.parse(xml, MESSAGE_LIMITS)));
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    await post(service, xml, started);
    await post(service, xml, started);
    delays.disable();
    turns.push(delays.max / 1e6);
  }
  return median(turns) / median(parses);
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
  const row = "a response with a thousand groups, its longest turn, in parses of it";
  besides.push(atMost(row, await longestTurn(service, key), MOST_TURN, ratio));
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
