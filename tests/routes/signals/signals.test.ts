import { describe, expect, it } from "vitest";
import { orderListWire } from "#app/contracts/order.ts";
import { signalsWire } from "#app/contracts/signals.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { loader as ordersPage } from "../../../app/routes/admin/orders.tsx";
import { loader as page } from "../../../app/routes/admin/signals.tsx";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, longAgo } from "../../support/selling-shop.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const args = ({ token }: Merchant, path: string) => ({
  request: pageRequest(token, path),
  params: {},
  context: {},
});

const ask = async ({ token }: Merchant, path: string) =>
  withData(await requestRoute(apiRequest(token, `/api/v1/${path}`)));

/** Two days of a shop in New York: a code before a landing page, two landing pages, and two that nothing points to. */
async function sold() {
  const merchant = await makeMerchant("write", { timeZone: "America/New_York" });
  const { shopId } = merchant;
  const other = await addAffiliate(merchant);
  const code = `SAVE${other.code}`;
  const codeKey = code.toLowerCase();
  await db()
    .insert(affiliateCodes)
    .values({ shopId, affiliateId: other.affiliateId, code, codeKey, assignedAt: longAgo });
  const ref = merchant.code;
  const bodies = [
    orderBody({ ref, codes: [code], createdAt: "2026-03-03T05:00:00Z" }),
    orderBody({ ref, createdAt: "2026-03-04T04:59:59Z" }),
    orderBody({ createdAt: "2026-03-04T04:59:59Z", test: true }),
    orderBody({ ref, createdAt: "2026-03-04T05:00:00Z" }),
    orderBody({ createdAt: "2026-03-04T05:00:00Z" }),
    orderBody({ ref, createdAt: "2026-03-03T04:59:59Z" }),
  ];
  for (const body of bodies) await deliver(merchant, "orders/create", body);
  await emptyInbox();
  return merchant;
}

const span = "from=2026-03-03&to=2026-03-04";

describe("the signals of a shop's days", () => {
  it("are told by the API, by days of the shop", async () => {
    const merchant = await sold();
    const { status, data } = await ask(merchant, `signals?${span}`);
    expect(status).toBe(200);
    const { total, periods } = signalsWire.parse(data);
    expect(total).toMatchObject({ from: "2026-03-03", to: "2026-03-04", orders: 5, credited: 3 });
    expect(total.signals.filter((one) => one.orders > 0)).toEqual([
      { signal: "code", orders: 1, share: 0.2, credited: 1, lostWithout: 0, elsewhereWithout: 1 },
      { signal: "landing", orders: 3, share: 0.6, credited: 3, lostWithout: 2, elsewhereWithout: 0 },
      { signal: "none", orders: 2, share: 0.4, credited: 0, lostWithout: 0, elsewhereWithout: 0 },
    ]);
    expect(periods.map((one) => [one.from, one.orders])).toEqual([
      ["2026-03-03", 3],
      ["2026-03-04", 2],
    ]);
  });

  it("open the orders that they count, in the list, the API and the file", async () => {
    const merchant = await sold();
    const { total } = signalsWire.parse((await ask(merchant, `signals?${span}`)).data);
    const expected = total.signals.flatMap(({ signal, ...one }): [string, number][] => [
      [`signal=${signal}`, one.orders],
      [`signal=${signal}&status=credited`, one.credited],
      ...(signal === "none"
        ? []
        : ([
            [`lostWithout=${signal}`, one.lostWithout],
            [`elsewhereWithout=${signal}`, one.elsewhereWithout],
          ] as [string, number][])),
    ]);
    for (const [query, count] of [...expected, ["limit=10", total.orders] as const]) {
      const listed = orderListWire.parse((await ask(merchant, `orders?${span}&${query}`)).data);
      expect([query, listed.pagination.total]).toEqual([query, count]);
    }
    const shown = await ordersPage(args(merchant, `/dashboard/orders?${span}&lostWithout=landing`));
    expect(shown.pagination.total).toBe(2);
    const file = await exportLoader(args(merchant, `/dashboard/export/orders.csv?${span}&signal=none`));
    expect((await file.text()).trim().split("\r\n")).toHaveLength(3);
    expect((await ask(merchant, "orders?signal=luck")).status).toBe(400);
  });

  it("are a page and a file, of the last thirty days where nobody says which", async () => {
    const merchant = await sold();
    const shown = await page(args(merchant, `/dashboard/reports/attribution?${span}&by=week`));
    expect(shown).toMatchObject({ fault: null, signals: { by: "week", total: { orders: 5 } } });
    expect(shown.signals.periods).toHaveLength(1);
    const lines = (await (await exportLoader(args(merchant, shown.exportUrl))).text()).trim().split("\r\n");
    expect(lines).toHaveLength(11);
    expect(lines[1]).toBe('"2026-03-03","2026-03-04","5","Discount code","1","0.2","1","0","1"');
    const usual = await page(args(merchant, "/dashboard/reports/attribution"));
    expect(usual.signals.periods).toHaveLength(30);
  });

  it.each([
    ["from=2026-03-05&to=2026-03-04", "Choose an end date on or after the start date."],
    ["from=2024-03-05&to=2026-03-04", "366 days"],
    ["from=yesterday", "Enter a day"],
    ["by=year", "Use one of these"],
  ])("are refused for %s, where the page shows the usual days and says why", async (query, words) => {
    const merchant = await makeMerchant();
    const refused = await ask(merchant, `signals?${query}`);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.data)).toContain(words);
    const shown = await page(args(merchant, `/dashboard/reports/attribution?${query}`));
    expect(shown.fault).toContain(words);
    expect(shown.signals.periods).toHaveLength(30);
  });

  it("of another shop are nobody else's", async () => {
    await sold();
    const stranger = await makeMerchant();
    const { total } = signalsWire.parse((await ask(stranger, `signals?${span}`)).data);
    expect(total.orders).toBe(0);
  });
});
