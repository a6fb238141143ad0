/** The chart of deploy/helm, rendered by our own engine of Go templates: its templates use what both have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../../src/cli/config.ts";
import { blockNamed } from "../../protocol/docs/blocks.ts";
import {
  type Container,
  chartFile,
  kustomization,
  type Manifest,
  plainManifests,
  renderedManifests,
  type Variable,
  valuesWith,
} from "./manifests.ts";

const PACKAGE = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
);
const ON = { ingress: { enabled: true }, backup: { enabled: true } };

function only(files: Map<string, Manifest[]>, name: string): Manifest {
  const [manifest, ...others] = files.get(name) ?? [];
  if (!manifest || others.length > 0) throw new Error(name);
  return manifest;
}

const containerOf = (files: Map<string, Manifest[]>): Container =>
  only(files, "deployment.yaml").spec.template.spec.containers[0];

const fits = new Ajv({ strict: true }).compile(JSON.parse(chartFile("values.schema.json")));

test("with the default values it makes the manifests of deploy/kubernetes", () => {
  const plain = plainManifests();
  plain.delete("secret.example.yaml");
  expect(renderedManifests(ON)).toEqual(plain);
});

test("ingress and backup are made where they are wanted, budget and policy left out where they are not", () => {
  const made = (files: Map<string, Manifest[]>) =>
    [...files.values()]
      .flat()
      .map(({ kind }) => kind)
      .sort();
  expect(made(renderedManifests())).toEqual([
    ...["Deployment", "NetworkPolicy", "PodDisruptionBudget", "Service"],
  ]);
  const less = { networkPolicy: { enabled: false }, podDisruptionBudget: { enabled: false } };
  expect(made(renderedManifests(less))).toEqual(["Deployment", "Service"]);
});

test("a release of another name shares no name, label or secret with the first", () => {
  const first = JSON.stringify([...renderedManifests(ON).values()]);
  const second = JSON.stringify([...renderedManifests(ON, "login").values()]);
  const own = (text: string) =>
    [...text.matchAll(/"(?:name|secretName|claimName|app\.kubernetes\.io\/instance)":"([^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => /^(?:postern|login)/.test(name));
  // The name of the container stays.
  const expected = own(first).map((name) => name.replace(/^postern(?!-tls)/, "login"));
  const kept = own(second).map((name) => (name === "postern" ? "login" : name));
  expect(kept).toEqual(expected);
  expect(own(second).filter((name) => name === "postern")).toHaveLength(1);
});

test("metrics have a port of their own, which one namespace reaches", () => {
  const files = renderedManifests({ metrics: { enabled: true, namespace: "watch" } });
  const { ports, env } = containerOf(files);
  expect(ports).toContainEqual({ name: "metrics", containerPort: 9464 });
  const given = env.filter(({ name }) => name.includes("METRICS"));
  const { config } = loadConfig({
    argv: [],
    env: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    cwd: "/",
    readFile: () => undefined,
  });
  expect(config.server.metrics).toMatchObject({ port: 9464, host: "0.0.0.0" });
  expect(only(files, "network-policy.yaml").spec.ingress[1]).toEqual({
    from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "watch" } } }],
    ports: [{ protocol: "TCP", port: 9464 }],
  });
});

test("values arrive as they are, however they are written", () => {
  const variable: Variable = { name: "POSTERN_LOG__LEVEL", value: 'a "b": {c} #d\n- e' };
  const given = {
    env: [variable],
    image: { repository: "registry.example.com/own/postern", tag: "1.0" },
    secretName: "on",
    podAnnotations: { "example.com/a": "true" },
    tolerations: [{ key: "a", operator: "Exists" }],
    nodeSelector: { disk: "1" },
    affinity: { nodeAffinity: {} },
    imagePullSecrets: [{ name: "pull" }],
    resources: { limits: { memory: "2Gi" } },
    backup: { enabled: true, storageClassName: "slow", publicKeyName: "keys", keepDays: 7 },
  };
  const files = renderedManifests(given);
  const { metadata, spec } = only(files, "deployment.yaml").spec.template;
  const container: Container = spec.containers[0];
  expect(container.env.at(-1)).toEqual(variable);
  expect(container.image).toBe("registry.example.com/own/postern:1.0");
  expect(container.resources.limits).toEqual({ memory: "2Gi" });
  expect(spec.volumes[1].secret.secretName).toBe("on");
  expect(metadata.annotations).toEqual(given.podAnnotations);
  const { tolerations, nodeSelector, affinity, imagePullSecrets } = given;
  const placed = { tolerations, nodeSelector, affinity, imagePullSecrets };
  expect(spec).toMatchObject(placed);
  const [claim, job] = files.get("backup.yaml") ?? [];
  expect(claim?.spec.storageClassName).toBe("slow");
  const pod = job?.spec.jobTemplate.spec.template.spec;
  expect(pod).toMatchObject(placed);
  expect(pod.containers[0].command[2]).toContain("-mtime +7 ");
  expect(pod.volumes[3].configMap).toEqual({ name: "keys" });
  expect(fits(valuesWith(given)), JSON.stringify(fits.errors)).toBe(true);
});

test("the values of the page fit, and make an ingress and a backup", () => {
  const given = parse(blockNamed("docs/deployment.md", "helm-values").text);
  expect(fits(valuesWith(given)), JSON.stringify(fits.errors)).toBe(true);
  const kinds = [...renderedManifests(given).values()].flat().map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["Ingress", "CronJob"]));
});

test("the schema takes the default values, and refuses what is misspelt or would open the network", () => {
  expect(fits(valuesWith()), JSON.stringify(fits.errors)).toBe(true);
  for (const wrong of [
    { replica: 2 },
    { replicas: 0 },
    { baseUrl: "id.example.com" },
    { baseUrl: "https://id.example.com/auth" },
    { networkPolicy: { enable: false } },
    // A rule without ports is one for all of them.
    { networkPolicy: { egressPorts: [] } },
    { metrics: { port: 80 } },
    { env: [{ POSTERN_LOG__LEVEL: "debug" }] },
    { encryptionKey: "in the values" },
  ])
    expect(fits(valuesWith(wrong)), JSON.stringify(wrong)).toBe(false);
});

test("the schema names every value, and no other", () => {
  const names = (value: unknown, path = ""): string[] =>
    Object.entries(value as object).flatMap(([name, inner]) => [
      `${path}${name}`,
      ...(inner?.properties ? names(inner.properties, `${path}${name}.`) : []),
    ]);
  const schema = names(JSON.parse(chartFile("values.schema.json")).properties);
  const values = Object.entries(valuesWith()).flatMap(([name, value]) => {
    const inner = schema.some((other) => other.startsWith(`${name}.`))
      ? Object.keys(value as object)
      : [];
    return [name, ...inner.map((member) => `${name}.${member}`)];
  });
  expect(values.sort()).toEqual(schema.filter((name) => name !== "global").sort());
});

test("chart, manifests and package are of one version", () => {
  const { version, appVersion } = parse(chartFile("Chart.yaml"));
  expect([version, appVersion]).toEqual([PACKAGE.version, PACKAGE.version]);
  expect(kustomization().images.map(({ newTag }) => newTag)).toEqual([PACKAGE.version]);
  expect(containerOf(plainManifests()).image).toBe(
    `registry.example.com/postern:${PACKAGE.version}`,
  );
});
