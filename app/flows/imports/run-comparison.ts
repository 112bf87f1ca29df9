import { evaluate } from "#app/domain/commission.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { StoredInputs } from "#app/domain/inputs.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { asGiven } from "#app/domain/audit/expected-commission.ts";
import { compareOrder, type ComparedOrder, missingThere } from "#app/domain/shadow/compare-order.ts";
import { belongsToPreviousApp, type ShadowDates } from "#app/domain/shadow/shadow-mode.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { db, type Tx } from "#app/platform/db.server.ts";
import { affiliateNames } from "#app/store/names.ts";
import {
  affiliatesInFile,
  changeAudit,
  insertAuditRows,
  lastAuditNumber,
  type NamedOrderRow,
  openAuditRows,
  ordersToJudge,
  type ReferralAudit,
  saveJudgedRows,
} from "#app/store/referral-audits.ts";
import {
  type EarningOrder,
  findShadow,
  type ShadowCommission,
  shadowCommissionsOf,
  type ShadowCursor,
  shadowEarnings,
} from "#app/store/shadow.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { finishAudit, ordersAtOnce, repeatStep } from "./audit-steps.ts";

type Comparing = { readonly shop: ShopWith<"timeZone">; readonly shadow: ShadowDates };

/**
 * The job of a comparison: the orders of the file, then those that earn something here and are not in it. Each batch
 * and its progress are one transaction, so a job that was killed continues.
 */
export async function runComparison(
  payload: { readonly shopId: string; readonly auditId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  const shadow = await findShadow(db(), shopId);
  if (!shop || shop.redactedAt !== null || shadow === null) return;
  const comparing = { shop, shadow };
  await repeatStep(shopId, payload.auditId, (tx, audit) => compareSome(tx, comparing, audit));
  await repeatStep(shopId, payload.auditId, (tx, audit) => findMissing(tx, comparing, { audit, now: now() }));
}

/** Compares the rows of the next orders. False once all are compared. */
async function compareSome(tx: Tx, { shop, shadow }: Comparing, audit: ReferralAudit): Promise<boolean> {
  const { shopId, auditId } = audit;
  const { timeZone } = shop;
  const rows = await openAuditRows(tx, shopId, { auditId, limit: ordersAtOnce });
  if (rows.length === 0) return false;
  const byOrder = Map.groupBy(rows, ({ orderKey }) => orderKey);
  const wanted = [...byOrder].map(([key, some]) => ({
    key,
    name: some[0]?.orderText ?? "",
    day: some.flatMap(({ day }) => day ?? []).toSorted()[0] ?? null,
  }));
  const found = await ordersToJudge(tx, shopId, wanted);
  const orders = await comparedOrders(tx, shadow, { shopId, found: [...found.values()] });
  const start = { startDay: dayIn(timeZone, shadow.startedAt) };
  const judged = [...byOrder].flatMap(([key, some]) => {
    const order = found.get(key);
    const compared = order ? (orders.get(order.orderId) ?? null) : null;
    const rowsOf = some.map((row) => ({ ...row, order: row.orderText }));
    const verdicts = compareOrder(rowsOf, compared, start);
    return some.map(({ number, day }) => {
      const verdict = verdicts.get(number);
      if (!verdict) throw new Error(`Row ${number} of a comparison has no result.`);
      return {
        number,
        day: order ? dayIn(timeZone, order.placedAt) : day,
        orderId: order?.orderId ?? null,
        finding: verdict.finding,
        reason: toPlain(verdict.reason) as Record<string, unknown>,
        expectedMinor: verdict.hereMinor,
        differenceMinor: verdict.differenceMinor,
      };
    });
  });
  await saveJudgedRows(tx, audit, judged);
  return true;
}

type FoundOrders = { readonly shopId: ShopId; readonly found: readonly NamedOrderRow[] };

/** Orders with what they would earn here, by id. */
async function comparedOrders(
  tx: Tx,
  shadow: ShadowDates,
  { shopId, found }: FoundOrders,
): Promise<Map<string, ComparedOrder>> {
  const ids = found.map(({ orderId }) => orderId);
  const shadows = await shadowCommissionsOf(tx, shopId, ids);
  const versions = [...shadows.values()].flatMap(({ programId, programVersion: number }) =>
    programId === null || number === null ? [] : [{ programId, number }],
  );
  const terms = await frozenTerms(tx, shopId, versions);
  return new Map(
    found.map(({ orderId, placedAt, facts }) => {
      const row = shadows.get(orderId);
      const order: ComparedOrder = {
        facts,
        isEarlier: placedAt < shadow.startedAt,
        isOwn: !belongsToPreviousApp(shadow, facts.createdAt),
        shadow: row ? resultOf(row, facts, terms) : null,
      };
      return [orderId, order];
    }),
  );
}

type Terms = Awaited<ReturnType<typeof frozenTerms>>;

function resultOf(
  row: ShadowCommission,
  facts: ComparedOrder["facts"],
  known: Terms,
): ComparedOrder["shadow"] {
  const { affiliateId, programId, programVersion: number } = row;
  const terms =
    programId === null || number === null ? null : (known.get(versionId({ programId, number })) ?? null);
  const nobody = { winner: null, reason: "no-evidence", candidates: [] } as const;
  const inputs = fromPlain<Readonly<Record<string, StoredInputs>>>(row.inputs)[affiliateId ?? ""] ?? null;
  const attribution = terms === null ? nobody : asGiven(terms, facts);
  return {
    affiliateId,
    reason: row.reason,
    signals: row.signals,
    terms,
    evaluation: evaluate({ terms, facts, attribution, inputs }),
  };
}

type MissingSearch = { readonly audit: ReferralAudit; readonly now: Date };

const dayMs = 86_400_000;

/**
 * Lists the next orders that earn something here and are not in the file, within its days. The file is of its upload
 * at the latest. False once that is done.
 */
async function findMissing(
  tx: Tx,
  { shop, shadow }: Comparing,
  { audit, now }: MissingSearch,
): Promise<boolean> {
  const { shopId, auditId, coveredFrom, coveredUntil, createdAt } = audit;
  const { timeZone } = shop;
  const fileStart = dayStart(timeZone, coveredFrom ?? "");
  const dayAfter = new Date(Date.parse(coveredUntil ?? "") + dayMs).toISOString().slice(0, 10);
  const fileEnd = dayStart(timeZone, dayAfter);
  const page = await shadowEarnings(tx, shopId, {
    from: fileStart > shadow.startedAt ? fileStart : shadow.startedAt,
    until: fileEnd < createdAt ? fileEnd : createdAt,
    after: audit.lastOrder as ShadowCursor | null,
    limit: ordersAtOnce,
  });
  const last = page.at(-1);
  if (!last) {
    await finishAudit(tx, audit, now);
    return false;
  }
  const orderIds = page.map(({ orderId }) => orderId);
  const named = await affiliatesInFile(tx, shopId, { auditId, orderIds });
  const missing = page.filter(
    ({ orderId, affiliateId }) => affiliateId !== null && !named.get(orderId)?.has(affiliateId),
  );
  const names = await affiliateNames(
    tx,
    shopId,
    missing.flatMap(({ affiliateId }) => affiliateId ?? []),
  );
  const number = missing.length === 0 ? 0 : 1 + (await lastAuditNumber(tx, shopId, auditId));
  await insertAuditRows(
    tx,
    missing.map((order, at) => ({
      ...missingRow(order, named.has(order.orderId)),
      shopId,
      auditId,
      number: number + at,
      label: names.get(order.affiliateId ?? "") ?? "",
      day: dayIn(timeZone, order.placedAt),
    })),
  );
  await changeAudit(tx, audit, {
    lastOrder: { placedAt: last.placedAt.toISOString(), orderId: last.orderId },
  });
  return true;
}

function missingRow(order: EarningOrder, isInFile: boolean) {
  const verdict = missingThere(order, isInFile);
  const orderText = order.name.replace(/^#/, "");
  return {
    orderText,
    orderKey: orderText.toLowerCase(),
    affiliateKey: order.affiliateId ?? "",
    affiliateId: order.affiliateId,
    program: "",
    amountMinor: 0n,
    currency: order.currency,
    state: "approved" as const,
    fault: null,
    orderId: order.orderId,
    finding: verdict.finding,
    reason: toPlain(verdict.reason) as Record<string, unknown>,
    expectedMinor: verdict.hereMinor,
    differenceMinor: verdict.differenceMinor,
  };
}
