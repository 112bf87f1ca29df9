import { describe, expect, it } from "vitest";
import { runAudit } from "#app/flows/imports/run-audit.ts";
import { db } from "#app/platform/db.server.ts";
import { findAudit } from "#app/store/referral-audits.ts";
import { noteImport } from "#app/store/sweeps.ts";
import { action, loader } from "../../../app/routes/admin/audit.tsx";
import { action as upload, loader as listLoader } from "../../../app/routes/admin/audits.tsx";
import { appUrl } from "../../support/browser.ts";
import { exportLoader } from "../../support/exported-file.ts";
import { deliver, emptyInbox, postedEntries } from "../../support/inbox.ts";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";
import { pdfText } from "../../support/pdf-text.ts";
import { upPromoteExport } from "../../support/uppromote-export.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const list = "/dashboard/programs/audit";
const args = (request: Request, params: Record<string, string> = {}) => ({ request, params, context: {} });

const at = new Date("2026-03-10T10:00:00Z");
const row = (order: string, commission: string, more = {}) => ({
  order,
  at,
  email: "ada@x.example",
  commission,
  ...more,
});

function postFile({ token }: Merchant, bytes: Buffer) {
  const body = new FormData();
  body.set("file", new File([new Uint8Array(bytes)], "referrals.csv"));
  const headers = { Cookie: `merchant_session=${token}`, Origin: appUrl };
  return upload(args(new Request(`${appUrl}${list}`, { method: "POST", headers, body })));
}

/** The id in the address of an answer. */
async function uploaded(merchant: Merchant, bytes: Buffer): Promise<string> {
  const answer: unknown = await postFile(merchant, bytes);
  if (!(answer instanceof Response)) throw new Error(`No redirect: ${JSON.stringify(answer)}`);
  return answer.headers.get("Location")?.split("/").at(-1) ?? "";
}

const post = ({ token }: Merchant, id: string, fields: Record<string, string>) =>
  action(args(formRequest(token, `${list}/${id}`, Object.entries(fields)), { id }));

const page = async ({ token }: Merchant, id: string, query = "") =>
  (await loader(args(pageRequest(token, `${list}/${id}${query}`), { id }))).audit;

const rates = (value: string, more: readonly object[] = []) =>
  JSON.stringify({
    rates: [{ program: "", kind: "percentage", value }, ...more],
    base: { shipping: false, tax: false, beforeDiscounts: false },
  });

/** A store with two orders of 100.00, and the numbers of their names. */
async function withOrders() {
  const merchant = await makeMerchant();
  const names = [`#A${nextId()}`, `#A${nextId()}`] as const;
  for (const name of names) {
    await deliver(merchant, "orders/create", { ...orderBody({ price: "100.00" }), name });
  }
  await emptyInbox();
  return { merchant, names };
}

/** Starts the audit, and ends the import of its orders, which are here already. */
async function run(merchant: Merchant, id: string, given = rates("10")) {
  const answer: unknown = await post(merchant, id, { intent: "start", choices: "{}", rates: given });
  expect(answer).toBeInstanceOf(Response);
  const { shopId } = merchant;
  const audit = await findAudit(db(), shopId, id);
  if (!audit?.orderImportId) throw new Error("The audit was not started.");
  await noteImport(db(), shopId, audit.orderImportId, { status: "done", finishedAt: new Date() });
  await runAudit({ shopId, auditId: id }, () => new Date());
}

describe("the pages of an audit", () => {
  it("lead from the upload to the result, with its filter, search and files", async () => {
    const { merchant, names } = await withOrders();
    const [right, wrong] = names;
    const file = upPromoteExport([
      row(right, "10.00"),
      row(wrong, "14.50", { email: "bob@x.example", program: "VIP" }),
      row("", "3.00", { program: "=1+1" }),
      row("#404", "1.00", { at: new Date("2024-01-01") }),
    ]);
    const id = await uploaded(merchant, file);
    const draft = await page(merchant, id);
    expect(draft).toMatchObject({
      status: "draft",
      system: "uppromote",
      programs: ["Default", "VIP", "=1+1"],
    });
    expect(draft.mapping?.questions).toEqual([]);
    const before = await postedEntries(merchant);
    await run(merchant, id);
    const done = await page(merchant, id);
    expect(done).toMatchObject({
      status: "done",
      problems: 1,
      unchecked: 2,
      currencies: [{ over: { amount: "4.50" }, under: { amount: "0.00" }, months: [{ month: "2026-03" }] }],
    });
    expect(done.list.map(({ finding, why }) => [finding, why])).toEqual([
      ["overpaid", "More than the rate gives"],
      ["correct", "Matches the order"],
      ["not_checked", "No order in this row"],
      ["not_checked", expect.stringMatching(/^Shopify shows orders after /)],
    ]);
    expect((await page(merchant, id, "?finding=overpaid")).list).toHaveLength(1);
    expect((await page(merchant, id, "?search=BOB")).list).toMatchObject([{ affiliate: "bob" }]);
    expect((await page(merchant, id, `?search=${encodeURIComponent(right)}`)).list).toMatchObject([
      { row: 2 },
    ]);
    expect(await postedEntries(merchant)).toEqual(before);

    const get = (name: string) =>
      exportLoader(args(pageRequest(merchant.token, `/dashboard/export/${name}`)));
    const csv = (await (await get(`audit.csv?id=${id}&finding=overpaid`)).text()).split("\r\n");
    expect(csv).toHaveLength(3);
    // A spreadsheet would run a cell that begins with =.
    expect(await (await get(`audit.csv?id=${id}`)).text()).toContain(`,"'=1+1",`);
    expect(csv[1]).toBe(
      `"3","${wrong.slice(1)}","bob","VIP","2026-03-02","USD","14.50","10.00","4.50","Paid too much","More than the rate gives"`,
    );
    const pdf = Buffer.from(await (await get(`audit.pdf?id=${id}`)).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    // Null without a reader of PDF files on this machine.
    const text = await pdfText(pdf);
    const found = text === null ? [] : [wrong, right].map((name) => text.includes(name));
    expect(found).toEqual(text === null ? [] : [true, false]);
    expect(text ?? "Rates: 10% of each sale").toContain("Rates: 10% of each sale");
    const { audits } = await listLoader(args(pageRequest(merchant.token, list)));
    expect(audits).toMatchObject([{ id, status: "done", problems: 1 }]);
  });

  it("answer wrong files and rates at their fields", async () => {
    const merchant = await makeMerchant();
    expect(await postFile(merchant, Buffer.from("%PDF-1.7\n"))).toMatchObject({
      data: { ok: false, errors: [{ field: "file" }] },
    });
    const id = await uploaded(merchant, upPromoteExport([row("#1", "1.00")]));
    const wrong = rates("0", [{ program: "VIP", kind: "fixed", value: "much" }]);
    expect(await post(merchant, id, { intent: "start", choices: "{}", rates: wrong })).toMatchObject({
      data: { ok: false, errors: [{ field: "rates.0.value" }, { field: "rates.1.value" }] },
    });
    expect(await post(merchant, id, { intent: "start", choices: "{}", rates: "[" })).toMatchObject({
      data: { ok: false, errors: [{ field: "rates" }] },
    });
  });

  it("ask again about what the file leaves open, and start nothing", async () => {
    const merchant = await makeMerchant();
    const id = await uploaded(merchant, Buffer.from("name,order,date,commission\nAda,#1,2026-03-10,1.00\n"));
    const choices = JSON.stringify({ columns: ["name", "order", "date", "amount"] });
    await post(merchant, id, { intent: "start", choices, rates: rates("10") });
    const { status, mapping, rates: kept } = await page(merchant, id);
    expect(status).toBe("draft");
    expect(mapping?.questions).toMatchObject([{ code: "currency_missing" }]);
    expect(kept?.rates).toEqual([{ program: "", kind: "percentage", value: "10" }]);
  });

  it("run again after a failure, and are deleted", async () => {
    const { merchant, names } = await withOrders();
    const id = await uploaded(merchant, upPromoteExport([row(names[0], "10.00")]));
    const start = { intent: "start", choices: "{}", rates: rates("10") };
    await post(merchant, id, start);
    const audit = await findAudit(db(), merchant.shopId, id);
    if (!audit?.orderImportId) throw new Error("The audit was not started.");
    expect((await page(merchant, id)).progress).toMatchObject({ step: "orders" });
    await noteImport(db(), merchant.shopId, audit.orderImportId, {
      status: "failed",
      error: "Shopify said no.",
      finishedAt: new Date(),
    });
    await runAudit({ shopId: merchant.shopId, auditId: id }, () => new Date());
    expect(await page(merchant, id)).toMatchObject({ status: "failed", error: "Shopify said no." });
    await run(merchant, id);
    expect(await page(merchant, id)).toMatchObject({ status: "done", error: "", problems: 0 });
    expect(await post(merchant, id, { intent: "delete" })).toBeInstanceOf(Response);
    await expect(page(merchant, id)).rejects.toMatchObject({ status: 404 });
  });

  it("are of one store", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const id = await uploaded(merchant, upPromoteExport([row("#1", "1.00")]));
    await expect(page(other, id)).rejects.toMatchObject({ status: 404 });
    expect(await post(other, id, { intent: "delete" })).toMatchObject({ data: { ok: false } });
    expect((await page(merchant, id)).status).toBe("draft");
  });
});
