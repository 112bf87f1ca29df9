import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { reportQuery } from "#app/contracts/report.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { reportFile } from "#app/http/table-files.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makeReportedShop } from "../../support/reported-shop.ts";
import { exportLoader } from "../../support/exported-file.ts";

const days = "from=2026-03-01&to=2026-03-09";

let shop: Awaited<ReturnType<typeof makeReportedShop>>;
beforeAll(async () => {
  shop = await makeReportedShop();
}, 60_000);

const download = ({ token }: { readonly token: string }, query: string) =>
  exportLoader({
    request: pageRequest(token, `/dashboard/export/reports.csv?${query}`),
    params: {},
    context: {},
  });
const linesOf = (text: string) => text.replace("\uFEFF", "").trim().split("\r\n");

async function fileOf(rowsAtOnce: number): Promise<Response> {
  const query = reportQuery.parse({ from: "2026-03-01", to: "2026-03-09", sort: "orders" });
  const file = await reportFile(shop.shop, { name: "countries", query, now: new Date() }, rowsAtOnce);
  if (isRefusal(file)) throw new Error(file.reason.code);
  return file;
}

describe("a report as a file", () => {
  it("has the columns that are shown, in the order that is shown, and all rows", async () => {
    const query = `${days}&report=countries&columns=orders,net,secondsToOrder&sort=net&order=desc&limit=1`;
    const file = await download(shop, query);
    expect(file.headers.get("Content-Disposition")).toContain('filename="countries.csv"');
    expect(linesOf(await file.text())).toEqual([
      '"Country","Value","Currency","Orders","Net sales","Click to order"',
      '"Japan","JP","JPY","1","5000",""',
      '"Unknown country","","JPY","1","700",""',
      '"United States","US","USD","2","159.90","1799"',
      '"Unknown country","","USD","2","10.00","1800"',
      '"Germany","DE","USD","1","1.00",""',
    ]);
  });

  it("has what it is compared with behind each column", async () => {
    const text = await (await download(shop, `${days}&report=channels&compare=previous&columns=net`)).text();
    const [head, ...rows] = linesOf(text);
    expect(head).toBe('"Channel","Value","Currency","Net sales","Net sales (previous period)"');
    expect(rows.every((row) => row.split(",").length === 5)).toBe(true);
    const own = "compare=days&compareFrom=2026-02-20&compareTo=2026-02-28";
    expect(await (await download(shop, `${days}&report=channels&${own}&columns=net`)).text()).toBe(text);
  });

  it("has bonuses and manual commissions below its rows, where it has a column of commission", async () => {
    const { shop: sold, affiliateId: affiliate, actor } = shop;
    const added = { affiliate, amount: "30.00", note: "Thanks" };
    accepted(await addCommission({ shop: sold, actor, now: new Date("2026-03-05T12:00:00Z") }, added));
    const asked = `${days}&report=countries&columns=orders,commission&compare=previous&sort=value`;
    const lines = linesOf(await (await download(shop, asked)).text());
    expect(lines[0]).toBe(
      '"Country","Value","Currency","Orders","Orders (previous period)","Commission","Commission (previous period)"',
    );
    expect(lines.slice(-3)).toEqual([
      '"Without orders: Bonuses","","USD","","","0.00","0.00"',
      '"Without orders: Manual commissions","","USD","","","30.00","0.00"',
      '"Without orders: Adjustments","","USD","","","0.00","0.00"',
    ]);
    const others = ["&columns=orders", "&columns=commission&country=US"];
    for (const other of others) {
      expect(await (await download(shop, `${days}&report=countries${other}`)).text()).not.toContain(
        "Without orders",
      );
    }
  });

  it("is the same however many rows are read at once", async () => {
    const whole = await (await fileOf(1000)).text();
    expect(linesOf(whole).length).toBeGreaterThan(4);
    for (const rows of [1, 2, linesOf(whole).length - 1]) {
      expect(await (await fileOf(rows)).text()).toBe(whole);
    }
  });

  it("has nobody else's rows, and takes an address that is wrong for what is left of it", async () => {
    const stranger = await makeMerchant();
    expect(linesOf(await (await download(stranger, days)).text())).toHaveLength(1);
    expect((await download(stranger, "from=yesterday&columns=profit&report=none&page=%00")).status).toBe(200);
  });

  it("says before it begins that the database does not answer in time", async () => {
    const answer = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table daily_dimension_figures in access exclusive mode`);
      return await download(shop, `${days}&report=countries`);
    });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("Choose fewer days")]);
  });

  it("is of one moment, however slowly it is taken", async () => {
    const whole = await (await fileOf(1)).text();
    const slow = await fileOf(1);
    await db().execute(sql`update daily_dimension_figures set orders = orders + 100
      where shop_id = ${shop.shop.shopId} and dimension = 'country'`);
    const taken = await slow.text();
    const after = await (await fileOf(1)).text();
    await db().execute(sql`update daily_dimension_figures set orders = orders - 100
      where shop_id = ${shop.shop.shopId} and dimension = 'country'`);
    expect(taken).toBe(whole);
    expect(after).not.toBe(whole);
  });
});
