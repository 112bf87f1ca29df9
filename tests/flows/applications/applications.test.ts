import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShopId } from "#app/domain/ids.ts";
import { applyToProgram } from "#app/flows/affiliates/apply.ts";
import { confirmApplication } from "#app/flows/affiliates/confirm-application.ts";
import { decideApplication, decideApplications } from "#app/flows/affiliates/decide-applications.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { readApplications } from "#app/flows/affiliates/read-applications.ts";
import { readJoinPage } from "#app/flows/affiliates/read-join-page.ts";
import { signIn } from "#app/flows/affiliates/sign-in.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { changeJoining } from "#app/flows/programs/joining.ts";
import { answerDataRequest } from "#app/flows/privacy/answer-data-request.ts";
import { dropOldOfShop } from "#app/flows/privacy/drop-old.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import { redactShop } from "#app/flows/privacy/redact-shop.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import {
  findAffiliateByEmail,
  listMemberships,
  lockAffiliate,
  updateAffiliate,
} from "#app/store/affiliates.ts";
import { applications } from "#app/store/schema/applications.ts";
import { dataRequests } from "#app/store/schema/privacy.ts";
import { shops } from "#app/store/schema/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { ana, applied, appliedAt, makeOpenProgram } from "../../support/open-program.ts";

const after = (minutes: number) => new Date(appliedAt.getTime() + minutes * 60_000);
const day = 24 * 60;
const rowsOf = (shopId: ShopId) => db().select().from(applications).where(eq(applications.shopId, shopId));
const listed = async (shopId: ShopId) =>
  accepted(await readApplications(shopId, { filter: {}, page: 1, limit: 10 })).applications;

describe("applying", () => {
  it("stores an unconfirmed application and emails a link whose token is kept as a hash only", async () => {
    const program = await makeOpenProgram();
    const token = await applied(program, { country: "ES", utm: { source: "newsletter" } });
    const rows = await rowsOf(program.shopId);
    expect(rows).toMatchObject([
      {
        name: "Ana Ruiz",
        email: "Ana@ruiz.example",
        emailKey: "ana@ruiz.example",
        status: "unconfirmed",
        termsVersion: 1,
        country: "ES",
        utm: { source: "newsletter" },
        affiliateId: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token.split(".")[1]);
    expect(await emailsOf(program.shopId)).toMatchObject([
      { to: "Ana@ruiz.example", subject: expect.stringContaining("Confirm your application") },
    ]);
  });

  it("makes an affiliate who reads the language in which they applied", async () => {
    const program = await makeOpenProgram({
      rules: [{ name: "Austria", conditions: [{ kind: "country", values: ["AT"] }] }],
    });
    const token = await applied(program, { country: "AT", language: "de" });
    const [confirm] = await emailsOf(program.shopId);
    expect(confirm?.subject).toMatch(/^Bestätige deine Bewerbung bei /);
    expect(await confirmApplication(token, after(1))).toBe("approved");
    const affiliate = await findAffiliateByEmail(db(), program.shopId, "ana@ruiz.example");
    expect(affiliate?.language).toBe("de");
    const [approved] = await emailsOf(program.shopId);
    expect(approved?.subject).toMatch(/^Du bist jetzt Affiliate von /);
  });

  it("changes nothing for an affiliate's address and emails them a sign-in link", async () => {
    const program = await makeOpenProgram();
    const { shop, by, shopId } = program;
    await inviteAffiliate({ shop, ...by }, { name: "Ana", email: "ana@ruiz.example" }, { showsLink: true });
    const known = await findAffiliateByEmail(db(), shopId, "ana@ruiz.example");
    await db().transaction(async (tx) => {
      const locked = await lockAffiliate(tx, shopId, known?.affiliateId ?? "");
      if (locked) await updateAffiliate(tx, locked, { status: "active" });
    });
    await applyToProgram(program.page, { ...ana, name: "Mallory" }, after(90));
    expect(await rowsOf(shopId)).toEqual([]);
    const mail = (await emailsOf(shopId)).at(-1);
    expect(mail).toMatchObject({
      to: "ana@ruiz.example",
      subject: expect.stringContaining("already have an account"),
    });
    expect(mail?.text).not.toContain("Mallory");
    expect(await signIn(tokenIn(mail), after(91))).toHaveProperty("token");
    expect(await findAffiliateByEmail(db(), shopId, "ana@ruiz.example")).toMatchObject({ name: "Ana" });
  });

  it("sends at most five confirmation emails an hour to one address", async () => {
    const program = await makeOpenProgram();
    for (let index = 0; index < 8; index += 1) await applyToProgram(program.page, ana, after(index));
    expect(await emailsOf(program.shopId)).toHaveLength(5);
    await applyToProgram(program.page, ana, after(90));
    expect(await emailsOf(program.shopId)).toHaveLength(6);
  });

  it("sends at most ten confirmation emails a day to one address", async () => {
    const program = await makeOpenProgram();
    for (let hour = 0; hour < 12; hour += 1) await applyToProgram(program.page, ana, after(hour * 61));
    expect(await emailsOf(program.shopId)).toHaveLength(10);
    await applyToProgram(program.page, ana, after(day + 1));
    expect(await emailsOf(program.shopId)).toHaveLength(11);
  });

  it("tells somebody whose application is waiting so, once a day, and keeps the application", async () => {
    const program = await makeOpenProgram();
    const token = await applied(program);
    await confirmApplication(token, after(1));
    for (const minutes of [2, 3, day + 4]) {
      await applyToProgram(program.page, { ...ana, name: "X" }, after(minutes));
    }
    const mails = await emailsOf(program.shopId);
    expect(mails.slice(1).map((mail) => mail.subject)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining("has your application")),
    );
    expect(await rowsOf(program.shopId)).toMatchObject([{ name: "Ana Ruiz", status: "new" }]);
  });

  it("takes a declined person again after the days of the program, not before", async () => {
    const program = await makeOpenProgram({ reapplyDays: 30 });
    await confirmApplication(await applied(program), after(1));
    const [first] = await listed(program.shopId);
    const decision = { decision: "decline", message: "" } as const;
    expect(
      await decideApplication(
        { shop: program.shop, ...program.by, now: after(2) },
        first?.id ?? "",
        decision,
      ),
    ).toBeNull();
    await applyToProgram(program.page, ana, after(29 * day));
    expect(await rowsOf(program.shopId)).toHaveLength(1);
    expect((await emailsOf(program.shopId)).at(-1)?.text).toContain("again from May 1, 2026");
    await applyToProgram(program.page, ana, after(30 * day + 2));
    expect(await rowsOf(program.shopId)).toHaveLength(2);
  });
});

describe("confirming", () => {
  it("makes an application new, once, and drops the other unconfirmed ones of the address", async () => {
    const program = await makeOpenProgram();
    const first = await applied(program, { name: "Somebody else" });
    const second = await applied(program);
    expect(await confirmApplication(second, after(5))).toBe("waiting");
    expect(await confirmApplication(second, after(6))).toBe("confirmed-before");
    expect(await confirmApplication(first, after(6))).toBe("invalid");
    expect(await rowsOf(program.shopId)).toMatchObject([
      { name: "Ana Ruiz", status: "new", confirmedAt: after(5) },
    ]);
  });

  it("refuses a link after seven days, and a token that isn't one", async () => {
    const program = await makeOpenProgram();
    const token = await applied(program);
    expect(await confirmApplication(token, after(7 * day))).toBe("expired");
    expect(await confirmApplication(`${program.shopId}.${"x".repeat(43)}`, after(1))).toBe("invalid");
    expect(await confirmApplication("nonsense", after(1))).toBe("invalid");
    expect(await rowsOf(program.shopId)).toMatchObject([{ status: "unconfirmed" }]);
  });

  it("confirms once where two links of an address are used at the same moment", async () => {
    const program = await makeOpenProgram();
    const tokens = [await applied(program), await applied(program)];
    const answers = await Promise.all(tokens.map((token) => confirmApplication(token, after(5))));
    expect(answers.filter((answer) => answer === "waiting")).toHaveLength(1);
    expect(await rowsOf(program.shopId)).toMatchObject([{ status: "new" }]);
  });
});

describe("a rule", () => {
  const spain = { kind: "country" as const, values: ["ES"] };
  const rules = [
    { name: "Portugal", conditions: [{ kind: "country" as const, values: ["PT"] }] },
    {
      name: "Newsletter from Spain",
      conditions: [spain, { kind: "utm" as const, parameter: "source" as const, values: ["newsletter"] }],
    },
  ];

  it("approves after confirmation: an active affiliate in the program with a code, and an email to sign in", async () => {
    const program = await makeOpenProgram({ rules });
    const token = await applied(program, { country: "ES", utm: { source: "Newsletter" } });
    expect(await confirmApplication(token, after(3))).toBe("approved");
    const affiliate = await findAffiliateByEmail(db(), program.shopId, "ana@ruiz.example");
    expect(affiliate).toMatchObject({ status: "active", referralCode: "ANARUIZ", acceptedAt: after(3) });
    const ids = affiliate ? [affiliate.affiliateId] : [];
    expect(await listMemberships(db(), program.shopId, ids)).toMatchObject([
      { programId: program.programId, acceptedVersion: 1 },
    ]);
    expect(await rowsOf(program.shopId)).toMatchObject([
      { status: "approved", decidedBy: null, decidedByRule: "Newsletter from Spain", affiliateId: ids[0] },
    ]);
    const mail = (await emailsOf(program.shopId)).at(-1);
    expect(await signIn(tokenIn(mail), after(3 * day))).toHaveProperty("token");
  });

  it("leaves everybody else to the merchant", async () => {
    const program = await makeOpenProgram({ rules });
    expect(await confirmApplication(await applied(program, { country: "ES" }), after(3))).toBe("waiting");
    expect(await listed(program.shopId)).toMatchObject([{ status: "new", suggestedRule: null, orders: 0 }]);
    await changeJoining({ shop: { shopId: program.shopId }, ...program.by }, program.programId, {
      rules: [{ name: "All of Spain", conditions: [spain] }],
    });
    expect(await listed(program.shopId)).toMatchObject([{ suggestedRule: "All of Spain" }]);
  });
});

describe("a decision", () => {
  it("approves several with a message and names who decided; decided ones stay as they are", async () => {
    const program = await makeOpenProgram();
    for (const name of ["Ana Ruiz", "Ben Okri"]) {
      const email = `${name.split(" ")[0]}@people.example`;
      await confirmApplication(await applied(program, { name, email }), after(1));
    }
    const ids = (await listed(program.shopId)).map((one) => one.id);
    const decision = { ids, decision: "approve" as const, message: "Welcome aboard!", note: "Nice blog" };
    const by = { ...program.by, now: after(2) };
    expect(await decideApplications({ shop: program.shop, ...by }, decision)).toEqual({
      changed: 2,
      unchanged: [],
    });
    expect(await rowsOf(program.shopId)).toMatchObject(
      ids.map(() => ({ status: "approved", decidedBy: program.actor.name, note: "Nice blog" })),
    );
    expect((await emailsOf(program.shopId)).slice(-2).map((mail) => mail.text)).toEqual(
      ids.map(() => expect.stringContaining("Welcome aboard!")),
    );
    const again = await decideApplications(
      { shop: program.shop, ...by },
      { ...decision, decision: "decline" },
    );
    expect(again).toMatchObject({
      changed: 0,
      unchanged: [{ reason: { code: "already_decided", what: "application", status: "approved" } }, {}],
    });
  });

  it("approves into another active program, whose terms nobody has agreed to", async () => {
    const program = await makeOpenProgram();
    const { shop, shopId, by } = program;
    await confirmApplication(await applied(program), after(1));
    const [application] = await listed(shopId);
    const terms = { commission: { kind: "percentage", rateBps: 2000 } } as const;
    const create = async (status: "active" | "draft") =>
      accepted(await createProgram({ shop, ...by }, { name: status, description: "", status, terms }));
    const approve = { decision: "approve", message: "" } as const;
    const decide = (to: string) =>
      decideApplication({ shop, ...by }, application?.id ?? "", { ...approve, program: to });
    expect(await decide(await create("draft"))).toMatchObject({ refused: "not-possible" });
    const vip = await create("active");
    expect(await decide(vip)).toBeNull();
    const affiliate = await findAffiliateByEmail(db(), shopId, "ana@ruiz.example");
    const members = await listMemberships(db(), shopId, affiliate ? [affiliate.affiliateId] : []);
    expect(members).toMatchObject([{ programId: vip, acceptedVersion: null }]);
  });

  it("adds an affiliate who got the address meanwhile to the program, and refuses a suspended one", async () => {
    const program = await makeOpenProgram();
    const { shop, shopId, by } = program;
    await confirmApplication(await applied(program), after(1));
    const invitation = { name: "Ana", email: "ana@ruiz.example", programIds: [] };
    const { affiliateId } = accepted(await inviteAffiliate({ shop, ...by }, invitation, { showsLink: true }));
    const [application] = await listed(shopId);
    const id = application?.id ?? "";
    await db().transaction(async (tx) => {
      const locked = await lockAffiliate(tx, shopId, affiliateId);
      if (locked) await updateAffiliate(tx, locked, { status: "suspended" });
    });
    const approve = { decision: "approve", message: "" } as const;
    expect(await decideApplication({ shop, ...by }, id, approve)).toMatchObject({ refused: "not-possible" });
    expect(await rowsOf(shopId)).toMatchObject([{ status: "new" }]);
    await db().transaction(async (tx) => {
      const locked = await lockAffiliate(tx, shopId, affiliateId);
      if (locked) await updateAffiliate(tx, locked, { status: "active" });
    });
    expect(await decideApplication({ shop, ...by }, id, approve)).toBeNull();
    expect(await rowsOf(shopId)).toMatchObject([{ status: "approved", affiliateId }]);
    expect(await listMemberships(db(), shopId, [affiliateId])).toMatchObject([
      { programId: program.programId, acceptedVersion: 1 },
    ]);
  });

  it("isn't possible for an unconfirmed application or one of another shop", async () => {
    const program = await makeOpenProgram();
    await applied(program);
    const [row] = await rowsOf(program.shopId);
    const decision = { decision: "approve", message: "" } as const;
    const id = row?.applicationId ?? "";
    expect(await decideApplication({ shop: program.shop, ...program.by }, id, decision)).toMatchObject({
      refused: "not-possible",
    });
    const other = await makeOpenProgram();
    expect(await decideApplication({ shop: other.shop, ...other.by }, id, decision)).toMatchObject({
      refused: "not-found",
    });
  });
});

describe("the join page", () => {
  it("has an address from the program's name, which stays when the program is closed", async () => {
    const program = await makeOpenProgram();
    const handle = shopHandle(program.domain);
    expect(program.joining.slug).toBe("partners");
    expect(await readJoinPage(handle, "partners")).toMatchObject({ isTaking: true });
    await changeJoining({ shop: { shopId: program.shopId }, ...program.by }, program.programId, {
      mode: "invitation",
    });
    expect(await readJoinPage(handle, "partners")).toMatchObject({ isTaking: false });
    expect(await readJoinPage(handle, "nothing")).toBeNull();
    expect(await readJoinPage("no-such-store", "partners")).toBeNull();
  });
});

describe("privacy", () => {
  it("forgets what was never confirmed after 30 days and declined applications after two years", async () => {
    const program = await makeOpenProgram();
    await applied(program, { email: "never@confirmed.example" });
    await confirmApplication(await applied(program), after(1));
    const application = (await listed(program.shopId)).find(({ status }) => status === "new");
    const decline = { decision: "decline", message: "" } as const;
    const by = { ...program.by, now: after(2) };
    await decideApplication({ shop: program.shop, ...by }, application?.id ?? "", decline);
    const retention = { shopId: program.shopId, bodyDays: 30, pixelDays: 90, traceMonths: 24 };
    await dropOldOfShop(retention, after(31 * day));
    expect(await rowsOf(program.shopId)).toMatchObject([{ status: "declined" }]);
    await dropOldOfShop(retention, after(732 * day));
    expect(await rowsOf(program.shopId)).toEqual([]);
  });

  it("tells a customer who asks what their applications say", async () => {
    const program = await makeOpenProgram();
    const answers = [{ fieldId: "site", label: "Site", value: "https://blog.example" }];
    await applied(program, { answers, country: "ES" });
    await applied(program, { email: "other@people.example" });
    const request = { requestId: "r", customerId: null, email: " Ana@ruiz.example ", orderIds: [] };
    await answerDataRequest(program.shopId, request, after(3));
    const [row] = await db().select().from(dataRequests).where(eq(dataRequests.shopId, program.shopId));
    expect(JSON.parse(decrypt(row?.sealedAnswer ?? "", program.shopId))).toMatchObject({
      applications: [
        { name: "Ana Ruiz", answers: [{ question: "Site", answer: "https://blog.example" }], country: "ES" },
      ],
    });
  });

  it("forgets a customer's open applications, and all of a shop that left", async () => {
    const program = await makeOpenProgram();
    await confirmApplication(await applied(program), after(1));
    await applied(program, { email: "other@people.example" });
    const request = { requestId: null, customerId: null, email: "ANA@ruiz.example", orderIds: [] };
    await redactCustomer(program.shopId, request, after(3));
    expect(await rowsOf(program.shopId)).toMatchObject([{ email: "other@people.example" }]);
    await db()
      .update(shops)
      .set({ uninstalledAt: after(4) })
      .where(eq(shops.shopId, program.shopId));
    expect(await redactShop(program.shopId, { triggeredAt: after(4), now: after(5) })).toBe(true);
    expect(await rowsOf(program.shopId)).toEqual([]);
  });
});
