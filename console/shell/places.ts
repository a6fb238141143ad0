/** Where the words of a search lead: pages by name, sentence and common words, settings by the title and description of their fields. */
import { CONFIG_KINDS, NAMESPACES, type Namespace } from "../api/kinds.gen.ts";
import { descriptionOf, titleOf } from "../form/places.ts";
import { type Components, isDocument, resolve, type Schema } from "../form/schema.ts";
import type { Texts } from "../texts/en/index.ts";
import type { SchemaTexts } from "../texts/schema.gen.ts";
import { isShown, type Tab, tabOf, tabs } from "./tabs.ts";

export interface Place {
  readonly tab: Tab["hash"];
  readonly label: string;
  readonly about: string;
  /** Place of a field on that page. */
  readonly field?: string;
  /** Other words by which it is found. */
  readonly words: string;
}

/** Pages of namespaces that are more than their form; with `true` the address can name a field. */
const PAGES: Partial<
  Record<Namespace, readonly [tab: Tab["hash"], fields: boolean, scope?: string]>
> = {
  jwt: ["oauth2-overview", false],
  oauth2: ["oauth2-overview", true, "oauth2: "],
  registration: ["oauth2-overview", true, "registration: "],
  api_key: ["api-keys", false],
  email: ["email", true],
  password: ["password", true],
  signup: ["signup", true],
  second_factor: ["second-factor", true],
  mtls: ["mtls", true],
  saml: ["saml", false],
  custom_info: ["custom-info", true],
  session_providers: ["session-providers", false],
  branding: ["branding", true],
  admin: ["admin", true],
};

const KINDS: Readonly<Record<keyof typeof CONFIG_KINDS, Tab["hash"]>> = {
  "/v1/oauth/clients": "clients",
  "/v1/oauth/providers": "providers",
  "/v1/ldap/configs": "ldap",
  "/v1/saml/providers": "saml",
  "/v1/webhooks": "webhooks",
};

const isTab = (hash: string): hash is Tab["hash"] => tabs.some((one) => one.hash === hash);

function pageOf(namespace: Namespace): readonly [Tab["hash"], boolean, string?] | undefined {
  const kind = NAMESPACES[namespace];
  if ("tab" in kind && isTab(kind.tab.hash)) return [kind.tab.hash, true];
  return PAGES[namespace];
}

interface Said {
  readonly names: Texts["tabs"];
  readonly words: Texts["searchWords"];
  readonly switches: Texts["switches"];
  /** Absent in English. */
  readonly schema: SchemaTexts | undefined;
}

type Person = Parameters<typeof isShown>[1];

/** Pages that this person may open. */
export const pagePlaces = ({ names, words }: Omit<Said, "switches">, standing: Person): Place[] =>
  tabs
    .filter((one) => isShown(one, standing))
    .map(({ hash }) => ({
      ...{ tab: hash, label: names[hash][0], about: names[hash][1] },
      words: `${hash} ${(words as Partial<Record<string, string>>)[hash] ?? ""}`,
    }));

/** The members of a schema that have a field, groups before what is in them. */
function membersOf(schema: Schema, components: Components, path = ""): [string, Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const member = resolve(given, components);
    if (member.readOnly) return [];
    const at = path === "" ? name : `${path}.${name}`;
    const inside = isDocument(member.properties) ? membersOf(member, components, at) : [];
    return [[at, member] as [string, Schema], ...inside];
  });
}

/** Every setting on a page that this person may open. */
export function settingPlaces(
  { names, schema: texts, switches }: Said,
  components: Components,
  standing: Person,
): Place[] {
  const opposites: Partial<Record<string, readonly string[]>> = switches;
  const placesOf = (component: string, tab: Tab["hash"], scope?: string): Place[] => {
    const schema = components[component];
    const page = tabOf(tab);
    if (!schema || !page || !isShown(page, standing)) return [];
    return membersOf(resolve(schema, components), components).map(([path, member]) => {
      const known: readonly string[] | undefined = texts?.[member.place as keyof SchemaTexts];
      const title = titleOf(path.split(".").at(-1) ?? path, member);
      const said = known ?? [title, descriptionOf(member)];
      // As the form calls it; who knows the member by its own name finds it all the same.
      const [label = title, about = ""] = opposites[member.place ?? ""] ?? said;
      return {
        ...{ tab, label, about: [names[tab][0], about].filter(Boolean).join(" – ") },
        ...(scope !== undefined && { field: `${scope}${path}` }),
        words: `${path.replaceAll(/[._]/g, " ")} ${said[0] ?? ""}`,
      };
    });
  };
  const ofNamespaces = (Object.keys(NAMESPACES) as Namespace[]).flatMap((namespace) => {
    const [tab, hasFields = false, scope = ""] = pageOf(namespace) ?? [];
    if (tab === undefined) return [];
    return placesOf(NAMESPACES[namespace].component, tab, hasFields ? scope : undefined);
  });
  const ofKinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    placesOf(CONFIG_KINDS[kind].component, KINDS[kind]),
  );
  return [...ofNamespaces, ...ofKinds];
}

/** Without accents and case, as people type. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Those that have every word, the best first: in the name, at the beginning of it, in other words, in the sentence. */
export function findPlaces(places: readonly Place[], typed: string, most: number): Place[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const ranked = places.flatMap((place, order) => {
    const label = plain(place.label);
    const common = plain(place.words);
    const about = plain(place.about);
    const all = `${label} ${common} ${about}`;
    if (!words.every((word) => all.includes(word))) return [];
    const rank = words.reduce(
      (sum, word) =>
        sum +
        (label.startsWith(word) ? 0 : label.includes(word) ? 1 : common.includes(word) ? 2 : 4),
      0,
    );
    return [{ place, rank, order }];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank || one.order - other.order)
    .slice(0, most)
    .map(({ place }) => place);
}
