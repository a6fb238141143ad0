/** The image of the Dockerfile: its size, and what it does with the rights that `deploy/kubernetes` gives it. */
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { ROOT } from "../protocol/docs/blocks.ts";
import { execFileSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import { freePort } from "../support/ports.ts";
import { startPostgres } from "../support/postgres.ts";
import { BUILD_MS } from "./base-image.ts";
import {
  buildImage,
  type Container,
  type ContainerOptions,
  filesBelow,
  hasBuilder,
  type Image,
  removeContainers,
  startContainer,
} from "./container.ts";

/** The pod and the first container of a manifest. */
function podOf(name: string) {
  const file = readFileSync(join(ROOT, "deploy/kubernetes", name), "utf8");
  const found = parseAllDocuments(file).map((document) => document.toJS());
  const { spec } = found.find(({ kind }) => kind === "Deployment" || kind === "CronJob");
  const pod = (spec.jobTemplate?.spec ?? spec).template.spec;
  const [container] = pod.containers;
  const variables: { name: string; value?: string }[] = container.env;
  return {
    rights: { ...pod.securityContext, ...container.securityContext },
    command: container.command,
    env: Object.fromEntries(variables.flatMap(({ name, value }) => (value ? [[name, value]] : []))),
  };
}

/** An empty volume, as fsGroup leaves it: of root, for the group of the process. */
function volume(): string {
  const folder = temporaryFolder();
  chownSync(folder, 0, 1000);
  chmodSync(folder, 0o2770);
  return folder;
}

/** A named volume of Docker: it takes over the owner that the folder has in the image. */
function ownVolume(): string {
  const folder = temporaryFolder();
  chownSync(folder, 1000, 1000);
  return folder;
}

describe.skipIf(!hasBuilder())("the image", () => {
  let image: Image;
  beforeAll(async () => {
    image = await buildImage();
  }, BUILD_MS);
  afterAll(removeContainers);

  const { rights, env } = podOf("deployment.yaml");
  const serving = (options: Omit<ContainerOptions, "image" | "rights" | "words">) => {
    const { Entrypoint, Cmd } = image.config;
    return startContainer({ image, rights, words: [...Entrypoint, ...Cmd], ...options });
  };
  const ready = async (url: string, container: Container) => {
    const answer = () => fetch(`${url}/readyz`).then(({ status }) => status, String);
    await expect.poll(answer, { timeout: patient(60_000), message: container.output() }).toBe(200);
  };

  test("has less than 200 MB as it is pushed, and its own part less than 30 MB", () => {
    const [, ...own] = image.layers;
    const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
    console.info(`pushed: ${sum(image.layers)} bytes, of which its own: ${sum(own)}`);
    expect(own).not.toHaveLength(0);
    expect(sum(own)).toBeLessThan(30e6);
    expect(sum(image.layers)).toBeLessThan(200e6);
  });

  test("holds the program, its pages and the packages that are not in the bundle, and no more", () => {
    const app = join(image.root, "app");
    expect(readdirSync(join(app, "node_modules"))).toEqual(["@electric-sql", "@node-rs"]);
    expect(readdirSync(join(app, "dist")).toSorted()).toEqual(["bundle", "cluster.br"]);
    const needless = /\.(map|ts|cts|tsbuildinfo)$|(^|\/)(test|src|\.git)\//;
    const code = filesBelow(app).filter((file) => !file.startsWith("public/"));
    expect(code).toContain("bin/postern.js");
    expect(code.filter((file) => needless.test(file))).toEqual([]);
    const told = JSON.parse(readFileSync(join(app, "postern.cdx.json"), "utf8"));
    expect(told.components.map(({ name }: { name: string }) => name)).toContain("drizzle-orm");
  });

  test("keeps its data in a volume, gives a token, and ends and begins again", async () => {
    const data = ownVolume();
    const port = await freePort(26_000, 900);
    const url = `http://127.0.0.1:${port}`;
    const options = {
      env: { POSTERN_SERVER__PORT: String(port) },
      volumes: { "/data": data },
    };
    {
      await using container = serving(options);
      await ready(url, container);
      const [, ...check] = image.config.Healthcheck.Test;
      expect(await container.execute(...check)).toMatchObject({ code: 0 });
      expect((await container.execute("id", "-u")).output.trim()).toBe("1000");
      for (const file of ["/app/new", "/tmp/new"]) {
        const { code, output } = await container.execute("touch", file);
        expect(code, output).toBe(1);
        expect(output).toContain("Read-only file system");
      }
      const firstRun = readFileSync(join(data, "first-run.txt"), "utf8");
      const curl = /curl -u \S+ -d grant_type=client_credentials \S+/.exec(firstRun)?.[0] ?? "";
      const here = curl.replace("localhost", "127.0.0.1");
      const told = execFileSync("sh", ["-c", `${here} -s`], { encoding: "utf8" });
      expect(JSON.parse(told)).toHaveProperty("access_token");
      for (const path of ["/auth/ui/", "/auth/docs/", "/auth/swagger/"]) {
        expect((await fetch(url + path)).status, path).toBe(200);
      }
      await container.kill("TERM");
      expect(await container.ended, container.output()).toBe(0);
    }
    await using again = serving(options);
    await ready(url, again);
    expect(again.output()).not.toContain("first-run.txt");
  });

  test("loads the native bcrypt where the registry has one for this architecture", async () => {
    const built = filesBelow(join(image.root, "app/node_modules/@node-rs"));
    const native = built.some((file) => file.endsWith(".node"));
    const load = "require('@node-rs/bcrypt').hashSync('a password', { cost: 4 })";
    const volumes = { "/data": ownVolume() };
    await using container = startContainer({ image, rights, volumes, words: ["node", "-e", load] });
    expect(await container.ended, container.output()).toBe(native ? 0 : 1);
  });

  test("serves on Postgres by the manifests, is backed up by the CronJob, and is restored", async () => {
    const postgres = await startPostgres();
    try {
      const secret = volume();
      const key = execFileSync("openssl", ["rand", "-base64", "32"], { encoding: "utf8" });
      const write = (folder: string, name: string, text: string) => {
        writeFileSync(join(folder, name), text);
        chownSync(join(folder, name), 0, 1000);
        chmodSync(join(folder, name), 0o440);
      };
      write(secret, "encryption_key", key);
      write(secret, "dsn", await postgres.createDatabase("served"));
      const port = await freePort(26_000, 900);
      const volumes = { "/data": volume(), "/etc/postern/secret": secret };
      const given = { ...env, POSTERN_SERVER__PORT: String(port) };
      const password = { POSTERN_FIRST_RUN__ADMIN_PASSWORD: "the first of the passwords" };
      await using container = serving({ env: { ...given, ...password }, volumes });
      await ready(`http://127.0.0.1:${port}`, container);

      const job = podOf("backup.yaml");
      const run = async (words: readonly string[], more: Readonly<Record<string, string>>) => {
        const all = { ...volumes, ...more };
        const inside = { image, rights: job.rights, env: job.env, words, volumes: all };
        await using ran = startContainer(inside);
        expect(await ran.ended, ran.output()).toBe(0);
        return ran.output();
      };
      const keys = volume();
      const made = await run(
        ["sh", "-c", "umask 027; node bin/postern.js keygen --backup /keys/private.pem"],
        {
          "/keys": keys,
        },
      );
      write(keys, "backup-public.pem", made);
      const backups = volume();
      const command: string[] = job.command.map((word: string) => word.replaceAll("$$", "$"));
      await run(command, { "/backups": backups, "/etc/postern/backup": keys });
      const [file = ""] = readdirSync(backups);
      expect(file).toMatch(/^postern-.*\.backup$/);

      const other = volume();
      write(other, "encryption_key", key);
      write(other, "dsn", await postgres.createDatabase("restored"));
      const postern = ["node", "bin/postern.js"];
      const mounted = { "/backups": backups, "/keys": keys, "/etc/postern/secret": other };
      const from = [`/backups/${file}`, "--key", "/keys/private.pem", "--live"];
      expect(await run([...postern, "restore", ...from], mounted)).toContain("auth_users 1");
      expect(await run([...postern, "doctor"], mounted)).toContain("checks are fine");

      await container.kill("TERM");
      expect(await container.ended, container.output()).toBe(0);
    } finally {
      await postgres.stop();
    }
  });
});
