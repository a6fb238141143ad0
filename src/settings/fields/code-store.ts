/** Where one-time codes are kept; the same shape in `cache.code_store` and in the static options. */
import { type Message, message } from "../../messages/message.ts";
import { checkedList, choice, flag, secret, section, text } from "./field.ts";

const files = { title: "TLS", description: "Files are read on the instance that connects." };

/** How to reach Redis, Redis Cluster, or the master that Redis Sentinel names. */
export const redisShape = {
  client_name: text().meta({ title: "Client name" }),
  address: checkedList(
    (entry) => (/^\S+$/.test(entry) ? entry : undefined),
    message("fault.redis_address"),
  ).meta({
    title: "Addresses",
    description: "host:port of one server, of cluster members or of Sentinels.",
  }),
  username: text().meta({ title: "Username" }),
  password: secret({ title: "Password" }, ["address"]),
  cluster: flag().meta({
    title: "Force cluster",
    description: "When off, a Redis Cluster is detected automatically.",
  }),
  sentinel_master: text().meta({
    title: "Master at Sentinel",
    description:
      "With it the addresses are those of Redis Sentinel, which is asked for this master.",
  }),
  sentinel_username: text().meta({ title: "Username at Sentinel" }),
  sentinel_password: secret({ title: "Password at Sentinel" }, ["address"]),
  tls: section({
    enabled: flag().meta({ title: "Use TLS" }),
    cert_file: text().meta({ title: "Client certificate file" }),
    key_file: text().meta({ title: "Client key file" }),
    ca_file: text().meta({ title: "CA file" }),
  }).meta(files),
} as const;

/** The members of a code store without its switch. */
export const codeStoreShape = {
  key_prefix: text().meta({
    title: "Key prefix",
    description: "Redis keys become <prefix>code_<id>.",
  }),
  redis: section(redisShape).meta({ title: "Redis" }),
} as const;

/** Words for `active`. */
export const CODE_STORES = ["database", "memory", "redis"] as const;

/** The stored form: there is always an active store. */
export const codeStore = () =>
  section({
    active: choice(CODE_STORES, "database").meta({
      title: "Active store",
      description:
        "The database and Redis are shared by all instances; memory serves one instance.",
    }),
    ...codeStoreShape,
  });

interface CodeStoreChoice {
  readonly active: string | undefined;
  readonly redis: {
    readonly address: readonly string[];
    readonly cluster: boolean;
    readonly sentinel_master: string;
    readonly tls: { readonly cert_file: string; readonly key_file: string };
  };
}

interface CodeStoreFault {
  readonly path: readonly string[];
  readonly reason: Message;
}

/** What the members of one code store demand of each other; paths start at the code store. */
export function codeStoreFaults(store: CodeStoreChoice): CodeStoreFault[] {
  const faults: CodeStoreFault[] = [];
  if (store.active === "redis" && store.redis.address.length === 0) {
    faults.push({
      path: ["redis", "address"],
      reason: message("fault.with_redis"),
    });
  }
  if (store.redis.cluster && store.redis.sentinel_master !== "") {
    faults.push({ path: ["redis", "sentinel_master"], reason: message("fault.no_cluster") });
  }
  const { cert_file, key_file } = store.redis.tls;
  if ((cert_file === "") !== (key_file === "")) {
    const missing = cert_file === "" ? "cert_file" : "key_file";
    faults.push({ path: ["redis", "tls", missing], reason: message("fault.other_file") });
  }
  return faults;
}
