import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import type { CustomTermsWire } from "#app/contracts/program.ts";
import { loader as affiliatePage } from "../../../app/routes/admin/affiliate.tsx";
import { action as postForm, loader as ownPage } from "../../../app/routes/admin/custom-terms.tsx";
import { loader as programPage } from "../../../app/routes/admin/program.tsx";
import { callApi } from "../../support/call-api.ts";
import { deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, dropNotice } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
const args = (request: Request, params: Record<string, string>) => ({ request, params, context: {} });

function requestPathOf({ affiliateId, programId }: Pick<Merchant, "affiliateId" | "programId">) {
  const path = `/affiliates/${affiliateId}/programs/${programId}/terms`;
  return { path, params: { id: affiliateId, programId } };
}

async function ask(merchant: Merchant, method: "GET" | "PUT" | "DELETE", body?: unknown) {
  const { path } = requestPathOf(merchant);
  const init = { method, ...(body !== undefined && { body }) };
  const request = apiRequest(merchant.token, `/api/v1${path}`, init);
  const response = await answerApiRequest(request);
  return { status: response.status, body: (await response.json()) as CustomTermsWire & { errors?: unknown } };
}

const percent = (text: string) => ({ commission: { type: "percentage", percent: text } });

describe("an affiliate's custom terms through the API", () => {
  it("are versions of the program for that affiliate alone, and end as they began (T12)", async () => {
    const merchant = await makeMerchant();
    await dropNotice(merchant);
    expect((await ask(merchant, "GET")).body).toMatchObject({ own: false, version: 1 });
    const saved = await ask(merchant, "PUT", { terms: percent("25"), revision: 0 });
    expect(saved).toMatchObject({
      status: 200,
      body: { own: true, version: 2, terms: { ...percent("25"), windowDays: 30, rules: [] } },
    });
    // Saving equal terms makes no new version.
    expect((await ask(merchant, "PUT", { terms: percent("25") })).body.version).toBe(2);
    // Numbers are counted over all of the program, and its own newest is known beside the affiliate's.
    const { programId, token } = merchant;
    const request = apiRequest(token, `/api/v1/programs/${programId}`, {
      method: "PUT",
      body: { terms: percent("11") },
    });
    const program = (await (await answerApiRequest(request)).json()) as unknown;
    expect(program).toMatchObject({ version: 3, terms: percent("11") });
    expect((await ask(merchant, "GET")).body).toMatchObject({ own: true, version: 2, terms: percent("25") });
    expect((await ask(merchant, "DELETE")).body).toMatchObject({
      own: false,
      version: 3,
      terms: percent("11"),
    });
    expect((await ask(merchant, "DELETE")).status).toBe(422);
    const again = await ask(merchant, "PUT", { terms: { approvalDays: 1 }, revision: 4 });
    expect(again.body).toMatchObject({ own: true, version: 5, terms: { ...percent("11"), approvalDays: 1 } });
  });

  it("wait for the notice period where they are lower, and can be withdrawn", async () => {
    const merchant = await makeMerchant();
    await ask(merchant, "PUT", { terms: percent("25") });
    const lower = { code: "pay", effect: "reduction", rule: null };
    expect((await ask(merchant, "DELETE")).body).toMatchObject({
      own: true,
      version: 2,
      waiting: {
        version: 3,
        terms: null,
        changes: [{ ...lower, before: percent("25").commission, after: percent("10").commission }],
      },
    });
    const { path } = requestPathOf(merchant);
    const undo = () => callApi(merchant.token, `DELETE ${path}/waiting`);
    expect((await undo()).body).toMatchObject({ own: true, version: 2, waiting: null });
    expect((await undo()).status).toBe(404);
  });

  it("judge the affiliate's orders from then on, and nobody else's", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    await ask(merchant, "PUT", { terms: percent("50") });
    const createdAt = new Date(Date.now() + 60_000).toISOString();
    const before = orderBody({ ref: merchant.code, createdAt: "2026-03-02T10:00:00Z" });
    const after = orderBody({ ref: merchant.code, createdAt });
    const others = orderBody({ ref: other.code, createdAt });
    for (const body of [before, after, others]) await deliver(merchant, "orders/create", body);
    await emptyInbox();
    expect((await orderRow(merchant, before.id)).programVersion).toBe(1);
    expect((await orderRow(merchant, after.id)).programVersion).toBe(2);
    // 10 % and 50 % of 100.00; 10 % for the other.
    expect(await currentBalance(merchant)).toEqual({ pending: 6000n, payable: 0n });
    expect(await currentBalance({ ...merchant, ...other })).toEqual({ pending: 1000n, payable: 0n });
  });

  it("refuse what another changed meanwhile, what is no terms, and strangers", async () => {
    const merchant = await makeMerchant();
    await ask(merchant, "PUT", { terms: percent("25") });
    expect(await ask(merchant, "PUT", { terms: percent("26"), revision: 0 })).toMatchObject({
      status: 409,
      body: { errors: [{ field: "revision" }] },
    });
    expect(await ask(merchant, "PUT", { terms: percent("101") })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "terms.commission.percent" }] },
    });
    expect((await ask(merchant, "PUT", {})).status).toBe(400);
    const [other, reader] = [await makeMerchant(), await makeMerchant("read")];
    const foreign = { ...other, affiliateId: merchant.affiliateId, programId: merchant.programId };
    expect((await ask(foreign, "PUT", { terms: percent("5") })).status).toBe(404);
    const elsewhere = { ...merchant, programId: other.programId };
    expect((await ask(elsewhere, "GET")).status).toBe(404);
    expect((await ask(reader, "PUT", { terms: percent("5") })).status).toBe(403);
    expect((await ask(merchant, "GET")).body.version).toBe(2);
  });
});

async function post(merchant: Merchant, fields: Record<string, string>) {
  const { path, params } = requestPathOf(merchant);
  const request = formRequest(merchant.token, `/dashboard${path}`, Object.entries(fields));
  return await postForm(args(request, params));
}
const page = async (merchant: Merchant) => {
  const { path, params } = requestPathOf(merchant);
  return await ownPage(args(pageRequest(merchant.token, `/dashboard${path}`), params));
};

describe("the page of custom terms", () => {
  it("saves, shows what changed, and ends; the affiliate's and the program's pages say so", async () => {
    const merchant = await makeMerchant();
    await dropNotice(merchant);
    const { token, affiliateId, programId } = merchant;
    const terms = JSON.stringify({ ...percent("30"), windowDays: "10", approvalDays: "5" });
    const form = { intent: "save", commissionType: "edited", terms, revision: "0" };
    expect(await post(merchant, form)).toEqual({ ok: true, intent: "save", revision: 2, startsAt: null });
    expect(await page(merchant)).toMatchObject({
      own: { own: true, revision: 2, terms: { ...percent("30"), approvalDays: 5 } },
      programName: "Partners",
      versions: [{ version: 2, affiliate: { id: affiliateId } }],
    });
    expect(await post(merchant, form)).toMatchObject({
      init: { status: 409 },
      data: { errors: [{ field: "revision" }] },
    });
    const show = pageRequest(token, `/dashboard/affiliates/${affiliateId}`);
    const affiliate = await affiliatePage(args(show, { id: affiliateId }));
    expect(affiliate).toMatchObject({
      customTerms: [programId],
      history: [{ text: "Custom terms in Partners (version 2)", actor: "Ada Owner" }],
    });
    expect(await post(merchant, { intent: "end" })).toEqual({
      ok: true,
      intent: "end",
      revision: 3,
      startsAt: null,
    });
    expect(await post(merchant, { intent: "end" })).toMatchObject({ init: { status: 422 } });
    const request = pageRequest(token, `/dashboard/programs/${programId}`);
    const { versions } = await programPage(args(request, { id: programId }));
    expect(versions.map((one) => [one.version, one.affiliate?.id ?? null, one.terms !== null])).toEqual([
      [3, affiliateId, false],
      [2, affiliateId, true],
      [1, null, true],
    ]);
  });

  it("is not there for an affiliate who is not in the program", async () => {
    const [mine, other] = [await makeMerchant(), await makeMerchant()];
    await expect(page({ ...mine, affiliateId: other.affiliateId })).rejects.toMatchObject({ status: 404 });
    expect(await post({ ...mine, affiliateId: other.affiliateId }, { intent: "end" })).toMatchObject({
      init: { status: 404 },
    });
  });
});
