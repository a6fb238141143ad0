/** The manifests of deploy/kubernetes and those that the chart of deploy/helm makes, as plain data. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { parseTemplate } from "#go-template";

const DEPLOY = join(import.meta.dirname, "../../../deploy");
const CHART = join(DEPLOY, "helm/postern");
const TEMPLATES = join(CHART, "templates");

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef: { readonly key: string; readonly optional?: boolean };
  };
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

export interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: Record<string, unknown>;
  readonly resources: { readonly limits: Record<string, string> };
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Record<string, string> };
  readonly spec: {
    readonly terminationGracePeriodSeconds?: number;
    readonly enableServiceLinks: boolean;
    readonly automountServiceAccountToken: boolean;
    readonly securityContext: Record<string, unknown>;
    readonly containers: readonly [Container];
    readonly volumes: readonly {
      readonly name: string;
      readonly secret?: {
        readonly items: readonly { readonly key: string; readonly path: string }[];
      };
    }[];
  };
}

/** A resource. `spec` has another form for each kind; a test names the members that it reads. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly spec?: any;
  readonly stringData?: Record<string, string>;
}

const documents = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return (document.toJS() as Manifest | null) ?? [];
  });

/** The file of a chart as text. */
export const chartFile = (name: string): string => readFileSync(join(CHART, name), "utf8");

/** Resources by file, without the list of them. */
export function plainManifests(): Map<string, Manifest[]> {
  const names = readdirSync(join(DEPLOY, "kubernetes")).filter(
    (name) => name !== "kustomization.yaml",
  );
  return new Map(
    names.map((name) => [name, documents(readFileSync(join(DEPLOY, "kubernetes", name), "utf8"))]),
  );
}

/** What `kubectl apply -k` takes. */
export const kustomization = (): {
  resources: string[];
  images: { name: string; newTag: string }[];
} => parse(readFileSync(join(DEPLOY, "kubernetes/kustomization.yaml"), "utf8"));

type Values = { readonly [name: string]: unknown };

/** Values that were given, in those of the chart, as Helm does it: objects member by member, all else whole. */
function merged(values: Values, given: Values): Values {
  const isObject = (value: unknown): value is Values =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const pairs = Object.entries(given).map(([name, value]) => {
    const before = values[name];
    return [name, isObject(before) && isObject(value) ? merged(before, value) : value];
  });
  return { ...values, ...Object.fromEntries(pairs) };
}

export const valuesWith = (given: Values = {}): Values =>
  merged(parse(chartFile("values.yaml")), given);

/** Helm has no limit, and a busy machine takes its time. */
const PATIENT = { milliseconds: 60_000 };

/** Resources by file of the chart, as our engine renders it: its templates use what Helm has and it has, too. */
export function renderedManifests(
  given: Values = {},
  release = "postern",
): Map<string, Manifest[]> {
  const { name, version, appVersion } = parse(chartFile("Chart.yaml"));
  const data = {
    Values: valuesWith(given),
    Release: { Name: release, Namespace: "default", Service: "Helm" },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
  };
  const helpers = readFileSync(join(TEMPLATES, "_helpers.tpl"), "utf8");
  const names = readdirSync(TEMPLATES).filter((file) => file.endsWith(".yaml"));
  return new Map(
    names.map((file) => {
      const text = readFileSync(join(TEMPLATES, file), "utf8");
      const template = parseTemplate(helpers + text, { name: file });
      return [file, documents(template.execute(data, PATIENT))];
    }),
  );
}
