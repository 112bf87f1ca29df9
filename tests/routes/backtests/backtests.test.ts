import { describe, expect, it } from "vitest";
import { runBacktest } from "#app/flows/backtests/run-backtest.ts";
import { action, loader } from "../../../app/routes/admin/backtests.tsx";
import { loader as pageLoader } from "../../../app/routes/admin/backtest.tsx";
import { requestRoute } from "../../support/route-requests.ts";
import { arrival, deliver, emptyInbox, postedEntries } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Fields = Record<string, string>;

const args = (request: Request, params: Record<string, string> = {}) => ({ request, params, context: {} });
const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const days = { firstDay: "2026-03-01", lastDay: "2026-03-09" };

/** A shop at 10 % that sold 100.00 by its affiliate's link and 50.00 to somebody who came by none. */
async function soldTwice(): Promise<Merchant> {
  const merchant = await makeMerchant();
  await deliver(merchant, "orders/create", orderBody({ ref: merchant.code }));
  await deliver(merchant, "orders/create", orderBody({ price: "50.00" }));
  await emptyInbox();
  return merchant;
}

function post({ token, programId }: Merchant, fields: Fields) {
  const request = formRequest(token, `/dashboard/programs/${programId}/backtest`, Object.entries(fields));
  return action(args(request, { id: programId }));
}

async function start(merchant: Merchant, fields: Fields): Promise<string> {
  const answer: unknown = await post(merchant, { intent: "start", ...days, ...fields });
  if (!(answer instanceof Response)) throw new Error(`No redirect: ${JSON.stringify(answer)}`);
  const location = answer.headers.get("Location") ?? "";
  expect(location).toMatch(new RegExp(`^/dashboard/programs/${merchant.programId}/backtest/bkt_`));
  return location.split("/").at(-1) ?? "";
}

const run = ({ shopId }: Merchant, backtestId: string) => runBacktest({ shopId, backtestId }, () => arrival);

const page = ({ token, programId }: Merchant, backtestId: string) => {
  const request = pageRequest(token, `/dashboard/programs/${programId}/backtest/${backtestId}`);
  return pageLoader(args(request, { id: programId, backtestId }));
};

const twenty = JSON.stringify({ commission: { type: "percentage", percent: "20" } });

describe("the pages of backtests", () => {
  it("run the editor's draft over the credited orders, compared with today's terms", async () => {
    const merchant = await soldTwice();
    const before = await postedEntries(merchant);
    const id = await start(merchant, { terms: twenty });
    expect((await page(merchant, id)).backtest).toMatchObject({ status: "waiting", result: null });
    await run(merchant, id);
    const { backtest } = await page(merchant, id);
    expect(backtest).toMatchObject({
      status: "done",
      scope: "credited",
      ordersDone: 1,
      ordersTotal: 1,
      result: {
        orders: 1,
        changedOrders: 1,
        revenue: usd("100.00"),
        today: { total: usd("10.00"), share: "10", paidOrders: 1 },
        draft: { total: usd("20.00"), share: "20", paidOrders: 1 },
        difference: usd("10.00"),
        affiliates: [{ name: `Affiliate ${merchant.code}`, difference: usd("10.00") }],
        products: [{ id: "1", name: "Mug", today: usd("10.00"), draft: usd("20.00") }],
        months: [{ id: "2026-03" }],
      },
    });
    expect(await postedEntries(merchant)).toEqual(before);
  });

  it("run over all orders as if they were credited, to nobody by name where nobody was", async () => {
    const merchant = await soldTwice();
    const id = await start(merchant, { scope: "all" });
    await run(merchant, id);
    const { result } = (await page(merchant, id)).backtest;
    expect(result).toMatchObject({ orders: 2, changedOrders: 0, today: { total: { amount: "15.00" } } });
    expect(result?.affiliates.map((row) => [row.name, row.today.amount])).toEqual([
      [`Affiliate ${merchant.code}`, "10.00"],
      ["No affiliate", "5.00"],
    ]);
  });

  it("say of how many orders the collections and tags were never read, where the draft asks for them", async () => {
    const merchant = await soldTwice();
    const rule = {
      name: "Sale",
      when: { type: "product-tag", op: "any-of", values: ["sale"] },
      pay: { type: "percentage", percent: "50" },
    };
    const asking = JSON.stringify({ rules: [rule], commission: { type: "percentage", percent: "10" } });
    const unreadOf = async (fields: Fields) => {
      const id = await start(merchant, fields);
      await run(merchant, id);
      return (await page(merchant, id)).backtest.result?.unreadOrders;
    };
    expect(await unreadOf({ terms: asking })).toBe(1);
    expect(await unreadOf({ terms: asking, scope: "all" })).toBe(2);
    expect(await unreadOf({ terms: twenty, scope: "all" })).toBe(0);
  });

  it("skip orders of other days", async () => {
    const merchant = await soldTwice();
    const id = await start(merchant, { firstDay: "2026-03-03" });
    await run(merchant, id);
    expect((await page(merchant, id)).backtest.result).toMatchObject({ orders: 0, affiliates: [] });
  });

  it("run the draft of an earlier one again, and list them, newest first", async () => {
    const merchant = await soldTwice();
    const first = await start(merchant, { terms: twenty });
    const { token, programId } = merchant;
    const listed = (query = "") => {
      const request = pageRequest(token, `/dashboard/programs/${programId}/backtest${query}`);
      return loader(args(request, { id: programId }));
    };
    expect(await listed(`?of=${first}`)).toMatchObject({ draft: { of: first, text: "20%" } });
    const second = await start(merchant, { of: first });
    expect((await page(merchant, second)).backtest.terms.commission).toMatchObject({ percent: "20" });
    const { backtests, imports, draft } = await listed();
    expect(backtests.map((one) => one.id)).toEqual([second, first]);
    expect(imports).toMatchObject({ ordersHere: 2, imports: [] });
    expect(draft).toBeNull();
  });

  it("give a table as a file", async () => {
    const merchant = await soldTwice();
    const id = await start(merchant, { terms: twenty });
    await run(merchant, id);
    const file = async (table: string) => {
      const request = pageRequest(merchant.token, `/dashboard/export/backtest.csv?id=${id}&table=${table}`);
      return (await (await exportLoader(args(request))).text()).split("\r\n");
    };
    expect((await file("products"))[1]).toBe('"Mug","1","1","USD","100.00","10.00","20.00","10.00"');
    expect((await file("affiliates"))[1]).toContain(`"${merchant.affiliateId}","1","USD","100.00"`);
  });

  it.each<[Fields, string]>([
    [{ ...days, firstDay: "yesterday" }, "firstDay"],
    [{ firstDay: "2026-03-09", lastDay: "2026-03-01" }, "lastDay"],
    [{ ...days, scope: "some" }, "scope"],
    [{ ...days, terms: "{" }, "terms"],
    [
      { ...days, terms: JSON.stringify({ commission: { type: "percentage", percent: "101" } }) },
      "terms.commission.percent",
    ],
    [{ intent: "import", firstDay: "2026-02-30" }, "firstDay"],
  ])("refuse %j at its field", async (fields, field) => {
    const merchant = await makeMerchant();
    expect(await post(merchant, { intent: "start", ...fields })).toMatchObject({
      data: { ok: false, errors: [{ field }] },
    });
  });

  it("run the saved terms where no draft is posted, and know no draft of a backtest that is not there", async () => {
    const merchant = await soldTwice();
    const answer: unknown = await post(merchant, {});
    expect(answer).toBeInstanceOf(Response);
    expect(await post(merchant, { of: "bkt_0" })).toMatchObject({ data: { ok: false } });
  });

  it("show another shop nothing of it", async () => {
    const [merchant, other] = [await soldTwice(), await makeMerchant()];
    const id = await start(merchant, {});
    const foreign = { ...other, programId: merchant.programId };
    await expect(page(foreign, id)).rejects.toMatchObject({ status: 404 });
    await expect(page(other, id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("the API of backtests", () => {
  it("starts one, answers how far it is, and lists it", async () => {
    const merchant = await soldTwice();
    const path = `/api/v1/programs/${merchant.programId}/backtests`;
    const body = { ...days, terms: { commission: { type: "none" } } };
    const started = await requestRoute(apiRequest(merchant.token, path, { method: "POST", body }));
    expect(started.status).toBe(202);
    const { id } = JSON.parse(started.text) as { id: string };
    await run(merchant, id);
    const done = await requestRoute(apiRequest(merchant.token, `/api/v1/backtests/${id}`));
    expect(JSON.parse(done.text)).toMatchObject({ status: "done", result: { draft: { paidOrders: 0 } } });
    const list = await requestRoute(apiRequest(merchant.token, path));
    expect(JSON.parse(list.text)).toMatchObject({ backtests: [{ id, status: "done", ordersDone: 1 }] });
  });

  it("refuses a fourth while three others run", async () => {
    const { token, programId } = await makeMerchant();
    const path = `/api/v1/programs/${programId}/backtests`;
    const ask = () => requestRoute(apiRequest(token, path, { method: "POST", body: {} }));
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(202);
    expect((await ask()).status).toBe(409);
  });
});
