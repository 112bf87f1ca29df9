import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { JoinAnswer, JoinPageWire } from "#app/contracts/join.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { stampName } from "#app/http/join-page.ts";
import { stampOf } from "#app/http/form-stamp.server.ts";
import { changeJoining } from "#app/flows/programs/joining.ts";
import { updateProgram } from "#app/flows/programs/update-program.ts";
import { env } from "#app/platform/env.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { db } from "#app/platform/db.server.ts";
import { applications } from "#app/store/schema/applications.ts";
import { shops } from "#app/store/schema/shops.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { appUrl } from "../../support/browser.ts";
import { emailsOf } from "../../support/emails.ts";
import { makeOpenProgram, type OpenProgram } from "../../support/open-program.ts";

// Emails are read from the queue's table, which is there once the queue was opened.
beforeAll(async () => {
  await openQueue();
});

const settings = env() as { SMTP_URL?: string | undefined };
const { SMTP_URL } = settings;
afterEach(() => {
  settings.SMTP_URL = SMTP_URL;
  vi.useRealTimers();
});

const fields = [
  { id: "site", kind: "link" as const, label: "Your site", isRequired: true, choices: [] },
  { id: "audience", kind: "choice" as const, label: "Audience", isRequired: false, choices: ["1K", "10K"] },
];
const pathOf = ({ domain, joining }: OpenProgram) => `/join/${shopHandle(domain)}/${joining.slug}`;
const rowsOf = ({ shopId }: OpenProgram) =>
  db().select().from(applications).where(eq(applications.shopId, shopId));
let visitors = 0;

async function show(program: OpenProgram, query = "", headers: Record<string, string> = {}) {
  const answer = withData(
    await requestRoute(new Request(`${appUrl}${pathOf(program)}${query}`, { headers })),
  );
  return answer.data as JoinPageWire;
}

/** Posts the form as a browser does some seconds after it was shown. */
async function post(
  program: OpenProgram,
  change: Record<string, string> = {},
  given: Record<string, string> = {},
) {
  visitors += 1;
  const stamp = stampOf(stampName(program.page), new Date(Date.now() - 10_000));
  const form = {
    stamp,
    terms: "1",
    name: "Ana Ruiz",
    email: "ana@ruiz.example",
    "answer-site": "blog.example",
    website: "",
    agree: "yes",
    ...change,
  };
  const headers = { Origin: appUrl, "X-Forwarded-For": `10.9.${visitors >> 8}.${visitors & 255}`, ...given };
  const body = new URLSearchParams(form);
  const answer = withData(
    await requestRoute(new Request(`${appUrl}${pathOf(program)}`, { method: "POST", headers, body })),
  );
  return { status: answer.status, answer: answer.data as JoinAnswer };
}

describe("an applicant's language", () => {
  it("is the browser's, else the store's", async () => {
    const program = await makeOpenProgram({ fields });
    await post(program, { email: "uwe@join.example" }, { "Accept-Language": "de-AT,en;q=0.5" });
    await post(program, { email: "pia@join.example" }, { "Accept-Language": "pl" });
    await db().update(shops).set({ language: "de" }).where(eq(shops.shopId, program.shopId));
    await post(program, { email: "ola@join.example" }, { "Accept-Language": "pl" });
    const languages = (await rowsOf(program)).map(({ email, language }) => [email, language]);
    expect(Object.fromEntries(languages)).toEqual({
      "uwe@join.example": "de",
      "pia@join.example": "en",
      "ola@join.example": "de",
    });
    const subjects = (await emailsOf(program.shopId)).map((mail) => mail.subject.split(/ (to|bei) /)[0]);
    expect(subjects).toEqual([
      "Bestätige deine Bewerbung",
      "Confirm your application",
      "Bestätige deine Bewerbung",
    ]);
  });
});

describe("the join page", () => {
  it("shows the terms and the form's questions, and keeps search engines out unless the merchant wants them", async () => {
    const program = await makeOpenProgram({ fields });
    const shown = await show(program, "?utm_source=newsletter", {
      Referer: "https://blog.example/post?mail=x",
    });
    expect(shown).toMatchObject({
      program: { name: "Partners" },
      commission: { type: "percentage", percent: "10" },
      terms: expect.arrayContaining([
        "Earn 10% of each sale.",
        "Clicks count for 30 days.",
        "You get 14 days' notice before lower terms start.",
      ]),
      form: {
        fields,
        countries: [],
        hidden: { terms: "1", "utm-source": "newsletter", referrer: "https://blog.example/post" },
      },
      isIndexable: false,
    });
    await changeJoining({ shop: { shopId: program.shopId }, ...program.by }, program.programId, {
      isIndexable: true,
    });
    expect((await show(program)).isIndexable).toBe(true);
  });

  it("says what changes soon, which those who join now aren't emailed about", async () => {
    const program = await makeOpenProgram();
    const { page, actor } = program;
    const now = new Date();
    const lower = { commission: { kind: "percentage", rateBps: 800 } } as const;
    await updateProgram({ shop: page.shop, actor, now }, program.programId, { terms: lower });
    const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: page.shop.timeZone });
    const from = day.format(now.getTime() + 14 * 86_400_000);
    expect((await show(program)).terms).toEqual(
      expect.arrayContaining(["Earn 10% of each sale.", `From ${from}: Every sale: 10% → 8%`]),
    );
  });

  it("asks for the country where a rule does, by its name in the reader's language", async () => {
    const rules = [{ name: "Spain", conditions: [{ kind: "country" as const, values: ["ES"] }] }];
    const program = await makeOpenProgram({ rules });
    const { form } = await show(program, "", { "Accept-Language": "de" });
    expect(form?.countries.find(({ code }) => code === "ES")?.name).toBe("Spanien");
  });

  it("takes no applications while the program is closed or no email can be sent", async () => {
    const program = await makeOpenProgram();
    settings.SMTP_URL = undefined;
    expect((await show(program)).form).toBeNull();
    expect((await post(program)).status).toBe(404);
    settings.SMTP_URL = SMTP_URL;
    await changeJoining({ shop: { shopId: program.shopId }, ...program.by }, program.programId, {
      mode: "invitation",
    });
    expect((await show(program)).form).toBeNull();
    expect((await post(program)).status).toBe(404);
    expect(await rowsOf(program)).toEqual([]);
  });

  it("of a store leads to its only program", async () => {
    const program = await makeOpenProgram();
    const answer = await requestRoute(
      new Request(`${appUrl}/join/${shopHandle(program.domain)}?utm_source=x`),
    );
    expect(answer).toMatchObject({ status: 302, location: `${pathOf(program)}?utm_source=x` });
    expect(await requestRoute(new Request(`${appUrl}/join/no-such-store`))).toMatchObject({ status: 404 });
    expect(await requestRoute(new Request(`${appUrl}/join/%00/%00`))).toMatchObject({ status: 404 });
  });
});

describe("applying", () => {
  it("keeps the answers and says to check the email", async () => {
    const program = await makeOpenProgram({ fields });
    const sent = await post(program, {
      "answer-audience": "10K",
      "utm-source": "x",
      referrer: "https://blog.example/",
    });
    expect(sent).toEqual({ status: 200, answer: { ok: true } });
    expect(await rowsOf(program)).toMatchObject([
      {
        name: "Ana Ruiz",
        answers: [
          { fieldId: "site", label: "Your site", value: "https://blog.example" },
          { fieldId: "audience", label: "Audience", value: "10K" },
        ],
        referrer: "https://blog.example/",
        utm: { source: "x" },
        status: "unconfirmed",
      },
    ]);
  });

  it("gives an affiliate's address the same answer, as slowly, and stores nothing", async () => {
    const program = await makeOpenProgram();
    const began = performance.now();
    const known = await post(program, { email: `${program.affiliateId}@example.com` });
    expect(performance.now() - began).toBeGreaterThan(240);
    expect(known).toEqual(await post(program));
    expect(await rowsOf(program)).toMatchObject([{ email: "ana@ruiz.example" }]);
  });

  it("names each field that is wrong, keeps what was typed, and stores nothing", async () => {
    const program = await makeOpenProgram({ fields });
    const wrong = {
      name: "",
      email: "ana@",
      "answer-site": "javascript:alert(1)",
      "answer-audience": "9M",
      agree: "",
    };
    expect(await post(program, wrong)).toMatchObject({
      status: 400,
      answer: {
        problem: "fields",
        fields: [
          { field: "name", fault: "missing" },
          { field: "email", fault: "not-an-email" },
          { field: "answer-site", fault: "not-a-link" },
          { field: "answer-audience", fault: "not-a-choice" },
          { field: "agree", fault: "not-agreed" },
        ],
        given: { email: "ana@", "answer-site": "javascript:alert(1)" },
      },
    });
    expect(await rowsOf(program)).toEqual([]);
  });

  it.each(["<b>Ana</b>", "Ana\r\nBcc: all@people.example", "Ana\u202egnp.exe", "Ana\u0000", "x".repeat(121)])(
    "refuses the name %j",
    async (name) => {
      const program = await makeOpenProgram();
      const { status, answer } = await post(program, { name });
      expect([status, answer.ok]).toEqual([400, false]);
      expect(await emailsOf(program.shopId)).toEqual([]);
    },
  );

  it.each(["$500 at prize.example", "https://prize.example", "Prize.example/win", "ana@prize.example"])(
    "refuses the address in the name %j, which would be a link in a stranger's mailbox",
    async (name) => {
      const program = await makeOpenProgram();
      const { answer } = await post(program, { name });
      expect(answer).toMatchObject({ fields: [{ field: "name", fault: "has-link" }] });
      expect(await emailsOf(program.shopId)).toEqual([]);
    },
  );

  it.each(["Zoë O'Brien", "J.R. Tolkien", "Dr. Ana Ruiz", "محمد", "李雷", "Ana 🌻"])(
    "takes the name %s",
    async (name) => {
      const program = await makeOpenProgram();
      expect((await post(program, { name })).answer.ok).toBe(true);
      expect(await rowsOf(program)).toMatchObject([{ name }]);
    },
  );

  it.each(["ana@ruiz.example\r\nBcc: all@people.example", "ana@ruiz.example,bob@x.example", "a b@c.example"])(
    "refuses the address %j",
    async (email) => {
      const program = await makeOpenProgram();
      expect((await post(program, { email })).answer).toMatchObject({ fields: [{ field: "email" }] });
      expect(await emailsOf(program.shopId)).toEqual([]);
    },
  );

  it("asks to read the terms again where they changed meanwhile", async () => {
    const program = await makeOpenProgram();
    expect(await post(program, { terms: "0" })).toMatchObject({
      status: 409,
      answer: { problem: "terms-changed" },
    });
    expect(await rowsOf(program)).toEqual([]);
  });

  it("cleans what a program writes into the hidden fields", async () => {
    const program = await makeOpenProgram();
    await post(program, { referrer: "javascript:alert(1)", "utm-source": `<x>\u202e${"y".repeat(900)}` });
    const [row] = await rowsOf(program);
    expect(row).toMatchObject({ referrer: "", utm: { source: `x${"y".repeat(199)}` } });
  });
});

describe("spam", () => {
  it("that fills in the hidden field or comes too fast, too late or from another form is not stored", async () => {
    const program = await makeOpenProgram();
    const stampAt = (ms: number) => stampOf(stampName(program.page), new Date(Date.now() - ms));
    expect((await post(program, { website: "https://spam.example" })).answer.ok).toBe(true);
    const problems = [stampAt(1000), stampAt(25 * 3_600_000), stampAt(10_000).replace(/^\d/, "0"), ""];
    const answers = [];
    for (const stamp of problems) answers.push((await post(program, { stamp })).answer);
    expect(answers).toMatchObject([
      { problem: "too-fast" },
      { problem: "expired" },
      { problem: "expired" },
      { problem: "expired" },
    ]);
    expect(await rowsOf(program)).toEqual([]);
  });

  it("from one visitor ends after ten forms, others still apply", async () => {
    const program = await makeOpenProgram();
    const from = { "X-Forwarded-For": "10.77.0.1" };
    const statuses = [];
    for (let index = 0; index < 12; index += 1) {
      statuses.push((await post(program, { email: `a${index}@p.example` }, from)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect((await post(program)).status).toBe(200);
  });

  it("from many visitors at once ends for the store, and 10 MB are not read", async () => {
    const program = await makeOpenProgram();
    let [taken, status] = [0, 200];
    // A slow machine takes more than the burst: ten seconds give back a post.
    while (status === 200 && taken < 1000) {
      ({ status } = await post(program, { website: "x" }));
      if (status === 200) taken += 1;
    }
    expect([status, taken >= 200]).toEqual([429, true]);
    const other = await makeOpenProgram();
    expect((await post(other, { name: "x".repeat(10_000_000) })).status).toBe(413);
    expect(await rowsOf(other)).toEqual([]);
  });

  it("from another site's page is refused", async () => {
    const program = await makeOpenProgram();
    expect((await post(program, {}, { Origin: "https://evil.example" })).status).toBe(403);
    expect(await rowsOf(program)).toEqual([]);
  });
});

describe("the confirmation page", () => {
  it("confirms by a post, not by being looked at, and says what became of the application", async () => {
    const program = await makeOpenProgram();
    await post(program);
    const link = /http:\S+/.exec((await emailsOf(program.shopId))[0]?.text ?? "")?.[0] ?? "";
    const shown = withData(await requestRoute(new Request(link)));
    const { token } = shown.data as { token: string };
    expect(await rowsOf(program)).toMatchObject([{ status: "unconfirmed" }]);
    const headers = { Origin: appUrl, "X-Forwarded-For": "10.78.0.1" };
    const confirm = async (text: string) => {
      const body = new URLSearchParams({ token: text });
      return withData(await requestRoute(new Request(link, { method: "POST", headers, body })));
    };
    expect(await confirm(token)).toMatchObject({ status: 200, data: { confirmation: "waiting" } });
    expect(await confirm(token)).toMatchObject({ status: 200, data: { confirmation: "confirmed-before" } });
    expect(await confirm(`${token}x`)).toMatchObject({ status: 403, data: { confirmation: "invalid" } });
    expect(await rowsOf(program)).toMatchObject([{ status: "new" }]);
  });

  it("goes on confirming for others where a flood of wrong links hides whom it comes from", async () => {
    const program = await makeOpenProgram();
    await post(program);
    const link = /http:\S+/.exec((await emailsOf(program.shopId))[0]?.text ?? "")?.[0] ?? "";
    const confirm = async (token: string) => {
      const body = new URLSearchParams({ token });
      const headers = { Origin: appUrl };
      return withData(await requestRoute(new Request(link, { method: "POST", headers, body })));
    };
    for (let index = 0; index < 25; index += 1) await confirm("wrong");
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(await confirm(token)).toMatchObject({ status: 200, data: { confirmation: "waiting" } });
  });
});
