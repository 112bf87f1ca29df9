import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import {
  proofWire,
  ledgerEntryListWire,
  type ProofWire,
  type LedgerEntryWire,
} from "#app/contracts/ledger.ts";
import { writeCursor } from "#app/http/list-position.ts";
import { db } from "#app/platform/db.server.ts";
import { ledgerBalances } from "#app/store/schema/ledger.ts";
import { action as askPage, loader as proofPage } from "../../../app/routes/admin/proof.tsx";
import { loader as transfersPage } from "../../../app/routes/admin/ledger-entries.tsx";
import { callApi } from "../../support/call-api.ts";
import { arrival, deliver, emptyInbox } from "../../support/inbox.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Entries = { entries: LedgerEntryWire[]; pagination: { total: number }; nextCursor: string | null };

const askFor = (token: string, path: string) => answerApiRequest(apiRequest(token, `/api/v1/${path}`));

const args = (token: string, path: string) => ({
  request: pageRequest(token, path),
  params: {},
  context: {},
});

/** 10.00 earned and 4.00 of it reversed, recorded in March. */
async function sold() {
  const merchant = await makeMerchant();
  const body = orderBody({ ref: merchant.code, price: "10.00", quantity: 10 });
  await deliver(merchant, "orders/create", body);
  await emptyInbox();
  await deliver(merchant, "refunds/create", refundBody(body.id, { amount: "40.00", quantity: 4 }));
  await emptyInbox();
  return { ...merchant, month: arrival.toISOString().slice(0, 7) };
}

describe("GET /api/v1/proof", () => {
  it("answers what was summed again, and M15 of an affiliate and month", async () => {
    const { token, affiliateId, month } = await sold();
    const answer = await askFor(token, `proof?affiliate=${affiliateId}&month=${month}`);
    const wire = (await answer.json()) as ProofWire;
    expect(proofWire.safeParse(wire).error).toBeUndefined();
    expect(wire).toMatchObject({
      proof: { entries: 2, balances: 1, orders: 1, differenceCount: 0 },
      newerEntries: 0,
      month,
      affiliate: { id: affiliateId },
      identities: [
        {
          opening: { amount: "0.00", currencyCode: "USD" },
          movements: [
            { code: "earned", amount: { amount: "10.00" } },
            { code: "reversed", amount: { amount: "-4.00" } },
          ],
          closing: { amount: "6.00" },
          holds: true,
        },
      ],
    });
  });

  it("answers M15 of the whole shop where no affiliate is named", async () => {
    const { token, month } = await sold();
    const wire = (await (await askFor(token, `proof?month=${month}`)).json()) as ProofWire;
    expect(proofWire.safeParse(wire).error).toBeUndefined();
    expect(wire).toMatchObject({
      affiliate: null,
      late: null,
      identities: [
        { opening: { amount: "0.00" }, closing: { amount: "6.00", currencyCode: "USD" }, holds: true },
      ],
    });
    const stranger = await makeMerchant("read");
    expect(await (await askFor(stranger.token, `proof?month=${month}`)).json()).toMatchObject({
      identities: [],
    });
  });

  it("names what differs in a sentence, with amounts that people read", async () => {
    const { token, shopId, affiliateId } = await sold();
    await db()
      .update(ledgerBalances)
      .set({ balanceMinor: 601n })
      .where(sql`shop_id = ${shopId}`);
    const wire = (await (await askFor(token, "proof")).json()) as ProofWire;
    expect(wire.proof?.differences).toEqual([
      {
        kind: "balance",
        table: "ledger_balances",
        key: `${affiliateId} pending USD`,
        text: `The Pending balance of ${affiliateId} is $6.01, but its entries add up to $6.00.`,
        affiliate: affiliateId,
        order: null,
      },
    ]);
  });

  it.each([
    ["month=2026-13", 400, "month"],
    ["month=yesterday", 400, "month"],
    ["month=9999-12", 400, "month"],
    [`affiliate=${"a".repeat(41)}`, 400, "affiliate"],
    ["affiliate=aff_nobody", 404, "affiliate"],
    ["affiliate=%00", 400, "affiliate"],
  ])("refuses ?%s with %i at %s", async (query, status, field) => {
    const { token } = await makeMerchant();
    const answer = await askFor(token, `proof?${query}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe("GET /api/v1/ledger/entries", () => {
  it("lists them newest first with filters, and goes on at its cursor", async () => {
    const { token, affiliateId, month } = await sold();
    const asked = async (query: string) =>
      (await (await askFor(token, `ledger/entries?${query}`)).json()) as Entries;
    const first = await asked(`limit=1&affiliate=${affiliateId}&from=${month}&to=${month}`);
    expect(ledgerEntryListWire.safeParse(first).error).toBeUndefined();
    expect(first.pagination.total).toBe(2);
    expect(first.entries).toMatchObject([
      { code: "reversed", debit: "pending", credit: "expense", amount: { amount: "4.00" } },
    ]);
    const second = await asked(`limit=1&cursor=${first.nextCursor}`);
    expect(second.entries).toMatchObject([{ code: "earned", affiliate: { id: affiliateId } }]);
    expect(second.nextCursor).toBeNull();
    expect((await asked("code=earned")).entries).toHaveLength(1);
    expect((await asked(`subject=${first.entries[0]?.subject}`)).entries).toHaveLength(2);
    expect((await asked("subject=com_nobody")).entries).toEqual([]);
    expect((await asked("to=2020-01")).entries).toEqual([]);
    expect((await asked("currency=EUR")).entries).toEqual([]);
  });

  it("shows another shop nothing", async () => {
    const { affiliateId } = await sold();
    const stranger = await makeMerchant("read");
    const answer = await askFor(stranger.token, `ledger/entries?affiliate=${affiliateId}`);
    expect(await answer.json()).toMatchObject({ entries: [], pagination: { total: 0 } });
  });

  it.each([
    ["code=stolen", "code"],
    ["currency=usd", "currency"],
    ["from=2026-3", "from"],
    [`cursor=${writeCursor({ sequence: "9".repeat(30) })}`, "cursor"],
    [`cursor=${writeCursor({ sequence: "-1" })}`, "cursor"],
    ["cursor=nonsense", "cursor"],
    ["page=1000000", "page"],
  ])("refuses ?%s at %s", async (query, field) => {
    const { token } = await makeMerchant();
    const answer = await askFor(token, `ledger/entries?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
  });

  it("and the proof are read only", async () => {
    expect((await callApi("", "POST /ledger/entries")).status).toBe(405);
    expect((await callApi("", "POST /proof")).status).toBe(405);
  });
});

describe("the pages of the proof", () => {
  it("show every balance next to the sum of its ledger entries, and M15 of whom the address names", async () => {
    const { token, affiliateId, code } = await sold();
    const data = await proofPage(
      args(token, `/dashboard/settings/ledger?affiliate=${affiliateId}&month=2026-03`),
    );
    expect(data.holders).toEqual([
      {
        id: affiliateId,
        name: `Affiliate ${code}`,
        accounts: [
          {
            account: "pending",
            shown: { amount: "6.00", currencyCode: "USD" },
            summed: { amount: "6.00", currencyCode: "USD" },
            agrees: true,
          },
        ],
      },
    ]);
    expect(data).toMatchObject({ small: true, shown: { identities: [{ closing: { amount: "6.00" } }] } });
    await expect(
      proofPage(args(token, "/dashboard/settings/ledger?affiliate=aff_nobody")),
    ).rejects.toMatchObject({
      status: 404,
    });
  });

  it("list the ledger entries of a term, and say in words what the list is narrowed to", async () => {
    const { token, affiliateId, code } = await sold();
    const path = `/dashboard/settings/ledger/transfers?affiliate=${affiliateId}&code=earned&from=2026-03&to=2026-03`;
    const data = await transfersPage(args(token, path));
    expect(data.entries.map((one) => one.code)).toEqual(["earned"]);
    expect(data.notice).toBe(`Affiliate: Affiliate ${code}, Entry: Earned, From Mar 2026, Through Mar 2026`);
  });

  it("give the whole ledger as a file, in the order of posting", async () => {
    const { token, affiliateId, code } = await sold();
    const file = await exportLoader(args(token, "/dashboard/export/ledger.csv"));
    expect(file.headers.get("Content-Disposition")).toContain("ledger.csv");
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    const money = (posting: string) => `${posting},"Affiliate ${code}","${affiliateId}"`;
    expect(lines[1]).toContain(money('"earned","expense","pending","USD","10.00"'));
    expect(lines[2]).toContain(money('"reversed","pending","expense","USD","4.00"'));
    const stranger = await makeMerchant();
    const none = await (await exportLoader(args(stranger.token, "/dashboard/export/ledger.csv"))).text();
    expect(none.trim().split("\r\n")).toHaveLength(1);
    await expect(exportLoader(args("nobody", "/dashboard/export/ledger.csv"))).rejects.toMatchObject({
      status: 302,
    });
  });

  it("ask a job to sum the books again", async () => {
    const { token, shopId } = await makeMerchant();
    const request = formRequest(token, "/dashboard/settings/ledger", [["intent", "prove"]]);
    expect(await askPage({ request, params: {}, context: {} })).toEqual({ ok: true });
    const { rows } = await db().execute<{ count: number }>(
      sql`select count(*)::int from pgboss.job where name = 'prove-books' and data ->> 'shopId' = ${shopId}`,
    );
    expect(rows[0]?.count).toBe(1);
  });
});
