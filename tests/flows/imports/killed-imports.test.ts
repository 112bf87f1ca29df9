import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { checkImport, runCheck } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { dropOld } from "#app/flows/privacy/drop-old.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { db } from "#app/platform/db.server.ts";
import { insertChunk } from "#app/store/file-chunks.ts";
import { changeFileImport } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { replay } from "../../support/decided.ts";
import { decideAhead, importedAnyway } from "../../support/import-file.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { breakable, breakingEverywhere } from "../histories/crashes.ts";

afterAll(breakable());

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const now = new Date("2026-04-01T09:00:00Z");
const clock = () => now;
const ctxOf = ({ shop, actor }: Merchant) => ({ shop, actor, now });

/** More rows than a job imports in one transaction. */
const rowCount = 230;

type File = {
  readonly bytes: Buffer;
  readonly choices: (merchant: Merchant) => ImportChoices;
};

const people: File = {
  bytes: Buffer.from(
    [
      "ID,Name,Email Address,Status,Referral Code,Referral Link,paypal email address,Tags",
      ...Array.from({ length: rowCount }, (_, at) => {
        // Most rows are skipped, because an undo asks about each person.
        const email = at % 25 === 0 ? `p${at % 225}@x.example` : "";
        const code = at % 50 === 0 ? "" : `P${at}`;
        return `${at},Person ${at},${email},approved,${code},/?ref=p${at},pay${at}@x.example,VIP`;
      }),
    ].join("\n"),
  ),
  choices: ({ programId }) => ({ programId }),
};

function referrals(orders: readonly number[]): File {
  const states = ["Approved", "Pending", "Paid", "Denied"];
  const lines = Array.from({ length: rowCount }, (_, at) => {
    const order = orders[at % 23] ?? at;
    return `#${order},2026-03-02,ada@x.example,${at % 7 === 0 ? "-1.00" : "3.00"},${states[at % 4]},USD,link`;
  });
  const head = "order_name,date,affiliate_email,commission,status,currency,tracking_by";
  return {
    bytes: Buffer.from([head, ...lines].join("\n")),
    choices: () => ({ releaseOn: "2026-05-01" }),
  };
}

async function makePlace(orders: readonly number[]): Promise<Merchant> {
  const merchant = await makeMerchant();
  const { affiliateId } = await addAffiliate(merchant, { code: "ADA" });
  const email = { email: "ada@x.example", emailKey: "ada@x.example" };
  await db().update(affiliates).set(email).where(eq(affiliates.affiliateId, affiliateId));
  for (const [at, id] of orders.entries()) {
    const ref = at === 0 ? { ref: merchant.code } : {};
    await deliver(merchant, "orders/create", orderBody({ id, createdAt: "2026-03-02T10:00:00Z", ...ref }));
  }
  await emptyInbox();
  return merchant;
}

/** Takes one piece of work through; answers where it was broken on the way. */
type Doing = (work: () => Promise<unknown>) => Promise<string[]>;

const straight: Doing = async (work) => {
  await work();
  return [];
};

async function importIdOf({ shopId }: Merchant): Promise<string> {
  const { rows } = await db().execute<{ id: string }>(
    sql`select import_id as id from file_imports where shop_id = ${shopId} order by created_at desc limit 1`,
  );
  return rows[0]?.id ?? "";
}

/** The steps of an import, each one piece of work. */
function stepsOf(merchant: Merchant, { bytes, choices }: File, doing: Doing) {
  const { shopId } = merchant;
  const given = choices(merchant);
  const job = async (run: typeof runImport) => {
    const importId = await importIdOf(merchant);
    return await doing(() => run({ shopId, importId }, clock));
  };
  const step = async (take: (importId: string) => Promise<unknown>) => {
    const importId = await importIdOf(merchant);
    return await doing(() => take(importId));
  };
  return [
    () => doing(() => uploadImport(ctxOf(merchant), { bytes, fileName: "export.csv", system: null })),
    async () => {
      await decideAhead(await importIdOf(merchant), importedAnyway);
      return await step((id) => checkImport(ctxOf(merchant), id, given));
    },
    async () => {
      // As if the file were long: a job checks it again.
      await changeFileImport(db(), await keyOf(merchant), { status: "checking", rowsDone: 0, totals: [] });
      return await job(runCheck);
    },
    () => step((id) => startImport(ctxOf(merchant), id)),
    () => job(runImport),
    () => step((id) => startUndo(ctxOf(merchant), id)),
    () => job(runImport),
  ];
}

const keyOf = async (merchant: Merchant) => ({
  shopId: merchant.shopId,
  importId: (await importIdOf(merchant)) as never,
});

/** All rows of an import and its books, without ids. */
async function standOf({ shopId }: Merchant) {
  const queries = [
    sql`select status, rows, rows_done, totals, sealed_sample = '' as forgotten from file_imports where shop_id = ${shopId}`,
    sql`select count(*)::int as kept from file_chunks join file_imports on import_id = file_id
      where file_chunks.shop_id = ${shopId}`,
    sql`select number, outcome, code, details - 'row' as details, amount_minor, row_key, is_applied, entry_id is null as none,
      label from file_import_rows where shop_id = ${shopId} order by number`,
    sql`select name, email, status, referral_code from affiliates where shop_id = ${shopId} and email not like '%@example.com'
      order by email`,
    sql`select count(*)::int as members from program_members where shop_id = ${shopId} and left_at is null`,
    sql`select parameter, value_key from imported_links where shop_id = ${shopId} order by 1, 2`,
    sql`select count(*)::int as details from payout_details where shop_id = ${shopId}`,
    sql`select tag, count(*)::int from affiliate_tags where shop_id = ${shopId} and ends_at is null group by 1`,
    sql`select number, currency, opened_minor, current_minor, revision from imported_balances where shop_id = ${shopId}
      order by number`,
    sql`select account, currency, sum(balance_minor)::text as sum from ledger_balances where shop_id = ${shopId} group by 1, 2
      order by 1, 2`,
    sql`select code, count(*)::int, sum(amount_minor)::text from ledger_entries where shop_id = ${shopId} group by 1 order by 1`,
    sql`select number, order_key from imported_orders where shop_id = ${shopId} order by number`,
    sql`select name, credited, reason from orders where shop_id = ${shopId} order by name`,
    sql`select action, count(*)::int from audit_events where shop_id = ${shopId} group by 1 order by 1`,
  ];
  const stands = [];
  for (const query of queries) stands.push((await db().execute(query)).rows);
  return stands;
}

async function chunksOf({ shopId }: Merchant): Promise<number> {
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::int as count from file_chunks where shop_id = ${shopId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Answers how often the import died. */
async function compare(file: File, orders: readonly number[]): Promise<number> {
  await openQueue();
  const [broken, whole] = [await makePlace(orders), await makePlace(orders)];
  const unbroken = stepsOf(whole, file, straight);
  let crashes = 0;
  for (const [place, step] of stepsOf(broken, file, breakingEverywhere).entries()) {
    const places = await step();
    await unbroken[place]?.();
    expect(places, `step ${place + 1}`).toContain("commit");
    const [after, expected] = [await standOf(broken), await standOf(whole)];
    expect(after, `step ${place + 1}`).toEqual(expected);
    crashes += places.length;
  }
  for (const merchant of [broken, whole]) {
    expect((await verifyShop(merchant.shopId)).differences.map(differenceText)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
  }
  return crashes;
}

describe("an import that dies before each of its statements in turn", { timeout: 120_000 }, () => {
  it("of people ends as one that never does, and so does its undo", async () => {
    expect(await compare(people, [])).toBeGreaterThan(60);
  });

  it("of commissions ends in the books of one that never does, and so does its undo", async () => {
    const orders = Array.from({ length: 5 }, () => nextId());
    expect(await compare(referrals(orders), orders)).toBeGreaterThan(60);
  });
});

describe("an upload that breaks off", () => {
  it("leaves nothing, at whichever part", async () => {
    const merchant = await makeMerchant();
    const part = Buffer.from("a@x.example,Ada\n".repeat(70_000));
    async function* breakingOff(after: number) {
      yield Buffer.from("Email,Name\n");
      for (let at = 0; at < after; at += 1) yield part;
      throw new Error("The connection ended.");
    }
    for (const after of [0, 1, 3]) {
      const upload = uploadImport(ctxOf(merchant), {
        bytes: breakingOff(after),
        fileName: "export.csv",
        system: null,
      });
      await expect(upload).rejects.toThrow("The connection ended.");
      expect(await chunksOf(merchant)).toBe(0);
    }
  });

  it("in a process that dies is deleted a day later, and a kept file is not", async () => {
    const merchant = await makeMerchant();
    const kept = await uploadImport(ctxOf(merchant), { ...people, fileName: "export.csv", system: null });
    expect(isRefusal(kept)).toBe(false);
    const lost = { shopId: merchant.shopId, fileId: "fim_lost" };
    await insertChunk(db(), lost, { ordinal: 0, bytes: Buffer.from("x"), now });
    await dropOld(new Date(now.getTime() + 3_600_000));
    expect(await chunksOf(merchant)).toBe(2);
    await dropOld(new Date(now.getTime() + 25 * 3_600_000));
    expect(await chunksOf(merchant)).toBe(1);
  });
});

it("a check that another one replaces stops, and leaves the other's rows", async () => {
  const merchant = await makePlace([]);
  const { bytes, choices } = referrals([]);
  await uploadImport(ctxOf(merchant), { bytes, fileName: "export.csv", system: null });
  const importId = await importIdOf(merchant);
  await decideAhead(importId, importedAnyway);
  await checkImport(ctxOf(merchant), importId, choices(merchant));
  const checked = await standOf(merchant);
  await changeFileImport(db(), await keyOf(merchant), { status: "checking", rowsDone: 0, totals: [] });
  const payload = { shopId: merchant.shopId, importId };
  await Promise.all([runCheck(payload, clock), runCheck(payload, clock)]);
  expect(await standOf(merchant)).toEqual(checked);
});
