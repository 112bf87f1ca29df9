import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CommissionId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { commissions } from "#app/store/schema/orders.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { commissionOf, faultsOfBooks, owedTo, posted, sell } from "../../support/decided.ts";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Page = { adjustmentId: string; commissionId: string; commission: { status: string; open: string[] } };

const list = "/dashboard/affiliates/commissions";
const post = async (merchant: Merchant, path: string, fields: Record<string, string>) =>
  withData(await requestRoute(formRequest(merchant.token, path, Object.entries(fields))));
const load = async (merchant: Merchant, path: string) =>
  withData(await requestRoute(pageRequest(merchant.token, path))).data as Page;

const give = (affiliateId: string) => ({ intent: "reassign", affiliateId, note: "" });

describe("the forms of a commission's page", () => {
  it("decide, and show a refusal with its status", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const path = `${list}/${commissionId}`;
    expect((await load(merchant, path)).commission.open).toEqual(["approved", "denied", "held"]);
    const deny = { intent: "decide", kind: "denied", note: "Fraud" };
    expect(await post(merchant, path, deny)).toMatchObject({ status: 200, data: { ok: true } });
    const again = await post(merchant, path, deny);
    expect(again).toMatchObject({
      status: 422,
      data: { ok: false, message: "This commission is already denied." },
    });
    expect((await load(merchant, path)).commission).toMatchObject({ status: "denied", open: ["reopened"] });
  });

  it("adjust once under the id of the page, however often it is posted", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    const path = `${list}/${commissionId}`;
    const { adjustmentId } = await load(merchant, path);
    const fields = { intent: "adjust", adjustmentId, amount: "2.50", note: "Thanks" };
    for (const status of [200, 200]) expect((await post(merchant, path, fields)).status).toBe(status);
    expect(await posted(merchant)).toEqual(["earned expense 1000", "adjusted expense 250"]);
  });

  it("give the credit to another affiliate, as does the form of the order's page", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const orderId = await sell(merchant);
    const { commissionId } = await commissionOf(merchant, orderId);
    expect((await post(merchant, `${list}/${commissionId}`, give(other.code))).status).toBe(200);
    expect(await owedTo(merchant, other.affiliateId)).toEqual([1000n, 0n]);
    const back = await post(merchant, `/dashboard/orders/${orderId}`, give(merchant.code));
    expect(back.status).toBe(200);
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    const wrong = await post(merchant, `/dashboard/orders/${orderId}`, give("nobody"));
    expect([wrong.status, wrong.fields]).toEqual([400, ["affiliateId"]]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});

describe("the form of an order that nobody was credited with", () => {
  it("gives the credit in the program that is chosen, where the affiliate is in it", async () => {
    const [merchant, stranger] = [await makeMerchant(), await makeMerchant()];
    const orderId = await sell(merchant, { ref: "NOBODY" });
    const path = `/dashboard/orders/${orderId}`;
    const wrong = await post(merchant, path, { ...give(merchant.code), programId: stranger.programId });
    expect([wrong.status, wrong.fields]).toEqual([422, ["programId"]]);
    const fields = { ...give(merchant.code), programId: merchant.programId };
    expect((await post(merchant, path, fields)).status).toBe(200);
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
  });
});

describe("the form that adds a commission", () => {
  it("leads to its page, and posted twice adds one", async () => {
    const merchant = await makeMerchant();
    const path = `${list}/new?affiliate=${merchant.affiliateId}`;
    const { commissionId } = await load(merchant, path);
    const fields = {
      commissionId,
      affiliateId: merchant.code,
      programId: "",
      amount: "12.00",
      order: "",
      approvalDays: "0",
      note: "From last year",
    };
    for (const status of [302, 302]) expect((await post(merchant, path, fields)).status).toBe(status);
    expect(await posted(merchant)).toEqual(["earned expense 1200"]);
    expect((await load(merchant, `${list}/${commissionId}`)).commission.status).toBe("pending");
  });

  it.each([
    ["", 30],
    ["0", 0],
  ])(
    "takes the approval period of the program's terms where it is left empty: '%s'",
    async (approvalDays, days) => {
      const merchant = await makeMerchant();
      const path = `${list}/new`;
      const { commissionId } = await load(merchant, path);
      const fields = { commissionId, affiliateId: merchant.code, amount: "12.00", approvalDays, note: "x" };
      expect((await post(merchant, path, fields)).status).toBe(302);
      const [row] = await db()
        .select()
        .from(commissions)
        .where(eq(commissions.commissionId, commissionId as CommissionId));
      expect(row && row.approvesAt && row.approvesAt.getTime() - row.createdAt.getTime()).toBe(
        days * 86_400_000,
      );
    },
  );
});

describe("the form of the list", () => {
  it("decides about several, and names those that it could not", async () => {
    const merchant = await makeMerchant();
    const rows = [];
    for (let sold = 0; sold < 3; sold += 1) rows.push(await commissionOf(merchant, await sell(merchant)));
    const ids = rows.map((row) => row.commissionId);
    const decide = async (kind: string, given: readonly string[]) => {
      const rowsGiven = given.map((id): [string, string] => ["ids", id]);
      const fields: [string, string][] = [["kind", kind], ["note", "Fraud"], ...rowsGiven];
      return withData(await requestRoute(formRequest(merchant.token, list, fields)));
    };
    await decide("denied", ids.slice(0, 1));
    const held = await decide("held", ids);
    expect(held).toMatchObject({
      status: 200,
      data: { ok: true, status: "held", changed: 2, unchanged: [{ id: ids[0] }] },
    });
    expect(await decide("unheld", ids.slice(1))).toMatchObject({ data: { changed: 2, unchanged: [] } });
    expect(await decide("approved", ids.slice(1))).toMatchObject({ data: { changed: 2 } });
    expect(await owedTo(merchant)).toEqual([0n, 2000n]);
    expect(await faultsOfBooks(merchant)).toEqual([]);
  });
});

describe("what was posted without a reason", () => {
  it("is refused at the note, and nothing is decided", async () => {
    const merchant = await makeMerchant();
    const { commissionId } = await commissionOf(merchant, await sell(merchant));
    for (const [path, more] of [
      [`${list}/${commissionId}`, { intent: "decide" }],
      [list, { ids: commissionId }],
    ] as const) {
      const answer = await post(merchant, path, { ...more, kind: "denied", note: " " });
      expect([answer.status, answer.fields]).toEqual([400, ["note"]]);
    }
    expect(await posted(merchant)).toEqual(["earned expense 1000"]);
  });
});
