import { reasonAsText } from "#app/domain/refusal.ts";
import { expect } from "vitest";
import { query } from "./database.ts";
import type { Person } from "./people.ts";
import { callAs, type BusyShop } from "./shop-data.ts";

/** Addresses of what is in a shop after people handled its commissions and tried other terms. */
export type HandledShop = {
  /** Commission of an order: decided about several times, and adjusted. */
  commission: string;
  /** An order whose credit went to another affiliate. */
  reassigned: string;
  /** A backtest that is done, one that runs, one that failed, and one of a program that is not made yet. */
  backtests: { done: string; running: string; failed: string; ofNew: string };
};

type Named = { id: string };
type Listed = Named & { kind: string; order: Named | null };

/** A commission in each state, custom terms, backtests and an import, created as a merchant does. */
export async function handle(merchant: Person, shop: BusyShop): Promise<HandledShop> {
  const { commissions } = await callAs<{ commissions: Listed[] }>(merchant, "/commissions");
  const ofOrders = commissions.filter(({ kind }) => kind === "order");
  const [newest, oldest] = [ofOrders.at(0), ofOrders.at(-1)];
  if (!newest?.order || !oldest) throw new Error("The shop has too few commissions.");
  const { affiliates } = await callAs<{ affiliates: Named[] }>(merchant, "/affiliates?search=Rivera");
  const other = affiliates[0]?.id ?? "";
  await callAs(merchant, `/orders/${newest.order.id}/reassign`, {
    affiliateId: other,
    note: "Tomás showed it in his shop",
  });
  await decideAbout(merchant, oldest.id);
  await addByHand(merchant, other);
  await callAs(
    merchant,
    `/affiliates/${shop.affiliate}/programs/${shop.program}/terms`,
    { terms: { commission: { type: "percentage", percent: "15" } } },
    "PUT",
  );
  const backtests = await runBacktests(merchant, shop.program);
  return { commission: oldest.id, reassigned: newest.order.id, backtests };
}

async function decideAbout(merchant: Person, id: string): Promise<void> {
  const decide = (kind: string, note: string) =>
    callAs(merchant, `/commissions/${id}/decisions`, { kind, note });
  const adjust = (amount: string, note: string) =>
    callAs(merchant, `/commissions/${id}/adjustments`, { amount, note });
  await decide("denied", "Looked like an order of their own");
  await decide("reopened", "They showed the receipt");
  await adjust("5.00", "Thanks for the photographs");
  await adjust("-1.25", "Half of the postage");
  await decide("held", "Until the parcel is back");
}

/** Three manual commissions: approved, denied, and waiting. */
async function addByHand(merchant: Person, affiliateId: string): Promise<void> {
  const add = (amount: string, approvalDays: number, note: string) =>
    callAs<Named>(merchant, "/commissions", { affiliateId, amount, approvalDays, note });
  await add("40.00", 0, "Flat fee for the catalogue");
  const denied = await add("12.00", 14, "Order by telephone");
  await callAs(merchant, `/commissions/${denied.id}/decisions`, {
    kind: "denied",
    note: "Nobody knows of the call",
  });
  await add("18.75", 30, "Order by telephone of the fifth");
}

async function runBacktests(merchant: Person, program: string): Promise<HandledShop["backtests"]> {
  const firstDay = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  await callAs(merchant, "/orders/imports", { firstDay });
  const { id } = await callAs<Named>(merchant, `/programs/${program}/backtests`, {
    terms: { rules: [], commission: { type: "percentage", percent: "10" } },
    scope: "all",
  });
  const { id: ofNew } = await callAs<Named>(merchant, "/backtests", {
    terms: { commission: { type: "percentage", percent: "15" } },
    scope: "all",
  });
  for (const one of [id, ofNew]) {
    await expect
      .poll(async () => (await callAs<{ status: string }>(merchant, `/backtests/${one}`)).status)
      .toBe("done");
  }
  await addMonths(id);
  return {
    done: id,
    ofNew,
    running: await copyOf(id, { later: 1, status: "running", error: "" }),
    failed: await copyOf(id, {
      later: 2,
      status: "failed",
      error: reasonAsText({ code: "run_failed", what: "program_deleted" }),
    }),
  };
}

/** The journeys last a minute, so their orders are of one month; a picture of months needs several. */
async function addMonths(id: string): Promise<void> {
  await query(`update backtests set result = jsonb_set(result, '{months}', (
    select jsonb_agg(month || jsonb_build_object('id', '2026-0' || n, 'name', '2026-0' || n) order by n)
    from jsonb_array_elements(result -> 'months') month, generate_series(4, 9) n)) where backtest_id = '${id}'`);
}

/** A run ends sooner than a browser looks: what it shows before is put there. */
async function copyOf(
  id: string,
  { later, status, error }: { later: number; status: string; error: string },
): Promise<string> {
  // Another last digit than the run's own, whatever that is.
  const copy = id.slice(0, -1) + ((Number.parseInt(id.slice(-1), 36) + later) % 10);
  await query(`insert into backtests (shop_id, backtest_id, program_id, terms, first_day, last_day, scope, status,
      orders_done, orders_total, error, created_by, created_at)
    select shop_id, '${copy}', program_id, terms, first_day, last_day, scope, '${status}',
      1840, 4312, '${error}', created_by, created_at from backtests where backtest_id = '${id}'`);
  return copy;
}
