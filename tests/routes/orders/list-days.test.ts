import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { commissionListWire } from "#app/contracts/commission.ts";
import { affiliateListWire } from "#app/contracts/affiliate.ts";
import { orderListWire } from "#app/contracts/order.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { addCommission } from "#app/flows/commissions/add-commission.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { loader as affiliatesPage } from "../../../app/routes/admin/affiliates.tsx";
import { loader as commissionsPage } from "../../../app/routes/admin/commissions.tsx";
import { loader as ordersPage } from "../../../app/routes/admin/orders.tsx";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** Where a day begins at 5:00 UTC, and from 2026-03-08 on, when the clocks there are put forward, at 4:00. */
const newYork = () => makeMerchant("write", { timeZone: "America/New_York" });

const args = ({ token }: Merchant, path: string) => ({
  request: pageRequest(token, path),
  params: {},
  context: {},
});

async function linesOf(answer: Promise<Response>): Promise<number> {
  return (await (await answer).text()).trim().split("\r\n").length - 1;
}

async function listed(merchant: Merchant, path: string): Promise<unknown> {
  const answer = withData(await requestRoute(apiRequest(merchant.token, `/api/v1/${path}`)));
  expect(answer.status).toBe(200);
  return answer.data;
}

async function sold() {
  const merchant = await newYork();
  const placed = [
    "2026-03-03T04:59:59Z",
    "2026-03-03T05:00:00Z",
    "2026-03-04T04:59:59Z",
    "2026-03-04T05:00:00Z",
  ];
  const bodies = placed.map((createdAt) => orderBody({ ref: merchant.code, createdAt }));
  for (const body of bodies) await deliver(merchant, "orders/create", body);
  await emptyInbox();
  return { merchant, ids: bodies.map((body) => String(body.id)) };
}

async function added() {
  const merchant = await newYork();
  const other = await addAffiliate(merchant);
  const made = async (affiliate: string, at: string) => {
    const given = { affiliate, programId: merchant.programId, amount: "1.00", note: "x", approvalDays: 30 };
    const id = await addCommission({ shop: merchant.shop, actor: merchant.actor, now: new Date(at) }, given);
    if (isRefusal(id)) throw new Error(id.reason.code);
    return id;
  };
  const late = await made(merchant.affiliateId, "2026-03-09T03:59:59.999Z");
  const early = await made(merchant.affiliateId, "2026-03-09T04:00:00Z");
  const others = await made(other.affiliateId, "2026-03-09T12:00:00Z");
  return { merchant, other, late, early, others };
}

describe("orders of days", () => {
  it("are those of the shop's calendar, the last one included, by screen, file and API alike", async () => {
    const { merchant, ids } = await sold();
    const narrowed = async (query: string) => {
      const { orders } = await ordersPage(args(merchant, `/dashboard/orders?${query}`));
      const found = orders.map((order) => order.id);
      const api = orderListWire.parse(await listed(merchant, `orders?${query}`));
      expect(api.orders.map((order) => order.id)).toEqual(found);
      expect(api.pagination.total).toBe(found.length);
      expect(await linesOf(exportLoader(args(merchant, `/dashboard/export/orders.csv?${query}`)))).toBe(
        found.length,
      );
      return found.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b);
    };
    expect(await narrowed("from=2026-03-03&to=2026-03-03")).toEqual([1, 2]);
    expect(await narrowed("from=2026-03-03")).toEqual([1, 2, 3]);
    expect(await narrowed("to=2026-03-03")).toEqual([0, 1, 2]);
    expect(await narrowed(`from=2026-03-04&affiliate=${merchant.affiliateId}`)).toEqual([3]);
    expect(await narrowed("from=2026-03-05&status=credited")).toEqual([]);
  });
});

describe("affiliates of days", () => {
  it("are those that were added on them, whatever became of them, by screen, file and API alike", async () => {
    const merchant = await newYork();
    const came = [
      "2026-03-08T04:59:59Z",
      "2026-03-08T05:00:00Z",
      "2026-03-09T03:59:59Z",
      "2026-03-09T04:00:00Z",
    ];
    const ids: string[] = [];
    for (const at of came) {
      const { affiliateId } = await addAffiliate(merchant);
      ids.push(affiliateId);
      const one = and(eq(affiliates.shopId, merchant.shopId), eq(affiliates.affiliateId, affiliateId));
      const status = ids.length === 2 ? ("suspended" as const) : ("active" as const);
      await db()
        .update(affiliates)
        .set({ createdAt: new Date(at), status })
        .where(one);
    }
    const narrowed = async (query: string) => {
      const screen = await affiliatesPage(args(merchant, `/dashboard/affiliates?${query}`));
      const found = screen.affiliates.map(({ id }) => id);
      const api = affiliateListWire.parse(await listed(merchant, `affiliates?${query}`));
      expect(api.affiliates.map(({ id }) => id)).toEqual(found);
      expect([api.pagination.total, screen.pagination.total]).toEqual([found.length, found.length]);
      expect(await linesOf(exportLoader(args(merchant, `/dashboard/export/affiliates.csv?${query}`)))).toBe(
        found.length,
      );
      return found.map((id) => ids.indexOf(id));
    };
    expect(await narrowed("from=2026-03-08&to=2026-03-08")).toEqual([2, 1]);
    expect(await narrowed("from=2026-03-08&sort=oldest&status=active")).toEqual([2, 3]);
    expect(await narrowed("to=2026-03-07")).toHaveLength(2);
  });
});

describe("commissions of days", () => {
  it("are those on which they were made, with every other filter, in both orders, by screen, file and API alike", async () => {
    const { merchant, other, late, early, others } = await added();
    const narrowed = async (query: string) => {
      const { commissions } = await commissionsPage(
        args(merchant, `/dashboard/affiliates/commissions?${query}`),
      );
      const found = commissions.map((one) => one.id);
      const api = commissionListWire.parse(await listed(merchant, `commissions?${query}`));
      expect(api.commissions.map((one) => one.id)).toEqual(found);
      expect(await linesOf(exportLoader(args(merchant, `/dashboard/export/commissions.csv?${query}`)))).toBe(
        found.length,
      );
      return found;
    };
    expect(await narrowed("to=2026-03-08")).toEqual([late]);
    expect(await narrowed("from=2026-03-09")).toEqual([others, early]);
    expect(await narrowed("from=2026-03-09&sort=oldest")).toEqual([early, others]);
    expect(await narrowed(`from=2026-03-09&affiliate=${other.affiliateId}`)).toEqual([others]);
    expect(
      await narrowed(`from=2026-03-08&to=2026-03-09&kind=manual&affiliate=${merchant.affiliateId}`),
    ).toEqual([early, late]);
  });

  it("go on behind a cursor within the days", async () => {
    const { merchant, early, others } = await added();
    const asked = async (query: string) =>
      commissionListWire.parse(await listed(merchant, `commissions?from=2026-03-09&limit=1${query}`));
    const first = await asked("");
    const second = await asked(`&cursor=${first.nextCursor ?? ""}`);
    expect([first, second].flatMap((page) => page.commissions.map((one) => one.id))).toEqual([others, early]);
    expect(second.nextCursor).toBeNull();
  });

  it("that are in the wrong order are refused at their field, and dropped from a typed address", async () => {
    const { merchant } = await added();
    const turned = "from=2026-03-10&to=2026-03-08";
    for (const path of ["orders", "commissions", "affiliates"]) {
      const { status, fields } = await requestRoute(apiRequest(merchant.token, `/api/v1/${path}?${turned}`));
      expect([path, status, fields]).toEqual([path, 400, ["to"]]);
    }
    const { commissions } = await commissionsPage(
      args(merchant, `/dashboard/affiliates/commissions?${turned}`),
    );
    expect(commissions).toEqual([]);
  });
});

it.each([
  ["orders", "from=2026-03-10&to=2026-03-08", "to: Choose an end date on or after the start date."],
  ["orders", "from=1026-01-01", "from: Enter a day from 1970 to 9998."],
  ["orders", "from=2026-03-01T00:00%2B09:00", "from: Enter a day, like 2026-03-31."],
  ["orders", "sort=profit", expect.stringMatching(/^sort: Use one of these: newest/)],
  ["orders", "figure=profit", expect.stringMatching(/^figure: /)],
  ["orders", "page=999999", expect.stringMatching(/^page: This page is too far back/)],
  ["orders", "from=2026-03-08&sort=oldest&status=&to=", null],
  ["affiliates", "sort=profit", expect.stringMatching(/^sort: /)],
  ["affiliates/commissions", "kind=gift", expect.stringMatching(/^kind: /)],
  ["settings/ledger/transfers", "code=stolen", expect.stringMatching(/^code: /)],
])("the page of %s says what of %s it does not show", async (path, query, fault) => {
  const { token } = await makeMerchant("read");
  const answer = withData(await requestRoute(pageRequest(token, `/dashboard/${path}?${query}`)));
  expect([answer.status, answer.data]).toEqual([200, expect.objectContaining({ fault })]);
});

it("a list of an affiliate whom nobody knows says so", async () => {
  const merchant = await makeMerchant();
  const data = await ordersPage(args(merchant, "/dashboard/orders?affiliate=aff_nobody"));
  expect(data).toMatchObject({ orders: [], affiliate: { id: "aff_nobody", name: "Unknown affiliate" } });
});
