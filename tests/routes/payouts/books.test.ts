import { expect, it } from "vitest";
import { sectionBooksWire } from "#app/contracts/payout-section.ts";
import { closedPeriodsWire } from "#app/contracts/ledger.ts";
import { owedListWire } from "#app/contracts/balances.ts";
import { lineListWire, providerStatementWire, statementListWire } from "#app/contracts/reconciliation.ts";
import { statementDraftWire } from "#app/contracts/statement-draft.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { writeCursor } from "#app/http/list-position.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { postSteps } from "../../support/booked.ts";

type Wire = { safeParse(value: unknown): { error?: unknown } };

/** Asks the API, and holds the answer against what is said of it. */
async function asked<Answer>(token: string, path: string, wire: Wire, init = {}): Promise<Answer> {
  const answer = await requestRoute(apiRequest(token, `/api/v1/${path}`, init));
  const body = JSON.parse(answer.text) as Answer;
  expect([path, wire.safeParse(body).error]).toEqual([path, undefined]);
  return body;
}

it("what is owed is answered with totals, goes on at its cursor, and is a file", async () => {
  const merchant = await makeMerchant();
  await postSteps(merchant, [["2026-03-01T00:00:00Z", "adjusted", "expense", "payable", 500n]]);
  await postSteps(merchant, [["2026-03-01T00:00:00Z", "adjusted", "payable", "expense", 70n]], "EUR");
  const { token } = merchant;
  type Owed = { balances: Record<string, unknown>[]; totals: unknown[]; nextCursor: string };
  const first = await asked<Owed>(token, "payouts/balances?limit=1", owedListWire);
  expect(first).toMatchObject({
    asOf: null,
    balances: [{ available: { amount: "5.00", currencyCode: "USD" }, negative: { amount: "0.00" } }],
    totals: [{ negative: { amount: "-0.70", currencyCode: "EUR" } }, { available: { amount: "5.00" } }],
  });
  const second = await asked<Owed>(
    token,
    `payouts/balances?limit=1&cursor=${first.nextCursor}`,
    owedListWire,
  );
  expect(second).toMatchObject({ balances: [{ negative: { amount: "-0.70" } }], nextCursor: null });
  expect(
    await asked<Owed>(token, "payouts/balances?asOf=2026-02-28&status=available", owedListWire),
  ).toMatchObject({
    asOf: "2026-02-28",
    balances: [],
  });
  const file = await requestRoute(pageRequest(token, "/dashboard/export/balances.csv?status=negative"));
  expect(file.text).toContain(`"EUR","0.00","0.00","0.00","0.00","-0.70"`);
  for (const query of [
    "asOf=yesterday",
    "status=paid",
    "currency=usd",
    `cursor=${writeCursor({ status: "available", affiliate: "a", currency: "USD", minor: "1" })}`,
    `cursor=${writeCursor({ status: "", affiliate: "a", currency: "USD", minor: "x" })}`,
    "cursor=nonsense",
    "page=1000000",
  ]) {
    const answer = await requestRoute(apiRequest(token, `/api/v1/payouts/balances?${query}`));
    expect([query, answer.status]).toEqual([query, 400]);
  }
});

it("a month is closed by the API, and listed with who did it", async () => {
  const { token } = await makeMerchant();
  const done = await requestRoute(
    apiRequest(token, "/api/v1/ledger/periods", { method: "POST", body: { month: "2026-01" } }),
  );
  expect(done.status).toBe(201);
  const list = await asked<object>(token, "ledger/periods", closedPeriodsWire);
  expect(list).toMatchObject({ periods: [{ month: "2026-01", closedBy: "Ada Owner" }], next: "2026-02" });
  const reader = await makeMerchant("read");
  const refused = await requestRoute(
    apiRequest(reader.token, "/api/v1/ledger/periods", { method: "POST", body: { month: "2026-01" } }),
  );
  expect(refused.status).toBe(403);
});

it("a statement is a file of an affiliate's month or days", async () => {
  const { token, affiliateId } = await makeMerchant();
  const pdf = await requestRoute(
    apiRequest(token, `/api/v1/affiliates/${affiliateId}/statement?month=2026-03`),
  );
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  const days = "first=2026-03-01&last=2026-03-05&format=csv";
  const csv = await requestRoute(
    pageRequest(token, `/dashboard/affiliates/${affiliateId}/statement?${days}`),
  );
  expect(csv.text).toContain('"Row","Recorded","Type"');
  for (const query of [
    "first=2026-03-01",
    "month=2026-13",
    "first=2026-03-05&last=2026-03-01",
    "month=2026-03&format=xls",
  ]) {
    const answer = await requestRoute(
      apiRequest(token, `/api/v1/affiliates/${affiliateId}/statement?${query}`),
    );
    expect([query, answer.status]).toEqual([query, 400]);
  }
  const all = await requestRoute(pageRequest(token, "/dashboard/export/statements.csv?month=2026-03"));
  expect(all.text).toContain('"Affiliate","Affiliate ID","Row","Recorded","Type"');
  const other = await makeMerchant();
  const strange = await requestRoute(
    apiRequest(other.token, `/api/v1/affiliates/${affiliateId}/statement?month=2026-03`),
  );
  expect(strange.status).toBe(404);
});

it("a key that was used for a file answers that file again and refuses another", async () => {
  const { token } = await makeMerchant();
  const post = (text: string) =>
    requestRoute(
      new Request(`${appUrl}/api/v1/statement-uploads`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Idempotency-Key": "march" },
        body: text,
      }),
    );
  const first = await post("Date,Amount,Reference\n2026-03-01,-5.00,one");
  expect(first.status).toBe(201);
  const again = await post("Date,Amount,Reference\n2026-03-01,-5.00,one");
  expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
  const other = await post("Date,Amount,Reference\n2026-03-01,-5.00,two");
  expect([other.status, other.fields]).toEqual([422, ["Idempotency-Key"]]);
});

it("all statements of some days are one file, each row with whose it is and nobody of another shop", async () => {
  const [merchant, other] = [await makeMerchant(), await makeMerchant()];
  const { affiliateId } = await addAffiliate(merchant);
  const earn = (whose: typeof merchant, minor: bigint) =>
    postSteps(whose, [["2026-03-01T00:00:00Z", "adjusted", "expense", "payable", minor]]);
  await earn(merchant, 500n);
  await earn({ ...merchant, affiliateId }, 70n);
  await earn(other, 900n);
  const file = (query: string) => requestRoute(apiRequest(merchant.token, `/api/v1/statements?${query}`));
  const rows = (await file("first=2026-03-01&last=2026-03-02")).text.trim().split("\r\n").slice(1);
  // Six rows for each affiliate: opening, the adjustment, closing and its three parts.
  expect(rows).toHaveLength(12);
  const closing = rows.filter((row) => row.includes('"closing"'));
  expect(closing.find((row) => row.includes(affiliateId))).toContain('"0.70"');
  expect(closing.find((row) => row.includes(merchant.affiliateId))).toContain('"5.00"');
  expect(rows.join()).not.toContain(other.affiliateId);
  for (const query of ["first=2026-03-01", "month=2026-13", "first=2026-03-05&last=2026-03-01"]) {
    expect([query, (await file(query)).status]).toEqual([query, 400]);
  }
});

it("a file is uploaded, mapped, confirmed, compared and resolved by the API", async () => {
  const merchant = await makeMerchant();
  const { token, shopId } = merchant;
  const { sectionId, payments } = await createPaidSection(merchant, ["checking", "paid"]);
  const rows = payments.map(
    ({ paymentId }, at) =>
      `2026-03-05,Mass Payment,Completed,USD,-10.00,0.00,TXN${at},${shopId}:${paymentId}`,
  );
  const body = ["Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number", ...rows].join("\n");
  const post = (query: string, text: string) =>
    requestRoute(
      new Request(`${appUrl}/api/v1/statement-uploads?${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/csv" },
        body: text,
      }),
    );
  expect((await post("", "")).fields).toEqual(["file"]);
  const uploaded = await post("fileName=march.csv", body);
  expect(uploaded.status).toBe(201);
  const draft = JSON.parse(uploaded.text) as { id: string };
  expect(statementDraftWire.safeParse(draft).error).toBeUndefined();
  const upload = `statement-uploads/${draft.id}`;
  const mapped = { method: "PUT", body: { provider: "paypal", direction: "minus_is_out" } };
  expect(await asked<object>(token, upload, statementDraftWire, mapped)).toMatchObject({ questions: [] });
  const wrong = { method: "PUT", body: { dates: "dym", provider: "stripe" } };
  const { fields } = await requestRoute(apiRequest(token, `/api/v1/${upload}`, wrong));
  expect(fields.toSorted()).toEqual(["dates", "provider"]);
  const confirmed = { method: "POST", body: {} };
  const statement = await asked<{ id: string }>(token, `${upload}/confirm`, providerStatementWire, confirmed);
  const again = await asked<{ id: string }>(token, `${upload}/confirm`, providerStatementWire, confirmed);
  expect(again.id).toBe(statement.id);
  expect(await asked<object>(token, upload, statementDraftWire)).toMatchObject({ statement: statement.id });
  expect((await post("", body)).status).toBe(409);
  const discard = await requestRoute(apiRequest(token, `/api/v1/${upload}`, { method: "DELETE" }));
  expect(discard.status).toBe(404);
  await matchStatement({ shopId, statementId: statement.id }, () => new Date());
  const path = `reconciliations/${statement.id}`;
  expect(await asked<object>(token, path, providerStatementWire)).toMatchObject({ status: "ready", open: 1 });
  const lines = await asked<object>(token, `${path}/lines?match=paid&open=true`, lineListWire);
  expect(lines).toMatchObject({ lines: [{ number: 2, steps: ["settle", "noted"] }] });
  const done = { lines: [2], step: "settle", note: "" };
  const resolved = await requestRoute(
    apiRequest(token, `/api/v1/${path}/lines`, { method: "POST", body: done }),
  );
  expect(JSON.parse(resolved.text)).toEqual({ done: 1 });
  expect(await asked<object>(token, `payout-sections/${sectionId}/books`, sectionBooksWire)).toMatchObject({
    holds: true,
    reconciled: {
      payments: 2,
      agreed: 2,
      toTheCent: true,
      here: { amount: "20.00" },
      there: { amount: "20.00" },
    },
  });
  expect(await asked<object>(token, "reconciliations", statementListWire)).toMatchObject({
    statements: [{ fileName: "march.csv", open: 0 }],
  });
  const unreviewed = await asked<object>(token, `${path}/lines?view=matched`, lineListWire);
  expect(unreviewed).toMatchObject({ pagination: { total: 2 } });
  const file = await requestRoute(
    pageRequest(token, `/dashboard/export/${statement.id}/reconciliation.csv?match=matched`),
  );
  expect(file.text.trim().split("\r\n")).toHaveLength(3);
  for (const page of ["reconcile", `reconcile/${statement.id}?match=matched`, "balances?asOf=2026-03-05"]) {
    const answer = await requestRoute(pageRequest(token, `/dashboard/affiliates/payouts/${page}`));
    expect([page, answer.status]).toEqual([page, 200]);
  }
}, 60_000);
