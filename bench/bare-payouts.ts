import type pg from "pg";
import { insertOf, type Row, select } from "./bare-rows.ts";

/** The plan of one section, to be written again for a shop with an equal number of affiliates. */
type Asked = {
  readonly shopId: string;
  readonly currency: string;
  readonly copy: { readonly shopId: string };
  /** Items of one transaction. */
  readonly atOnce: number;
};

/**
 * Inserts the rows of a plan in as many transactions as the job needed: a payment and its ledger entry, and a row for each
 * balance that it moved; the section's mark, which the job moves with each page, is a row there too. Answers the seconds.
 */
export async function insertBarePlan(client: pg.Client, asked: Asked): Promise<number> {
  const { shopId, currency, copy, atOnce } = asked;
  const given = [shopId, currency];
  const sections = await select(
    client,
    "select * from payout_sections where shop_id = $1 and currency = $2",
    given,
  );
  const payments = await select(
    client,
    "select * from payout_payments where shop_id = $1 and currency = $2 order by affiliate_id",
    given,
  );
  const entries = await select(
    client,
    `select * from ledger_entries where shop_id = $1 and currency = $2 and code = 'payout_started' order by affiliate_id`,
    given,
  );
  if (payments.length === 0 || payments.length !== entries.length) throw new Error("The plan is not whole.");
  const own = (row: Row): Row => ({ ...row, shop_id: copy.shopId });
  const payouts = await select(client, "select * from payouts where shop_id = $1 and payout_id = any($2)", [
    shopId,
    [...new Set(sections.map((row) => row["payout_id"]))],
  ]);
  const balance = (account: string) => (payment: Row) => ({
    shop_id: copy.shopId,
    affiliate_id: payment["affiliate_id"] ?? "",
    account,
    currency,
    balance_minor: payment["amount_minor"] ?? "0",
  });
  let ms = 0;
  /* oxlint-disable no-await-in-loop */
  for (let start = 0; start < payments.length; start += atOnce) {
    const some = payments.slice(start, start + atOnce);
    const marks = sections.map((row) => numbered(own(row), start));
    // The job's payout was there before, and so is each mark's.
    await insertAll(
      client,
      insertOf(
        "payouts",
        payouts.map((row) => numbered(own(row), start)),
      ),
    );
    const begun = performance.now();
    const inserts = [
      ...insertOf("payout_sections", marks),
      ...insertOf("payout_payments", some.map(own)),
      ...insertOf("ledger_entries", entries.slice(start, start + atOnce).map(own)),
      ...insertOf("ledger_balances", some.map(balance("in_transit"))),
      ...insertOf("ledger_balances", some.map(balance("payable"))),
    ];
    await client.query("begin");
    await insertAll(client, inserts);
    await client.query("commit");
    ms += performance.now() - begun;
  }
  /* oxlint-enable no-await-in-loop */
  return ms / 1000;
}

/** A row of a payout or section under ids of its own. */
function numbered(row: Row, number: number): Row {
  const ids = ["payout_id", "section_id"].filter((column) => number > 0 && column in row);
  return { ...row, ...Object.fromEntries(ids.map((column) => [column, `${row[column]}${number}`])) };
}

async function insertAll(client: pg.Client, inserts: ReturnType<typeof insertOf>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop
  for (const { text, values } of inserts) await client.query(text, values);
}
