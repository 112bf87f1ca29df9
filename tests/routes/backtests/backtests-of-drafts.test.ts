import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { runBacktest } from "#app/flows/backtests/run-backtest.ts";
import { saveCustomTerms } from "#app/flows/programs/custom-terms.ts";
import { action, loader } from "../../../app/routes/admin/backtests.tsx";
import { loader as pageLoader } from "../../../app/routes/admin/backtest.tsx";
import { loader as customTermsPage } from "../../../app/routes/admin/custom-terms.tsx";
import { loader as newProgramPage } from "../../../app/routes/admin/program-new.tsx";
import { loader as programPage } from "../../../app/routes/admin/program.tsx";
import { requestRoute } from "../../support/route-requests.ts";
import { arrival, deliver, emptyInbox, postedEntries } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const args = (request: Request, params: Record<string, string> = {}) => ({ request, params, context: {} });
const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const days = { firstDay: "2026-03-01", lastDay: "2026-03-09" };
const twenty = JSON.stringify({ commission: { type: "percentage", percent: "20" } });

/**
 * A shop at 10 %, where one affiliate has 50 %: 100.00 came by the first one's link, 40.00 by the other's, and 50.00 by
 * nobody's.
 */
async function soldThrice() {
  const merchant = await makeMerchant();
  const other = await addAffiliate(merchant);
  const { shop, programId, actor } = merchant;
  const own = { programId, affiliateId: other.affiliateId };
  const terms = { commission: { kind: "percentage", rateBps: 5000 } } as const;
  const saved = await saveCustomTerms({ shop, actor, now: longAgo }, { ...own, terms });
  if (isRefusal(saved)) throw new Error(saved.reason.code);
  await deliver(merchant, "orders/create", orderBody({ ref: merchant.code }));
  await deliver(merchant, "orders/create", orderBody({ ref: other.code, price: "40.00" }));
  await deliver(merchant, "orders/create", orderBody({ price: "50.00" }));
  await emptyInbox();
  return { merchant, own };
}

const ofNew = { path: "/dashboard/programs/new/backtest", params: {} };
const ofOwn = ({ affiliateId, programId }: { affiliateId: string; programId: string }) => ({
  path: `/dashboard/affiliates/${affiliateId}/programs/${programId}/backtest`,
  params: { id: affiliateId, programId },
});
type Place = { readonly path: string; readonly params: Record<string, string> };

function post({ token }: Merchant, { path, params }: Place, fields: Record<string, string>) {
  const given = Object.entries({ intent: "start", ...days, ...fields });
  return action(args(formRequest(token, path, given), params));
}

/** Posts a draft, runs it, and answers its page. */
async function runAt(merchant: Merchant, place: Place, fields: Record<string, string>) {
  const answer: unknown = await post(merchant, place, fields);
  if (!(answer instanceof Response)) throw new Error(`No redirect: ${JSON.stringify(answer)}`);
  const location = answer.headers.get("Location") ?? "";
  expect(location).toMatch(new RegExp(`^${place.path}/bkt_`));
  const backtestId = location.split("/").at(-1) ?? "";
  await runBacktest({ shopId: merchant.shopId, backtestId }, () => arrival);
  return await shown(merchant, place, backtestId);
}

function shown({ token }: Merchant, { path, params }: Place, backtestId: string) {
  return pageLoader(args(pageRequest(token, `${path}/${backtestId}`), { ...params, backtestId }));
}

describe("the draft of a program that is not made yet", () => {
  it("is run over credited orders of any program, compared with what those pay today", async () => {
    const { merchant } = await soldThrice();
    const before = await postedEntries(merchant);
    const { backtest, place } = await runAt(merchant, ofNew, { terms: twenty });
    expect(place).toMatchObject({ kind: "new", editor: "/dashboard/programs/new" });
    // Today 10 % of 100.00 and the own 50 % of 40.00; the draft 20 % of both.
    expect(backtest).toMatchObject({
      program: null,
      affiliate: null,
      scope: "credited",
      result: {
        orders: 2,
        today: { total: usd("30.00"), paidOrders: 2 },
        draft: { total: usd("28.00") },
        difference: usd("-2.00"),
      },
    });
    expect(await postedEntries(merchant)).toEqual(before);
  });

  it("is run over all orders, where what nobody was credited with pays nothing today", async () => {
    const { merchant } = await soldThrice();
    const { result } = (await runAt(merchant, ofNew, { terms: twenty, scope: "all" })).backtest;
    expect(result).toMatchObject({ orders: 3, today: { total: usd("30.00"), paidOrders: 2 } });
    expect(result?.affiliates.find((row) => row.id === null)).toMatchObject({
      today: usd("0.00"),
      draft: usd("10.00"),
    });
  });

  it("is run over all orders in a shop that has no credited one, with the shop's days where it says none", async () => {
    const merchant = await makeMerchant();
    await deliver(merchant, "orders/create", orderBody({ price: "50.00" }));
    await emptyInbox();
    const { backtest } = await runAt(merchant, ofNew, { terms: twenty });
    const { defaultWindowDays: windowDays, defaultApprovalDays: approvalDays } = merchant.shop;
    expect(backtest).toMatchObject({
      scope: "all",
      terms: { windowDays, approvalDays, rules: [] },
      result: { orders: 1, today: { total: usd("0.00") }, draft: { total: usd("10.00") } },
    });
  });

  it("needs its terms, is in its own list, and opens in the editor again", async () => {
    const { merchant } = await soldThrice();
    expect(await post(merchant, ofNew, {})).toMatchObject({
      data: { ok: false, errors: [{ field: "terms.commission" }] },
    });
    const { backtest } = await runAt(merchant, ofNew, { terms: twenty });
    const listed = await loader(args(pageRequest(merchant.token, ofNew.path)));
    expect(listed.backtests.map((one) => one.id)).toEqual([backtest.id]);
    const { programId, token } = merchant;
    const ofProgram = await loader(
      args(pageRequest(token, `/dashboard/programs/${programId}/backtest`), { id: programId }),
    );
    expect(ofProgram.backtests).toEqual([]);
    const editor = await newProgramPage(
      args(pageRequest(token, `/dashboard/programs/new?draft=${backtest.id}`)),
    );
    expect(editor.draft?.commission).toMatchObject({ percent: "20" });
    const program = await programPage(
      args(pageRequest(token, `/dashboard/programs/${programId}?draft=${backtest.id}`), { id: programId }),
    );
    expect(program).toMatchObject({ draft: { commission: { percent: "20" } } });
  });

  it("is asked for by the API", async () => {
    const { merchant } = await soldThrice();
    const body = { ...days, terms: { commission: { type: "none" } } };
    const started = await requestRoute(
      apiRequest(merchant.token, "/api/v1/backtests", { method: "POST", body }),
    );
    expect(started.status).toBe(202);
    expect(JSON.parse(started.text)).toMatchObject({ program: null, status: "waiting" });
    const list = await requestRoute(apiRequest(merchant.token, "/api/v1/backtests"));
    expect((JSON.parse(list.text) as { backtests: unknown[] }).backtests).toHaveLength(1);
  });
});

describe("a draft of custom terms", () => {
  it("is run over the affiliate's orders alone, compared with the terms that apply to them today", async () => {
    const { merchant, own } = await soldThrice();
    const before = await postedEntries(merchant);
    const { backtest, place } = await runAt(merchant, ofOwn(own), { terms: twenty });
    expect(place).toMatchObject({ kind: "own", program: "Partners" });
    // 40.00: the own 50 % of today, 20 % of the draft.
    expect(backtest).toMatchObject({
      affiliate: own.affiliateId,
      program: own.programId,
      scope: "credited",
      result: { orders: 1, today: { total: usd("20.00") }, draft: { total: usd("8.00") } },
    });
    expect(backtest.result?.affiliates.map((row) => row.id)).toEqual([own.affiliateId]);
    expect(await postedEntries(merchant)).toEqual(before);
    const { token } = merchant;
    const editor = await customTermsPage(
      args(pageRequest(token, `/dashboard/x?draft=${backtest.id}`), ofOwn(own).params),
    );
    expect(editor.draft?.commission).toMatchObject({ percent: "20" });
  });

  it("is laid over the program's terms for an affiliate without own ones, whose orders may be none", async () => {
    const { merchant } = await soldThrice();
    const { affiliateId, programId } = merchant;
    const mine = ofOwn({ affiliateId, programId });
    const { result } = (await runAt(merchant, mine, { terms: twenty })).backtest;
    expect(result).toMatchObject({
      orders: 1,
      today: { total: usd("10.00") },
      draft: { total: usd("20.00") },
    });
    const late = await addAffiliate(merchant);
    const none = await runAt(merchant, ofOwn({ ...late, programId }), { terms: twenty });
    expect(none.backtest).toMatchObject({ scope: "credited", result: { orders: 0 } });
  });

  it("knows no orders but the affiliate's, and no affiliate that is not in the program", async () => {
    const { merchant, own } = await soldThrice();
    expect(await post(merchant, ofOwn(own), { terms: twenty, scope: "all" })).toMatchObject({
      data: { ok: false, errors: [{ field: "scope" }] },
    });
    const stranger = await makeMerchant();
    const { affiliateId } = stranger;
    expect(await post(merchant, ofOwn({ ...own, affiliateId }), { terms: twenty })).toMatchObject({
      data: { ok: false },
    });
    const path = `/api/v1/affiliates/${affiliateId}/programs/${own.programId}/backtests`;
    expect((await requestRoute(apiRequest(merchant.token, path))).status).toBe(404);
  });

  it("is in no other list, and on no other page than its own", async () => {
    const { merchant, own } = await soldThrice();
    const { backtest } = await runAt(merchant, ofOwn(own), { terms: twenty });
    const { token, programId } = merchant;
    const program = { path: `/dashboard/programs/${programId}/backtest`, params: { id: programId } };
    const idsAt = async ({ path, params }: Place) =>
      (await loader(args(pageRequest(token, path), params))).backtests.map((one) => one.id);
    expect(await idsAt(ofOwn(own))).toEqual([backtest.id]);
    expect(await idsAt(program)).toEqual([]);
    expect(await idsAt(ofNew)).toEqual([]);
    await expect(shown(merchant, program, backtest.id)).rejects.toMatchObject({ status: 404 });
    await expect(shown(merchant, ofNew, backtest.id)).rejects.toMatchObject({ status: 404 });
    const path = `/api/v1/affiliates/${own.affiliateId}/programs/${programId}/backtests`;
    const list = JSON.parse((await requestRoute(apiRequest(token, path))).text) as { backtests: unknown[] };
    expect(list.backtests).toHaveLength(1);
  });
});
