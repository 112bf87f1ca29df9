import { describe, expect, it } from "vitest";
import { daysIn } from "#app/domain/day-spans.ts";
import { loader as commissionPage } from "../../../app/routes/admin/commission.tsx";
import { loader as commissionsPage } from "../../../app/routes/admin/commissions.tsx";
import { loader as orderPage } from "../../../app/routes/admin/order.tsx";
import { loader as ordersPage } from "../../../app/routes/admin/orders.tsx";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { exportLoader } from "../../support/exported-file.ts";

const args = (token: string, path: string, params: Record<string, string> = {}) => ({
  request: pageRequest(token, path),
  params,
  context: {},
});

async function sold() {
  const merchant = await makeMerchant();
  const mine = orderBody({ ref: merchant.code, createdAt: "2026-03-02T10:00:00Z" });
  const none = orderBody({ createdAt: "2026-03-02T12:00:00Z" });
  await deliver(merchant, "orders/create", mine);
  await deliver(merchant, "orders/create", none);
  await emptyInbox();
  return { ...merchant, mine, none };
}

describe("the pages of orders and commissions", () => {
  it("keep filter and page in the address", async () => {
    const { token, mine, affiliateId, code } = await sold();
    const data = await ordersPage(args(token, `/dashboard/orders?status=credited&affiliate=${affiliateId}`));
    expect(data.orders.map((order) => order.name)).toEqual([mine.name]);
    expect(data).toMatchObject({
      pagination: { page: 1, limit: 10, total: 1 },
      affiliate: { id: affiliateId, name: `Affiliate ${code}` },
    });
    const commissions = await commissionsPage(
      args(token, `/dashboard/affiliates/commissions?affiliate=${affiliateId}`),
    );
    expect(commissions).toMatchObject({
      commissions: [{ order: { name: mine.name }, amount: { amount: "10.00" } }],
      affiliate: { id: affiliateId, name: `Affiliate ${code}` },
    });
  });

  it("find what orders are narrowed to among those of the list's days, else of the year until today", async () => {
    const { token } = await sold();
    const daysAt = async (query: string) =>
      (await ordersPage(args(token, `/dashboard/orders?${query}`))).filterDays;
    expect(await daysAt("from=2026-03-01&to=2026-03-09")).toEqual({ from: "2026-03-01", to: "2026-03-09" });
    expect(await daysAt("to=2026-03-09")).toEqual({ from: "2025-03-10", to: "2026-03-09" });
    // As many days as a report has at most.
    expect(await daysAt("from=1990-01-01&to=2026-03-09")).toEqual({ from: "2016-03-09", to: "2026-03-09" });
    const { from, to } = await daysAt("");
    expect([daysIn({ from, to }), to >= "2026-03-01"]).toEqual([365, true]);
    expect((await daysAt("from=2099-01-01")).to).toBe("2099-01-01");
  });

  it("export what the list shows, as a file of the browser", async () => {
    const { token, mine, none, code } = await sold();
    const all = await exportLoader(args(token, "/dashboard/export/orders.csv"));
    expect(all.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const lines = (await all.text()).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"${none.name}"`);
    expect(lines[2]).toContain(
      `"${mine.name}","2026-03-02T10:00:00.000Z","credited","Landing page with Affiliate ${code}'s code","Affiliate ${code}","Partners","USD","100.00","10.00"`,
    );
    const filtered = await (
      await exportLoader(args(token, "/dashboard/export/orders.csv?status=not-credited"))
    ).text();
    expect(filtered.trim().split("\r\n")).toHaveLength(2);
    const commissions = await (await exportLoader(args(token, "/dashboard/export/commissions.csv"))).text();
    expect(commissions.trim().split("\r\n")).toHaveLength(2);
  });

  it("show one order and one commission, and 404 for those of another shop", async () => {
    const [one, other] = [await sold(), await makeMerchant()];
    const id = String(one.mine.id);
    const { explained } = await orderPage(args(one.token, `/dashboard/orders/${id}`, { id }));
    expect(explained.order.name).toBe(one.mine.name);
    await expect(orderPage(args(other.token, `/dashboard/orders/${id}`, { id }))).rejects.toMatchObject({
      status: 404,
    });
    const { commissions } = await commissionsPage(args(one.token, "/dashboard/affiliates/commissions"));
    const params = { id: commissions[0]?.id ?? "" };
    const { commission } = await commissionPage(args(one.token, "/c", params));
    expect(commission.postings.map((posting) => posting.code)).toEqual(["earned"]);
    await expect(commissionPage(args(other.token, "/c", params))).rejects.toMatchObject({ status: 404 });
    await expect(exportLoader(args("nobody", "/dashboard/export/orders.csv"))).rejects.toMatchObject({
      status: 302,
    });
  });
});
