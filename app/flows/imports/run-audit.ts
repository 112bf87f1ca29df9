import { type AuditRate, rateFor } from "#app/domain/audit/audit-rates.ts";
import { type AuditRow, nameKey } from "#app/domain/audit/audit-rows.ts";
import { expectedCommission } from "#app/domain/audit/expected-commission.ts";
import type { AuditVerdict } from "#app/domain/audit/findings.ts";
import { judgeReferrals, type JudgedReferral } from "#app/domain/audit/judge-referrals.ts";
import { namesInOrder } from "#app/domain/audit/named-in-order.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { ImportId, ShopId } from "#app/domain/ids.ts";
import type { ImportDetection } from "#app/domain/imports/import-reading.ts";
import { isUnderWay } from "#app/domain/long-run.ts";
import { voidingReason } from "#app/domain/commission.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { isRefusal, reasonAsText } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { type PastCursor, readPastOrders } from "#app/store/backtests.ts";
import {
  auditedSpan,
  auditsWaitingFor,
  changeAudit,
  findAudit,
  insertAuditRows,
  lastAuditNumber,
  lockAudit,
  namesOfAffiliates,
  type NamedOrderRow,
  openAuditRows,
  ordersToJudge,
  ordersWithReferral,
  type ReferralAudit,
  type ReferralAuditRow,
  saveJudgedRows,
} from "#app/store/referral-audits.ts";
import { orderShopsOf } from "#app/store/shops.ts";
import { findImport } from "#app/store/sweeps.ts";
import { finishAudit, ordersAtOnce, repeatStep } from "./audit-steps.ts";
import { fileReferrals, readFileOfAudit } from "./upload-audit.ts";

type AuditShop = ShopWith<"timeZone">;

/**
 * The job of an audit. It judges orders in batches, and each batch and its progress are one transaction, so a job
 * that was killed continues. While the orders are still read it ends, and `resumeAudits` sends it again.
 */
export async function runAudit(
  payload: { readonly shopId: string; readonly auditId: string },
  now: () => Date,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!shop || shop.redactedAt !== null) return;
  if (!(await beginAudit(shopId, payload.auditId, now()))) return;
  const { auditId } = payload;
  await repeatStep(shopId, auditId, (tx, audit) => judgeSome(tx, shop, audit));
  const looking = await lookingOf(shopId, auditId);
  if (looking === null) return;
  await repeatStep(shopId, auditId, (tx, audit) => findUnpaid(tx, shop, { ...looking, audit, now: now() }));
}

/** Sends the jobs of the audits that waited for an import of orders. */
export async function resumeAudits(payload: {
  readonly shopId: string;
  readonly importId: string;
}): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    for (const auditId of await auditsWaitingFor(tx, shopId, payload.importId as ImportId)) {
      await queue.send(tx, "run-audit", { shopId, auditId });
    }
  });
}

/** True if the orders were read, so that judging can begin or go on. */
async function beginAudit(shopId: ShopId, auditId: string, now: Date): Promise<boolean> {
  return await inTransaction(async (tx) => {
    const audit = await lockAudit(tx, shopId, auditId);
    if (audit?.status === "running") return true;
    if (audit?.status !== "waiting" || audit.orderImportId === null) return false;
    const orders = await findImport(tx, shopId, audit.orderImportId);
    if (orders?.status === "done") {
      // A warning of the import, such as orders that could not be read, is one of the audit.
      await changeAudit(tx, audit, { status: "running", error: orders.error });
      return true;
    }
    if (orders && isUnderWay(orders, now)) return false;
    const error = orders?.error || reasonAsText({ code: "run_failed", what: "stopped" });
    await changeAudit(tx, audit, { status: "failed", error, finishedAt: now });
    return false;
  });
}

const ratesOf = ({ rates }: ReferralAudit) => rates.map((rate) => fromPlain<AuditRate>(rate));

/** Judges the referrals of the next orders. False once all are judged. */
async function judgeSome(tx: Tx, shop: AuditShop, audit: ReferralAudit): Promise<boolean> {
  const { shopId, auditId } = audit;
  const rows = await openAuditRows(tx, shopId, { auditId, limit: ordersAtOnce });
  if (rows.length === 0) return false;
  const byOrder = Map.groupBy(rows, ({ orderKey }) => orderKey);
  const wanted = [...byOrder].map(([key, some]) => ({
    key,
    name: some[0]?.orderText ?? "",
    day: firstDay(some),
  }));
  const found = await ordersToJudge(tx, shopId, wanted);
  const terms = { rates: ratesOf(audit), coveredFrom: audit.coveredFrom ?? "" };
  const judged = [...byOrder].flatMap(([key, some]) =>
    judgeOrder(terms, some, found.get(key)).map(inShop(shop)),
  );
  await saveJudgedRows(tx, audit, judged);
  return true;
}

function firstDay(rows: readonly ReferralAuditRow[]): string | null {
  const days = rows.flatMap(({ day }) => (day === null ? [] : [day]));
  return days.toSorted()[0] ?? null;
}

type JudgedWith = {
  readonly row: ReferralAuditRow;
  readonly verdict: AuditVerdict | undefined;
  readonly order: NamedOrderRow | undefined;
};

function judgeOrder(
  { rates, coveredFrom }: { readonly rates: readonly AuditRate[]; readonly coveredFrom: string },
  rows: readonly ReferralAuditRow[],
  order: NamedOrderRow | undefined,
): JudgedWith[] {
  const programs = new Map(rows.map(({ number, program }) => [number, program]));
  const verdicts = judgeReferrals({
    referrals: rows.map((row): JudgedReferral => ({ ...row, order: row.orderText })),
    order: order
      ? {
          facts: order.facts,
          expectedFor: ({ number }) =>
            expectedCommission(rateFor(rates, programs.get(number) ?? ""), order.facts),
        }
      : null,
    coveredFrom,
  });
  return rows.map((row) => ({ row, verdict: verdicts.get(row.number), order }));
}

const inShop =
  ({ timeZone }: AuditShop) =>
  ({ row, verdict, order }: JudgedWith) => {
    if (!verdict) throw new Error(`Row ${row.number} of an audit has no finding.`);
    const { finding, reason, expectedMinor, differenceMinor } = verdict;
    return {
      number: row.number,
      day: order ? dayIn(timeZone, order.placedAt) : row.day,
      orderId: order?.orderId ?? null,
      finding,
      reason: toPlain(reason) as Record<string, unknown>,
      expectedMinor,
      differenceMinor,
    };
  };

/** Affiliate of the file, as a code or link names them. */
type NameOwner = { readonly affiliateKey: string; readonly label: string; readonly program: string };

/** The names and days to look for, read once per job. Null if the audit no longer runs. */
async function lookingOf(shopId: ShopId, auditId: string): Promise<Looking | null> {
  const audit = await findAudit(db(), shopId, auditId);
  if (audit?.status !== "running") return null;
  const read = readFileOfAudit(audit);
  if (isRefusal(read)) return null;
  const owners = await nameOwners(audit, read);
  return { owners, span: owners.size === 0 ? null : await auditedSpan(db(), shopId, audit.auditId) };
}

/** Affiliates by the keys of their codes and links: from the file, and from the store's affiliates of the file. */
async function nameOwners(
  audit: ReferralAudit,
  read: ImportDetection,
): Promise<ReadonlyMap<string, NameOwner>> {
  const owners = new Map<string, NameOwner>();
  const byEmail = new Map<string, NameOwner>();
  const note = ({ names, affiliateKey, name, email, externalId, program }: AuditRow) => {
    const owner = { affiliateKey, label: name || email || externalId, program };
    if (email !== "" && !byEmail.has(email.toLowerCase())) byEmail.set(email.toLowerCase(), owner);
    for (const key of names) if (!owners.has(key)) owners.set(key, owner);
  };
  for await (const rows of fileReferrals(db(), audit, read)) for (const row of rows) note(row);
  const emails = [...byEmail.keys()];
  for (const { emailKey, parameter, value } of await namesOfAffiliates(db(), audit.shopId, emails)) {
    const key = parameter === "" ? nameKey.code(value) : nameKey.link(parameter, value);
    const owner = byEmail.get(emailKey);
    if (owner && !owners.has(key)) owners.set(key, owner);
  }
  return owners;
}

type Looking = {
  readonly owners: ReadonlyMap<string, NameOwner>;
  /** From the first to the last order of the file's referrals. Null if there is nothing to look for. */
  readonly span: Awaited<ReturnType<typeof auditedSpan>>;
};

type Finding = Looking & { readonly audit: ReferralAudit; readonly now: Date };

/**
 * Looks through the next orders for some without a referral that name an affiliate of the file. Only orders between
 * the file's first and last one are looked at, because the file may end before today. False once that is done.
 */
async function findUnpaid(tx: Tx, shop: AuditShop, { audit, owners, span, now }: Finding): Promise<boolean> {
  const { shopId, auditId } = audit;
  if (span === null) {
    await finishAudit(tx, audit, now);
    return false;
  }
  const which = {
    credited: null,
    from: span.from,
    until: new Date(span.until.getTime() + 1),
    asksMore: false,
  };
  const after = audit.lastOrder as PastCursor | null;
  const page = await readPastOrders(tx, shopId, which, { after, limit: ordersAtOnce });
  const named = [...page.orders].flatMap(({ facts }) => namedBy(facts, owners));
  const orderIds = named.map(({ facts }) => facts.id);
  const known = await ordersWithReferral(tx, shopId, { auditId, orderIds });
  const rates = ratesOf(audit);
  const rows = named
    .filter(({ facts }) => !known.has(facts.id))
    .flatMap((one) => unpaidRow(audit, shop, { ...one, rates }));
  const last = rows.length === 0 ? 0 : await lastAuditNumber(tx, shopId, auditId);
  await insertAuditRows(
    tx,
    rows.map((row, at) => ({ ...row, number: last + 1 + at })),
  );
  if (page.next === null) {
    await finishAudit(tx, audit, now);
    return false;
  }
  await changeAudit(tx, audit, { lastOrder: page.next });
  return true;
}

type Named = {
  readonly facts: OrderFacts;
  readonly owner: NameOwner;
  readonly reason: AuditVerdict["reason"];
};

/** The first code or link of the order that names an affiliate. Empty for orders that earn nothing anyway. */
function namedBy(facts: OrderFacts, owners: ReadonlyMap<string, NameOwner>): Named[] {
  if (facts.test || voidingReason(facts) !== null) return [];
  for (const { key, reason } of namesInOrder(facts)) {
    const owner = owners.get(key);
    if (owner) return [{ facts, owner, reason }];
  }
  return [];
}

function unpaidRow(
  { shopId, auditId }: ReferralAudit,
  { timeZone }: AuditShop,
  { facts, owner, reason, rates }: Named & { readonly rates: readonly AuditRate[] },
) {
  const { currentMinor, currency } = expectedCommission(rateFor(rates, owner.program), facts);
  if (currentMinor <= 0n) return [];
  const orderText = facts.name.replace(/^#/, "");
  return [
    {
      shopId,
      auditId,
      orderText,
      orderKey: orderText.toLowerCase(),
      affiliateKey: owner.affiliateKey,
      label: owner.label,
      program: owner.program,
      day: dayIn(timeZone, new Date(facts.createdAt)),
      amountMinor: 0n,
      currency,
      state: "denied" as const,
      fault: null,
      orderId: facts.id,
      finding: "no_commission" as const,
      reason: toPlain(reason) as Record<string, unknown>,
      expectedMinor: currentMinor,
      differenceMinor: -currentMinor,
    },
  ];
}
