/** A browser as the suite drives it: it follows, signs in, allows, and stops at a page or at the application. */
import { expect } from "vitest";
import type { Answer } from "../auth.ts";
import type { Jar } from "../session.ts";
import { PERSON, type World } from "./world.ts";

export interface Outcome {
  /** Where the application got the browser back, with what was posted in its query; absent: the last page is `page`. */
  readonly callback?: URL;
  /** It came by a form (`response_mode=form_post`). */
  readonly posted?: boolean;
  readonly page: Answer;
  /** Forms that the person filled in on the way, by their ids. */
  readonly seen: readonly string[];
}

type Fields = Readonly<Record<string, string>>;

const entities: Fields = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
const plain = (text: string) =>
  text.replace(/&(?:amp|quot|#39|lt|gt);/g, (one) => entities[one] ?? one);
const attribute = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : plain(found);
};

/** The form of a page with this id: where it goes, and what it sends when nothing is ticked. */
function formOf(page: string, id: string) {
  const form = new RegExp(`<form[^>]*\\sid="${id}"[\\s\\S]*?</form>`).exec(page)?.[0];
  if (form === undefined) return undefined;
  const [tag = ""] = /<form[^>]*>/.exec(form) ?? [];
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, "name");
    if (name === undefined || attribute(input, "type") === "checkbox") continue;
    fields.set(name, attribute(input, "value") ?? "");
  }
  return { action: attribute(tag, "action"), fields };
}

/** What the person does at a form: fields to fill in, or the value of the button. */
const ANSWERS: Readonly<Record<string, Fields>> = {
  "login-form": PERSON,
  "consent-form": { action: "approve" },
};

/** Where a browser goes. */
type Place = Pick<World, "origin" | "browser">;

export class Visitor {
  readonly #world: Place;
  readonly #jar: Jar;

  constructor(world: Place) {
    this.#world = world;
    this.#jar = world.browser();
  }

  /** Presses the button of a form of a page. */
  async press(page: Answer, id: string, answers: Fields = {}): Promise<Outcome> {
    const form = formOf(page.text, id);
    expect(form, `${id} in ${page.text}`).toBeDefined();
    const fields = form?.fields ?? new URLSearchParams();
    for (const [name, value] of Object.entries(answers)) fields.set(name, value);
    return this.#follow(await this.#post(form?.action ?? "", fields), [id], {});
  }

  /**
   * Opens an address of the provider.
   * @param form sent by POST instead, as a form of the application
   */
  async visit(url: URL, form?: URLSearchParams, answers = ANSWERS): Promise<Outcome> {
    const first = form
      ? await this.#post(url.href, form)
      : await this.#jar.open(this.#pathOf(url.href));
    return this.#follow(first, [], answers);
  }

  /** Opens an address and does nothing there. */
  readonly look = (url: URL) => this.visit(url, undefined, {});

  #pathOf(location: string): string {
    const { pathname, search } = new URL(location, this.#world.origin);
    return pathname + search;
  }

  #post(action: string, fields: URLSearchParams): Promise<Answer> {
    return this.#jar.send("POST", this.#pathOf(action), {
      headers: {
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        origin: this.#world.origin,
        "sec-fetch-site": "same-origin",
      },
      body: fields,
    });
  }

  async #follow(
    page: Answer,
    seen: readonly string[],
    answers: Readonly<Record<string, Fields>>,
  ): Promise<Outcome> {
    expect(seen.length, "forms that follow each other without an end").toBeLessThan(6);
    const location = page.headers.get("location");
    if (location !== null) {
      const target = new URL(location, this.#world.origin);
      if (target.origin !== this.#world.origin) return { callback: target, page, seen };
      return this.#follow(await this.#jar.open(this.#pathOf(location)), seen, answers);
    }
    const sent = formOf(page.text, "form-post");
    if (sent) {
      const callback = new URL(sent.action ?? "");
      for (const [name, value] of sent.fields) callback.searchParams.append(name, value);
      return { callback, page, seen, posted: true };
    }
    for (const [id, filled] of Object.entries(answers)) {
      const form = formOf(page.text, id);
      if (!form) continue;
      for (const [name, value] of Object.entries(filled)) form.fields.set(name, value);
      return this.#follow(await this.#post(form.action ?? "", form.fields), [...seen, id], answers);
    }
    return { page, seen };
  }
}
