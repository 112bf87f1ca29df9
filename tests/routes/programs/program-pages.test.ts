import { describe, expect, it } from "vitest";
import { action as createAction, loader as newLoader } from "../../../app/routes/admin/program-new.tsx";
import { action, loader } from "../../../app/routes/admin/program.tsx";
import { action as listAction, loader as listLoader } from "../../../app/routes/admin/programs.tsx";
import { dropNotice } from "../../support/selling-shop.ts";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";

type Fields = Record<string, string>;
const form: Fields = {
  intent: "save",
  name: "Creators",
  description: "",
  commissionType: "percentage",
  percent: "12.5",
  amount: "",
  windowDays: "60",
  approvalDays: "14",
};

const args = (request: Request, params: Record<string, string> = {}) => ({ request, params, context: {} });

function post(token: string, id: string, fields: Fields) {
  const request = formRequest(token, `/dashboard/programs/${id}`, Object.entries(fields));
  return id === "new" ? createAction(args(request)) : action(args(request, { id }));
}

const page = (token: string, id: string) =>
  loader(args(pageRequest(token, `/dashboard/programs/${id}`), { id }));

const list = (token: string, query = "") =>
  listLoader(args(pageRequest(token, `/dashboard/programs${query}`)));

function redirectOf(answer: unknown): string {
  if (answer instanceof Response) return answer.headers.get("Location") ?? "";
  throw new Error(`No redirect: ${JSON.stringify(answer)}`);
}

describe("the pages of programs", () => {
  it("begin a new program with the shop's defaults, and lead to its page", async () => {
    const { token } = await makeMerchant();
    const blank = await newLoader(args(pageRequest(token, "/dashboard/programs/new")));
    expect(blank).toEqual({
      defaults: { windowDays: 30, approvalDays: 30 },
      draft: null,
      given: { name: null, percent: null },
      joining: expect.objectContaining({ mode: "invitation", joinUrl: null, revision: 0 }),
      canEmail: true,
      currency: "USD",
      timeZone: "UTC",
    });
    const location = redirectOf(await post(token, "new", form));
    const id = /programs\/(prg_\w+)\?created=1$/.exec(location)?.[1] ?? "";
    const data = await page(token, id);
    expect(data.program).toMatchObject({ name: "Creators", status: "draft", terms: { approvalDays: 14 } });
    expect(data.versions).toMatchObject([{ version: 1, terms: { commission: { percent: "12.5" } } }]);
    expect(data.history).toMatchObject([{ text: "Created as a draft", actor: "Ada Owner" }]);
  });

  it("save a fixed amount in the shop's currency as a new version", async () => {
    const { token, programId } = await makeMerchant();
    await dropNotice({ programId });
    const fields = { ...form, commissionType: "fixed", amount: "7.50", revision: "1" };
    expect(await post(token, programId, fields)).toEqual({
      ok: true,
      intent: "save",
      revision: 2,
      status: "active",
      startsAt: null,
      joining: expect.objectContaining({ revision: 0 }),
    });
    const { program, versions } = await page(token, programId);
    expect(program.terms.commission).toEqual({
      type: "fixed",
      amount: { amount: "7.50", currencyCode: "USD" },
    });
    expect(versions.map((one) => one.version)).toEqual([2, 1]);
  });

  it("ask before lower terms are scheduled, show them while they wait, and withdraw them", async () => {
    const { token, programId } = await makeMerchant();
    const lower = { ...form, name: "Partners", percent: "8", windowDays: "30", approvalDays: "30" };
    const asked = await post(token, programId, lower);
    expect(asked).toMatchObject({
      ok: false,
      given: lower,
      plan: {
        affiliates: 1,
        noticeDays: 14,
        changes: [{ code: "pay", before: { percent: "10" }, after: { percent: "8" } }],
      },
    });
    expect((await page(token, programId)).program).toMatchObject({ revision: 1, waiting: null });
    expect(await post(token, programId, { ...lower, confirmed: "yes" })).toMatchObject({
      ok: true,
      revision: 2,
    });
    const { program, versions, history } = await page(token, programId);
    expect(program).toMatchObject({
      version: 1,
      terms: { commission: { percent: "10" } },
      waiting: { version: 2, terms: { commission: { percent: "8" } } },
    });
    expect(versions.map((one) => one.state)).toEqual(["waiting", "started"]);
    expect(history[0]?.text).toBe("Scheduled new terms (version 2)");
    const withdrawn = await post(token, programId, { intent: "withdraw", version: "2" });
    expect(withdrawn).toMatchObject({ ok: true, intent: "withdraw", revision: 3 });
    expect((await page(token, programId)).program.waiting).toBeNull();
  });

  it("give back the typed values with their errors", async () => {
    const { token, programId } = await makeMerchant();
    const fields = { ...form, name: "", percent: "lots" };
    const answer = await post(token, programId, fields);
    expect(answer).toMatchObject({
      init: { status: 400 },
      data: { ok: false, errors: [{ field: "name" }, { field: "percent" }], given: fields },
    });
    expect((await page(token, programId)).program).toMatchObject({ name: "Partners", revision: 1 });
  });

  it.each<[[string, string][], string]>([
    [[], "intent"],
    [[["intent", "drop"]], "intent"],
    [[["intent", "status"]], "status"],
    [[["intent", "save"]], "commissionType"],
    [[...Object.entries(form), ["name", "twice"]], "name"],
    [Object.entries({ ...form, commissionType: "both" }), "commissionType"],
    [Object.entries({ ...form, commissionType: "fixed", amount: "" }), "amount"],
    [Object.entries({ ...form, commissionType: "fixed", amount: "1.999" }), "terms.commission.amount"],
    [Object.entries({ ...form, percent: "<b>10</b>" }), "percent"],
    [Object.entries({ ...form, approvalDays: "366" }), "approvalDays"],
    [Object.entries({ ...form, revision: "one" }), "revision"],
  ])("refuse %j at its field and change nothing", async (fields, field) => {
    const { token, programId } = await makeMerchant();
    const request = formRequest(token, `/dashboard/programs/${programId}`, fields);
    const answer = await action(args(request, { id: programId }));
    expect(answer).toMatchObject({ init: { status: 400 }, data: { ok: false } });
    const { data } = answer as unknown as { data: { errors: { field: string }[] } };
    expect(data.errors.map((error) => error.field)).toContain(field);
    expect((await page(token, programId)).program).toMatchObject({
      name: "Partners",
      revision: 1,
      version: 1,
    });
  });

  it("save what the editor posts as one text, and what a page without scripts can say", async () => {
    const { token, programId } = await makeMerchant();
    await dropNotice({ programId });
    const rule = {
      id: "rule-1",
      name: "New",
      when: { type: "customer", is: "new" },
      pay: { type: "per-item", amount: { amount: "1.00", currencyCode: "USD" } },
    };
    const tiers = {
      type: "tiered",
      period: { type: "rolling", days: "30" },
      below: { type: "none" },
      steps: [{ atLeast: { measure: "orders", count: "3" }, pay: { type: "percentage", percent: "5" } }],
    };
    const terms = JSON.stringify({
      rules: [rule],
      commission: tiers,
      approvalDays: "9",
      approvalFrom: "payment",
    });
    const saved = { intent: "save", name: "Creators", description: "", commissionType: "edited", terms };
    expect(await post(token, programId, saved)).toMatchObject({ ok: true, revision: 2 });
    const kept = { rules: [rule], commission: { type: "tiered", steps: [{ atLeast: { count: 3 } }] } };
    expect((await page(token, programId)).program.terms).toMatchObject({ ...kept, approvalDays: 9 });
    // Without a script tiers and rules stay, and the days change.
    const plain = { ...form, commissionType: "tiered", percent: "", approvalDays: "4" };
    expect(await post(token, programId, plain)).toMatchObject({ ok: true, revision: 3 });
    expect((await page(token, programId)).program.terms).toMatchObject({ ...kept, approvalDays: 4 });
    const perItem = { ...form, commissionType: "per-item", amount: "0.25" };
    expect(await post(token, programId, perItem)).toMatchObject({ ok: true });
    expect((await page(token, programId)).program.terms).toMatchObject({
      rules: [rule],
      commission: { type: "per-item", amount: { amount: "0.25" } },
    });
  });

  it.each<[string, string]>([
    ["", "terms"],
    ["{", "terms"],
    ["[]", "terms"],
    ["null", "terms"],
    [
      '{"commission":{"type":"percentage","percent":"10"},"rules":[{"name":"\\u0000"}]}',
      "terms.rules.0.name",
    ],
    ['{"commission":{"type":"percentage","percent":"\\ud800"}}', "terms.commission.percent"],
    ['{"commission":{"type":"percentage","percent":"200"}}', "terms.commission.percent"],
    ['{"commission":{"type":"none"},"approvalDays":"-1"}', "terms.approvalDays"],
    ['{"commission":{"type":"none"},"__proto__":{"rules":[]}}', "terms.__proto__"],
    [`{"commission":${'{"below":'.repeat(2000)}0${"}".repeat(2000)}}`, "terms.commission"],
  ])("refuse %s as the editor's text and change nothing", async (terms, field) => {
    const { token, programId } = await makeMerchant();
    const posted = { intent: "save", name: "Creators", description: "", commissionType: "edited", terms };
    const answer = await post(token, programId, posted);
    expect(answer).toMatchObject({ init: { status: 400 }, data: { ok: false } });
    const { data } = answer as unknown as { data: { errors: { field: string }[] } };
    expect(data.errors[0]?.field.startsWith(field)).toBe(true);
    expect((await page(token, programId)).program).toMatchObject({ revision: 1, version: 1 });
  });

  it("tell a conflict from a change", async () => {
    const { token, programId } = await makeMerchant();
    await post(token, programId, { ...form, revision: "1" });
    const answer = await post(token, programId, { ...form, name: "Mine", revision: "1" });
    expect(answer).toMatchObject({ init: { status: 409 }, data: { errors: [{ field: "revision" }] } });
  });

  it("move it through its states, and delete it", async () => {
    const { token, programId } = await makeMerchant();
    const status = { intent: "status", status: "paused" };
    expect(await post(token, programId, status)).toMatchObject({ ok: true, status: "paused" });
    expect(await post(token, programId, { intent: "status", status: "draft" })).toMatchObject({
      init: { status: 422 },
    });
    expect(redirectOf(await post(token, programId, { intent: "delete" }))).toBe(
      "/dashboard/programs?deleted=1",
    );
    const left = await list(token, "?deleted=1");
    expect(left).toMatchObject({ programs: [], pagination: { total: 0 } });
  });

  it("show the list although its address says nonsense", async () => {
    const { token } = await makeMerchant();
    const { programs, pagination } = await list(token, "?page=minus&limit=25&status=gone");
    expect(programs).toHaveLength(1);
    expect(pagination).toEqual({ page: 1, limit: 25, total: 1 });
  });

  it("move several programs to one status, and say which could not go there", async () => {
    const [mine, other] = [await makeMerchant(), await makeMerchant()];
    const draft = redirectOf(await post(mine.token, "new", form)).match(/prg_\w+/)?.[0] ?? "";
    const ids = [mine.programId, draft, other.programId];
    const fields = [["status", "paused"], ...ids.map((id) => ["ids", id])] as [string, string][];
    const answer = await listAction(args(formRequest(mine.token, "/dashboard/programs", fields)));
    expect(answer).toMatchObject({
      ok: true,
      changed: 1,
      unchanged: [
        {
          id: draft,
          name: "Creators",
          reason: "A draft can only be activated or archived.",
        },
        { id: other.programId, reason: "This program doesn't exist." },
      ],
    });
    expect((await page(mine.token, mine.programId)).program.status).toBe("paused");
    expect((await page(other.token, other.programId)).program.status).toBe("active");
    const none = await listAction(
      args(formRequest(mine.token, "/dashboard/programs", [["status", "paused"]])),
    );
    expect(none).toMatchObject({ init: { status: 400 }, data: { errors: [{ field: "ids" }] } });
  });

  it("are closed to strangers, other shops and readers", async () => {
    const [mine, other] = [await makeMerchant("read"), await makeMerchant()];
    await expect(page("nobody", mine.programId)).rejects.toMatchObject({ status: 302 });
    await expect(page(mine.token, other.programId)).rejects.toMatchObject({ status: 404 });
    await expect(post(mine.token, mine.programId, form)).rejects.toMatchObject({ status: 403 });
    const foreign = formRequest(other.token, `/dashboard/programs/${other.programId}`, Object.entries(form));
    foreign.headers.set("Origin", "https://evil.example");
    await expect(action(args(foreign, { id: other.programId }))).rejects.toMatchObject({ status: 403 });
  });
});
