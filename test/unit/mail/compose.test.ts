import { describe, expect, test } from "vitest";
import { composeMail, messageId } from "../../../src/mail/compose.ts";
import { CATALOGUES, timeText } from "../../../src/mail/content.ts";
import type { MailKind } from "../../../src/mail/mail.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { contextOf, LINK, mailOf } from "./support.ts";

const KINDS: readonly MailKind[] = [
  "login",
  "verify",
  "account_exists",
  "reset",
  "password_changed",
  "test",
];

describe("the default mail", () => {
  test.each([
    ["login", undefined, "Your sign-in code"],
    ["login", LINK, "Your sign-in link"],
    ["verify", LINK, "Confirm your email address"],
    ["reset", LINK, "Reset your password"],
  ] as const)("the subject of %s (link: %s) is %s", (kind, link, subject) => {
    expect(composeMail(mailOf(kind, { link }), contextOf()).subject).toBe(subject);
  });

  test.each(["login", "verify", "reset"] as const)(
    "auth-wire 5.16: %s holds the link, the code and the lifetime in both parts",
    (kind) => {
      const { text, html } = composeMail(mailOf(kind, { link: LINK }), contextOf());
      expect(text).toContain(LINK);
      expect(html).toContain(`href="${LINK.replace("&", "&amp;")}"`);
      for (const part of [text, html]) {
        expect(part).toContain("WDJB-MJHT");
        expect(part).toContain("15 minutes");
        expect(part).toContain("Example");
        expect(part).toMatch(/If you did not/);
      }
    },
  );

  test("without a link there is neither button nor address", () => {
    const { text, html } = composeMail(mailOf("login"), contextOf());
    expect(text).not.toContain("http");
    expect(html).not.toContain("<a ");
    expect(html).toContain("WDJB-MJHT");
  });

  test.each(KINDS)("%s loads nothing, and says the same in both parts", (kind) => {
    const { text, html } = composeMail(mailOf(kind, { link: LINK }), contextOf());
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|@import|url\(/i);
    const addresses = [...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(([found]) => found);
    for (const address of addresses) expect(address).toBe(LINK.replace("&", "&amp;"));
    expect(text.split("\n").every((line) => line.length <= 78 || line === LINK)).toBe(true);
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });

  test("without a name of the sender the host of the service is told, and without both neither", () => {
    const sender = { name: "", address: "id@example.com" };
    const { text } = composeMail(mailOf("verify"), { ...contextOf(), sender });
    expect(text).toContain("id.example.com");
    const bare = composeMail(mailOf("verify"), { ...contextOf(), sender, host: undefined });
    expect(bare.text).toContain("this service");
    expect(bare.html).not.toContain(">this service<");
  });
});

test.each([
  ["en", "This email was sent automatically."],
  ["de", "Diese E-Mail wurde automatisch gesendet."],
  ["fr", "Cet e-mail a été envoyé automatiquement."],
] as const)(
  "of a service without a name the HTML in %s begins with a sentence",
  (language, sentence) => {
    const sender = { name: "", address: "id@example.com" };
    const context = { ...contextOf(), sender, host: undefined };
    const { html } = composeMail({ ...mailOf("verify"), language }, context);
    expect(html).toContain(`>${sentence}</p>`);
    expect(html.indexOf(sentence)).toBeLessThan(html.indexOf("<h1"));
  },
);

describe("a mail about a change of the account", () => {
  const change = {
    ...{ at: Date.UTC(2030, 4, 2, 10), browser: "Firefox on Linux", network: "203.0.113.*" },
    name: "<b>Laptop</b>",
  };

  test.each(Object.keys(CATALOGUES.en.kinds) as MailKind[])(
    "%s says when and from where in each language, and what to do",
    (kind) => {
      for (const language of ["en", "de", "fr"] as const) {
        const mail = { ...mailOf(kind, { change, link: LINK }), language };
        const { text, html } = composeMail(mail, contextOf());
        expect(text).toMatch(/2030.* UTC/);
        expect(text).toContain("203.0.113.*");
        expect(text).toContain("Linux");
        // Elements that the preview of the console draws.
        expect(html).toContain(">203.0.113.*</span>");
        expect(html).not.toContain("<b>Laptop");
        expect(text).not.toMatch(/\{\w+\}/);
      }
    },
  );

  test("of another it says what they are", () => {
    const by = { at: 0, by: "administrator" } as const;
    const { text } = composeMail(mailOf("app_removed", { change: by }), contextOf());
    expect(text).toContain("By: an administrator");
    expect(text).not.toMatch(/Browser|Network/);
  });
});

describe("templates of the operator", () => {
  test("a login mail with link has templates of its own", () => {
    const email = {
      subject: "code for {{ .Email }}",
      body_template: "code {{ .Code }}",
      magic_link_subject: "link for {{ .Email }}",
      magic_link_body_template: "link {{ .MagicLink }} {{ .ExpiresIn }}",
    };
    const code = composeMail(mailOf("login"), contextOf({ email }));
    expect(code).toMatchObject({ subject: "code for ada@example.com", text: "code WDJB-MJHT" });
    const link = composeMail(mailOf("login", { link: LINK }), contextOf({ email }));
    expect(link).toMatchObject({ subject: "link for ada@example.com", text: `link ${LINK} 15m0s` });
    // The same design, and the link can be opened.
    expect(link.html).toContain(`href="${LINK.replace("&", "&amp;")}"`);
    expect(link.html).toContain('class="card"');
  });

  test("verify and reset have one each, and can branch on the link", () => {
    const template = "{{ if .MagicLink }}{{ .MagicLink }}{{ else }}{{ .Code }}{{ end }}";
    const signup = { verify_body_template: template, reset_body_template: template };
    for (const kind of ["verify", "reset"] as const) {
      expect(composeMail(mailOf(kind), contextOf({ signup })).text).toBe("WDJB-MJHT");
      expect(composeMail(mailOf(kind, { link: LINK }), contextOf({ signup })).text).toBe(LINK);
    }
  });

  test("every value of the specification is there", () => {
    const body_template =
      "{{ .Email }}|{{ .Name }}|{{ .Code }}|{{ .MagicLink }}|{{ .ExpiresIn }}|{{ .ClientID }}|{{ .RedirectURI }}|{{ .UserID }}|{{ index .UserAlias 1 }}";
    const mail = mailOf("login", {
      name: "Ada",
      client_id: "web",
      redirect_uri: "https://app.example.com/",
      user_id: "01U",
      user_alias: ["ada", "ada@example.com"],
    });
    expect(composeMail(mail, contextOf({ email: { body_template } })).text).toBe(
      "ada@example.com|Ada|WDJB-MJHT||15m0s|web|https://app.example.com/|01U|ada@example.com",
    );
  });

  test("an empty rendered subject falls back to the default", () => {
    const email = { subject: "{{ if .Name }}Hello{{ end }}" };
    expect(composeMail(mailOf("login"), contextOf({ email })).subject).toBe("Your sign-in code");
  });

  test("M-1: a template that fails is told, and the mail goes out with our text", () => {
    const failures: string[] = [];
    const email = { subject: "{{ index .UserAlias 5 }}", body_template: "{{ .Nothing.Here }}" };
    const { subject, text } = composeMail(mailOf("login"), contextOf({ email }, failures));
    expect(subject).toBe("Your sign-in code");
    expect(text).toContain("WDJB-MJHT");
    expect(failures).toHaveLength(2);
  });

  test("M-1: no template renders without an end", () => {
    const failures: string[] = [];
    const body_template = `{{ define "x" }}{{ template "x" . }}{{ end }}{{ template "x" . }}`;
    const { text } = composeMail(
      mailOf("login"),
      contextOf({ email: { body_template } }, failures),
    );
    expect(text).toContain("WDJB-MJHT");
    expect(failures).toHaveLength(1);
  });
});

describe("M-2, E-5: what a stranger chose", () => {
  const HOSTILE = '"><script>alert(1)</script>\r\nBcc: eve@example.com\r\n\r\n<b>&\u202e\u0000';

  test.each(["name", "client_id", "redirect_uri", "code", "link", "user_id"] as const)(
    "%s is escaped in HTML and adds no line to a subject",
    (member) => {
      const template = `{{ .Name }}{{ .ClientID }}{{ .RedirectURI }}{{ .Code }}{{ .MagicLink }}{{ .UserID }}`;
      const own = contextOf({
        email: {
          subject: template,
          body_template: template,
          magic_link_subject: template,
          magic_link_body_template: template,
        },
      });
      for (const context of [own, contextOf()]) {
        const mail = mailOf("login", { link: LINK, [member]: HOSTILE });
        const { subject, html } = composeMail(mail, context);
        expect(subject).not.toMatch(/[\r\n\0\u202e]/);
        expect(html).not.toContain("<script>");
        expect(html).not.toContain("<b>");
        expect(html).not.toContain('="">');
      }
    },
  );

  test("a subject is cut", () => {
    const email = { subject: "{{ .Name }}" };
    const mail = mailOf("login", { name: "x".repeat(10_000) });
    expect(composeMail(mail, contextOf({ email })).subject.length).toBe(200);
  });
});

test.each([
  [900_000, "15 minutes"],
  [3_600_000, "1 hour"],
  [5_400_000, "1 hour 30 minutes"],
  [86_400_000, "1 day"],
  [61_000, "1 minute 1 second"],
  [1_000, "1 second"],
])("%d ms are %s", (ms, words) => {
  expect(timeText(durationOf(ms))).toBe(words);
});

test("RFC 5322 §3.6.4: a message id is random on the left and ours on the right", () => {
  const random = (bytes: number) => new Uint8Array(bytes).fill(0xab);
  const sender = { name: "", address: "id@example.com" };
  expect(messageId(random, sender)).toBe(`${"ab".repeat(16)}@example.com`);
});
