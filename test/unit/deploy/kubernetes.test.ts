/** The manifests of deploy/kubernetes, as far as reading goes: no cluster is asked. */
import process from "node:process";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../../src/cli/config.ts";
import { HELP } from "../../../src/cli/help.ts";
import { execFileSync } from "../../support/ended-programs.ts";
import { kustomization, type Manifest, type PodTemplate, plainManifests } from "./manifests.ts";

const FILES = plainManifests();
const ALL = [...FILES.values()].flat();

function one(kind: string): Manifest {
  const [found, ...others] = ALL.filter((manifest) => manifest.kind === kind);
  if (!found || others.length > 0) throw new Error(`${kind}: ${others.length}`);
  return found;
}

const SERVER: PodTemplate = one("Deployment").spec.template;
const BACKUP: PodTemplate = one("CronJob").spec.jobTemplate.spec.template;
const SECRET = {
  ...one("Secret").stringData,
  encryption_key: "a-word-of-sixteen-and-more",
} as Record<string, string>;

/** The configuration of a pod: its variables, and the files of its Secret. */
function configOf({ spec }: PodTemplate, more: Record<string, string> = {}) {
  const [{ env, volumeMounts }] = spec.containers;
  const variables = env.flatMap(({ name, value, valueFrom }) => {
    const given = value ?? SECRET[valueFrom?.secretKeyRef.key ?? ""];
    return given === undefined ? [] : [[name, given]];
  });
  const files = volumeMounts.flatMap(({ name, mountPath }) => {
    const volume = spec.volumes.find((other) => other.name === name);
    return (volume?.secret?.items ?? []).map(({ key, path }) => [
      `${mountPath}/${path}`,
      SECRET[key],
    ]);
  });
  const readFile = (path: string) => Object.fromEntries(files)[path];
  const environment = { ...Object.fromEntries(variables), ...more };
  return loadConfig({ argv: [], env: environment, cwd: "/", readFile }).config;
}

test("the service gets what it needs from its Secret, and every variable is one that it knows", () => {
  const config = configOf(SERVER);
  expect(config.auth.database.dsn).toBe(SECRET.dsn);
  expect(config.auth.encryption.key).toBe(SECRET.encryption_key);
  expect(config.auth.first_run.admin_password).toBe(SECRET.admin_password);
  expect(config.auth.oauth2.base_url).toBe("https://id.example.com");
  expect(config.server.trusted_proxies).toMatchObject([{ bits: 8 }]);
  expect(configOf(BACKUP).auth.database.dsn).toBe(SECRET.dsn);
});

test("the password of the first start may be taken away afterwards", () => {
  const [{ env }] = SERVER.spec.containers;
  const optional = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef.optional);
  expect(optional.map(({ name }) => name)).toEqual(["POSTERN_FIRST_RUN__ADMIN_PASSWORD"]);
});

test("variables that Kubernetes makes of the Service would stop the start, and are not made", () => {
  const link = { POSTERN_SERVICE_HOST: "10.0.0.1" };
  expect(() => configOf(SERVER, link)).toThrow("POSTERN_SERVICE_HOST");
  for (const { spec } of [SERVER, BACKUP]) expect(spec.enableServiceLinks).toBe(false);
});

test("probes ask the routes of health at the port of the service; a migration is not cut off", () => {
  const [{ startupProbe, livenessProbe, readinessProbe, ports }] = SERVER.spec.containers;
  expect(ports).toEqual([{ name: "http", containerPort: configOf(SERVER).server.port }]);
  for (const probe of [startupProbe, livenessProbe])
    expect(probe.httpGet).toEqual({ path: "/livez", port: "http" });
  expect(readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
  expect(one("Service").spec.ports[0].targetPort).toBe("http");
});

test("a pod that stops is seen to leave while it still answers, and has the time to end", () => {
  const { server } = configOf(SERVER);
  const { periodSeconds, failureThreshold } = SERVER.spec.containers[0].readinessProbe;
  expect(server.drain_delay / 1000).toBeGreaterThan(2 * periodSeconds * failureThreshold);
  const grace = SERVER.spec.terminationGracePeriodSeconds ?? 0;
  expect(grace).toBeGreaterThanOrEqual(server.drain_delay / 1000 + 25);
  expect(one("Deployment").spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
});

describe.each([
  ["the service", SERVER],
  ["the backup", BACKUP],
])("%s", (_name, { spec }) => {
  test("is no root, changes nothing of its image, and holds no token of the cluster", () => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    const [container] = spec.containers;
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.resources.limits).toHaveProperty("memory");
  });

  test("mounts volumes that are there, and keeps its data in one", () => {
    const [{ volumeMounts, env }] = spec.containers;
    const volumes = spec.volumes.map(({ name }) => name);
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
    const data = env.find(({ name }) => name === "POSTERN_DATA_DIR")?.value ?? "";
    expect(volumeMounts.some(({ mountPath }) => data.startsWith(`${mountPath}/`))).toBe(true);
  });
});

test("Service and budget choose the instances alone; the policy of the network the backup, too", () => {
  const { labels } = SERVER.metadata;
  const deployment = one("Deployment").spec;
  expect(deployment.selector.matchLabels).toEqual(labels);
  expect(one("Service").spec.selector).toEqual(labels);
  const budget = one("PodDisruptionBudget").spec;
  expect(budget.selector.matchLabels).toEqual(labels);
  expect(deployment.replicas).toBeGreaterThan(budget.maxUnavailable);
  expect(BACKUP.metadata.labels).not.toMatchObject(labels);
  const covered = one("NetworkPolicy").spec.podSelector.matchLabels;
  for (const pod of [SERVER, BACKUP]) expect(pod.metadata.labels).toMatchObject(covered);
});

test("only the ingress controller comes in, and nothing goes to the metadata service of a cloud", () => {
  const { policyTypes, ingress, egress } = one("NetworkPolicy").spec;
  expect(policyTypes).toEqual(["Ingress", "Egress"]);
  const { port } = configOf(SERVER).server;
  expect(ingress.map((rule: { ports: unknown }) => rule.ports)).toEqual([
    [{ protocol: "TCP", port }],
  ]);
  for (const rule of ingress) expect(rule.from).toHaveLength(1);
  const [names, connections, ...others] = egress;
  expect(others).toEqual([]);
  expect(names.ports.map((entry: { port: number }) => entry.port)).toEqual([53, 53]);
  const blocks = connections.to.flatMap((peer: { ipBlock?: unknown }) => peer.ipBlock ?? []);
  expect(blocks).toEqual([
    { cidr: "0.0.0.0/0", except: ["169.254.0.0/16"] },
    { cidr: "::/0", except: ["fe80::/10", "fd00:ec2::254/128"] },
  ]);
});

test("the backup has a name of its own, flags that the command knows, and deletes what it wrote", () => {
  const [shell, options = "", script = ""] = BACKUP.spec.containers[0].command ?? [];
  expect([shell, options]).toEqual(["sh", "-ec"]);
  const print = "printf '%s\\n'";
  const printed = script.replaceAll("$$", "$").replace(/^(?:node|find)/gm, print);
  const env = { PATH: process.env.PATH };
  const words = execFileSync("sh", [options, printed], { encoding: "utf8", env })
    .trim()
    .split("\n");
  expect(words.slice(0, 3)).toEqual(["bin/postern.js", "backup", "--to"]);
  const [, , , file = "", , key = ""] = words;
  expect(file).toMatch(/^\/backups\/postern-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/);
  for (const flag of words.filter((word) => word.startsWith("--")))
    expect(HELP.backup?.text).toContain(`${flag} `);
  const { volumeMounts } = BACKUP.spec.containers[0];
  for (const path of [file, key])
    expect(volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`))).toBe(true);
  const [before = "", after = ""] = (words[words.indexOf("-name") + 1] ?? "").split("*");
  const name = file.slice("/backups/".length);
  expect(name.startsWith(before) && name.endsWith(after)).toBe(true);
});

test("what is applied together has no secret in it, and one image", () => {
  const { resources, images } = kustomization();
  expect(resources).toEqual([
    "deployment.yaml",
    "service.yaml",
    "pod-disruption-budget.yaml",
    "network-policy.yaml",
  ]);
  const used = [SERVER, BACKUP].map(({ spec }) => spec.containers[0].image);
  for (const { name, newTag } of images)
    expect(used).toEqual([`${name}:${newTag}`, `${name}:${newTag}`]);
});
