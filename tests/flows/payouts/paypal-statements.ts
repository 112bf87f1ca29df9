import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { importReport } from "#app/flows/payouts/read-report.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db } from "#app/platform/db.server.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { findShop } from "#app/store/shops.ts";
import { formatValue } from "../../../local-paypal/money.ts";
import { listReportLines, type ReportLine } from "../../../local-paypal/report-lines.ts";
import type { Item } from "../../../local-paypal/state.ts";
import type { Chance } from "../../histories/random.ts";
import { tester } from "../../support/planned-payouts.ts";
import { type Counts, count } from "./counts.ts";
import type { PaypalWorld } from "./paypal-world.ts";
import { daysSince, type Reconciling } from "./reconcile-some.ts";

type Of = {
  readonly shopId: ShopId;
  readonly chance: Chance;
  readonly counts: Counts;
  /** When the day began. */
  readonly since: Date;
};

const hourMs = 3_600_000;

/** People's work with PayPal's statements of a day: its report, or a file of all or a part of it, old or new. */
export function paypalStatements({ paypal }: PaypalWorld, of: Of): Reconciling {
  const { shopId, chance, counts, since } = of;
  const kept: string[] = [];
  const now = () => paypal.ctx.now();
  const bring = async (): Promise<ProviderStatement | Refusal | null> => {
    const shop = await findShop(db(), shopId);
    if (!shop) throw new Error("The shop is gone.");
    if (chance.is(0.5)) {
      count(counts, "reports asked for");
      paypal.switch({ reportLagMs: chance.pick([0, 3 * hourMs]) });
      const days = daysSince({ timeZone: shop.timeZone, since, now: now() }, chance);
      return await importReport({ shop, actor: tester, now: now() }, { provider: "paypal", ...days });
    }
    const lines = listReportLines(paypal.ctx.state).filter(
      (one) => one.at >= since.toISOString() && one.customField?.startsWith(`${shopId}:`),
    );
    const part = chance.pick([1, 0.6, 0.3]);
    const some = lines.filter(() => chance.is(part));
    if (some.length > 0) kept.push(fileOf(some, paypal.ctx.state.items));
    // Imports a file that was saved earlier.
    const text = chance.is(0.6) ? kept.at(-1) : kept[0];
    if (text === undefined) return null;
    if (text !== kept.at(-1)) count(counts, "old files");
    if (part < 1) count(counts, "files of a part");
    const said = { provider: "paypal", fileName: "paypal.csv" };
    return await importStatement({ shop, actor: tester }, { bytes: Buffer.from(text), said }, now());
  };
  const isOrMayBePaid = (paymentId: string) =>
    Object.values(paypal.ctx.state.items).some(
      (one) => one.senderItemId === `${shopId}:${paymentId}` && !isOver.has(one.status),
    );
  return { shopId, chance, counts, now, bring, isOrMayBePaid };
}

const isOver: ReadonlySet<Item["status"]> = new Set(["FAILED", "RETURNED", "REFUNDED", "REVERSED"]);

const head = "Date,Time,TimeZone,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number";
const types = { T1114: "Mass Pay Reversal", T1115: "Mass Pay Refund" } as const;

/** The lines in PayPal's activity download. */
function fileOf(lines: readonly ReportLine[], payments: Readonly<Record<string, Item>>): string {
  const statuses = new Map(Object.values(payments).map((one) => [one.transactionId, one.status]));
  const rows = lines.map((line) => {
    const [day, time] = line.at.split(/[T.]/);
    const type = line.code in types ? types[line.code as keyof typeof types] : "Mass Payment";
    const status = line.status === "S" ? "Completed" : (statuses.get(line.transactionId) ?? "");
    const [gross, fee] = [line.gross, line.fee].map((minor) => formatValue(minor, line.currency));
    return [day, time, "UTC", type, status, line.currency, gross, fee, line.transactionId, line.customField];
  });
  return [head, ...rows.map((row) => row.join(","))].join("\r\n");
}
