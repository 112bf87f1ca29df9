import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { reportWire } from "#app/contracts/report.ts";
import { daysIn } from "#app/domain/day-spans.ts";
import { reportNames } from "#app/domain/report.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { affiliateCodes } from "#app/store/schema/affiliates.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { appUrl } from "../../support/browser.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { longAgo } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { wireOf } from "../../support/wire-of.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const path = "/api/v1/reports/channels?from=2026-03-01&to=2026-03-09";

const sell = async (merchant: Merchant, price: string) => {
  await deliver(merchant, "orders/create", orderBody({ ref: merchant.code, price }));
  await emptyInbox();
};

describe("GET /api/v1/reports/{name}", () => {
  it("answers what its contract says, kept 120 s privately, with a validator that a sale changes", async () => {
    const merchant = await makeMerchant("read");
    const ask = (etag?: string) => {
      const request = apiRequest(merchant.token, path);
      if (etag) request.headers.set("If-None-Match", etag);
      return answerApiRequest(request);
    };
    const first = await ask();
    expect(first.headers.get("Cache-Control")).toBe("private, max-age=120");
    expect(first.headers.get("Vary")).toBe("Authorization, Cookie");
    const body: unknown = await first.json();
    expect(wireOf(reportWire.strict(), body)).toEqual(body);
    expect(body).toMatchObject({ name: "channels", items: [], totals: [], compared: null });

    const etag = first.headers.get("ETag") ?? "";
    const same = await ask(etag);
    expect([same.status, await same.text(), same.headers.get("ETag")]).toEqual([304, "", etag]);
    expect(same.headers.get("Cache-Control")).toBe("private, max-age=120");
    await sell(merchant, "12.34");
    const changed = await ask(etag);
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({
      items: [{ value: "web", figures: { revenue: { amount: "12.34", currencyCode: "USD" } } }],
      pagination: { page: 1, limit: 50, total: 1 },
    });
  });

  it("is 401 without a token, and 405 for a POST", async () => {
    expect((await requestRoute(new Request(`${appUrl}${path}`))).status).toBe(401);
    const answer = await answerApiRequest(new Request(`${appUrl}${path}`, { method: "POST" }));
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET"]);
  });

  it("shows the last thirty days of the shop, or the day that has still to come", async () => {
    const { token } = await makeMerchant("read", { timeZone: "Pacific/Auckland" });
    const ask = async (query: string) =>
      wireOf(
        reportWire,
        JSON.parse((await requestRoute(apiRequest(token, `/api/v1/reports/codes?${query}`))).text),
      );
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Auckland" }).format(new Date());
    const { days } = await ask("");
    expect([days.to, daysIn(days)]).toEqual([today, 30]);
    expect((await ask("to=2026-03-30")).days).toEqual({ from: "2026-03-01", to: "2026-03-30" });
    expect((await ask("from=9998-01-01")).days).toEqual({ from: "9998-01-01", to: "9998-01-01" });
    expect((await ask("from=2016-03-01&to=2026-03-01&compare=year")).compared).toEqual({
      from: "2015-03-01",
      to: "2025-03-01",
    });
  });

  it("knows a code however it is written, and by an empty one the orders without any", async () => {
    const merchant = await makeMerchant("read");
    await sell(merchant, "5.00");
    const totalsOf = async (code: string) => {
      const { text } = await requestRoute(apiRequest(merchant.token, `${path}&code=${code}`));
      return wireOf(reportWire, JSON.parse(text)).totals.map(({ figures }) => figures.orders);
    };
    expect([await totalsOf(""), await totalsOf("SAVE")]).toEqual([[1], []]);
    const { shopId, affiliateId } = merchant;
    const own = { shopId, affiliateId, assignedAt: longAgo };
    await db()
      .insert(affiliateCodes)
      .values({ ...own, code: "Save-Ten", codeKey: "save-ten" });
    await deliver(merchant, "orders/create", orderBody({ codes: ["Save-Ten"] }));
    await emptyInbox();
    expect([await totalsOf("SAVE-ten"), await totalsOf("")]).toEqual([[1], [1]]);
  });

  it("says so where the database does not answer in time", async () => {
    const { token } = await makeMerchant("read");
    const answer = await inTransaction(async (tx) => {
      await tx.execute(sql`lock table daily_dimension_figures in access exclusive mode`);
      return await requestRoute(apiRequest(token, path));
    });
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toEqual({
      code: "took_too_long",
      message: "This report takes longer than 8 seconds. Choose fewer days.",
      errors: [],
    });
  });
});

describe("what no report has", () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await makeMerchant("read");
  });

  it.each([
    ["affiliates", "from=2026-03-02&to=2026-03-01", "to"],
    ["affiliates", "from=1026-03-02&to=2026-03-01", "from"],
    ["affiliates", "from=2016-02-29&to=2026-03-01", "from"],
    ["affiliates", "from=1999-01-01", "from"],
    ["affiliates", "from=2026-02-30", "from"],
    ["affiliates", "to=tomorrow", "to"],
    ["affiliates", "from=2026-03-01T00:00:00%2B09:00", "from"],
    ["affiliates", "compare=month", "compare"],
    ["affiliates", "compare=days", "compareFrom"],
    ["affiliates", "compare=days&compareFrom=2026-02-01", "compareTo"],
    ["affiliates", "compare=days&compareFrom=2026-02-03&compareTo=2026-02-01", "compareTo"],
    ["affiliates", "compare=days&compareFrom=1026-02-03&compareTo=2026-02-01", "compareFrom"],
    ["affiliates", "compare=days&compareFrom=1999-01-01&compareTo=2026-02-01", "compareFrom"],
    ["affiliates", "compare=days&compareFrom=2026-02-01T00:00Z&compareTo=2026-02-03", "compareFrom"],
    ["affiliates", "compareFrom=2026-02-01&compareTo=2026-02-03", "compare"],
    ["affiliates", "sort=profit", "sort"],
    ["affiliates", "sort=constructor", "sort"],
    ["affiliates", "order=up", "order"],
    ["affiliates", "columns=net,profit", "columns"],
    ["affiliates", "columns=", "columns"],
    ["products", "columns=net,visitors", "columns"],
    ["products", "sort=clicks", "sort"],
    ["codes", "sort=conversionRate", "sort"],
    ["affiliates", "customer=old", "customer"],
    ["affiliates", "affiliateId=x", "affiliateId"],
    ["affiliates", "search=x", "search"],
    ["affiliates", `affiliate=${"x".repeat(41)}`, "affiliate"],
    ["affiliates", `landing=/${"x".repeat(200)}`, "landing"],
    ["affiliates", "channel=a%00b", "channel"],
    ["affiliates", "page=0", "page"],
    ["affiliates", "limit=251", "limit"],
  ])("%s?%s is refused at its field", async (name, query, field) => {
    const { status, fields } = await requestRoute(
      apiRequest(merchant.token, `/api/v1/reports/${name}?${query}`),
    );
    expect([status, [...new Set(fields)]]).toEqual([400, [field]]);
  });

  it.each(["product", "Affiliates", "constructor", "__proto__", "x".repeat(3000), ...hostileTexts])(
    "is not found by the name %j",
    async (name) => {
      const before = await snapshotOf(merchant.shopId);
      const encoded = encodeURIComponent(name.toWellFormed());
      const request = apiRequest(merchant.token, `/api/v1/reports/${encoded}`);
      const answer = await answerApiRequest(request);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ errors: [{ field: "name" }] });
      expect(await snapshotOf(merchant.shopId)).toEqual(before);
    },
  );

  it("is taken from no hostile filter: it is a text that nothing has", async () => {
    const harmless = hostileTexts.filter((text) => text.isWellFormed() && /^[^\0]{1,200}$/.test(text));
    expect(harmless.length).toBeGreaterThan(5);
    for (const name of reportNames) {
      for (const field of ["product", "code", "link", "subId", "landing", "country", "channel"]) {
        const text = harmless[(name.length + field.length) % harmless.length] ?? "";
        const address = `/api/v1/reports/${name}?${field}=${encodeURIComponent(text)}`;
        const answer = await requestRoute(apiRequest(merchant.token, address));
        expect([field, answer.status]).toEqual([field, 200]);
        expect(JSON.parse(answer.text)).toMatchObject({ items: [], totals: [] });
      }
    }
  });
});
