import type { Ctx, ShopWith } from "#app/domain/context.ts";
import { isCurrency, type Money, toDecimal } from "#app/domain/money.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { afterNotice, noticeDaysAt } from "#app/domain/notice.ts";
import { faultsOfLimit, type PayoutSettings, usualLimit } from "#app/domain/payouts/settings.ts";
import { nextRun, type Run } from "#app/domain/payouts/schedule.ts";
import { maskedIban, type StoreAccount, type StoreAccountInput } from "#app/domain/payouts/sepa.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { joinedPrograms } from "#app/store/programs.ts";
import { joinedAffiliates } from "#app/store/affiliates.ts";
import { payableCurrencies } from "#app/store/payout-plan.ts";
import {
  type CurrencyLimit,
  findStoreAccount,
  type StoredPayoutLimit,
  payoutLimitsOf,
  payoutSettingsOf,
  savePayoutLimit,
  savePayoutSettings,
  saveStoreAccount,
} from "#app/store/payout-settings.ts";

export type PayoutSettingsView = {
  readonly settings: PayoutSettings;
  /** Limits for the shop's currency, currencies with an available balance, and currencies that have limits. */
  readonly limits: readonly StoredPayoutLimit[];
  /** The next run of the schedule. Null without one. */
  readonly next: Run | null;
  /** The store's own bank account. Null if none was entered. */
  readonly bankAccount: StoreAccount | null;
};

/** The payout settings of a shop, with limits for each currency that it needs. */
export async function readPayoutSettings(
  { shopId, currency, timeZone }: ShopWith<"currency" | "timeZone">,
  now: Date,
): Promise<PayoutSettingsView> {
  const [settings, kept, payable, bankAccount] = await Promise.all([
    payoutSettingsOf(db(), shopId),
    payoutLimitsOf(db(), shopId),
    payableCurrencies(db(), shopId),
    findStoreAccount(db(), shopId),
  ]);
  const currencies = [...new Set([currency, ...payable, ...kept.map((one) => one.currency)])];
  const limits = currencies.map(
    (of) => kept.find((one) => one.currency === of) ?? { currency: of, ...usualLimit, nextMinimum: null },
  );
  const today = dayIn(timeZone, now);
  const after = settings.ranThrough > today ? settings.ranThrough : today;
  return { settings, limits, next: nextRun(settings.schedule, after), bankAccount };
}

/** Payout settings as the merchant sees them: the store's own account is masked. */
export function settingsViewOf({ settings, limits, next, bankAccount }: PayoutSettingsView) {
  const { schedule, sendsByItself, methods, feeBearer } = settings;
  return {
    schedule,
    sendsByItself,
    methods,
    feeBearer,
    nextRun: next,
    bankAccount: bankAccount && { ...bankAccount, iban: maskedIban(bankAccount.iban) },
    limits: limits.map(({ currency, minimumMinor, approvalMinor, nextMinimum }) => ({
      currency,
      minimum: { minor: minimumMinor, currency },
      nextMinimum: nextMinimum && {
        amount: { minor: nextMinimum.minor, currency },
        from: nextMinimum.from,
      },
      approvalAbove: approvalMinor === null ? null : { minor: approvalMinor, currency },
    })),
  };
}

/** The shop's minimum payout in its own currency. */
export async function readMinimumPayout({
  shopId,
  currency,
}: Pick<ShopWith<"currency" | "timeZone">, "shopId" | "currency">): Promise<Money> {
  const limits = await payoutLimitsOf(db(), shopId);
  return { minor: limits.find((one) => one.currency === currency)?.minimumMinor ?? 0n, currency };
}

export type PayoutSettingsInput = PayoutSettings & {
  readonly limits: readonly CurrencyLimit[];
  /** Null removes the account; undefined keeps it. */
  readonly bankAccount?: StoreAccountInput | null | undefined;
};

/** Changes the payout settings from now on. A new schedule starts with its first day after today. */
export async function changePayoutSettings(
  { shop: { shopId, timeZone }, actor, now }: Ctx<ShopWith<"currency" | "timeZone">>,
  { limits, bankAccount, ...asked }: PayoutSettingsInput,
): Promise<Refusal | null> {
  const refusal = refusalOfSettings(asked, limits);
  if (refusal) return refusal;
  return await inTransaction(async (tx) => {
    const account = await changeAccount(tx, shopId, { bankAccount, now });
    if (isRefusal(account)) return account;
    const before = await payoutSettingsOf(tx, shopId);
    const isSame = before.schedule === asked.schedule && before.ranThrough !== "";
    const ranThrough = isSame ? before.ranThrough : dayIn(timeZone, now);
    await savePayoutSettings(tx, shopId, { ...asked, ranThrough, updatedAt: now });
    await saveLimits(tx, shopId, limits, now);
    const written = limits.map(({ currency, minimumMinor, approvalMinor }) => ({
      currency,
      minimumMinor: String(minimumMinor),
      approvalMinor: approvalMinor === null ? null : String(approvalMinor),
    }));
    await recordAudit(tx, shopId, {
      subjectKind: "shop",
      subjectId: shopId,
      action: "payout-settings-changed",
      actor,
      details: { ...asked, limits: written, ...account },
      now,
    });
    return null;
  });
}

async function saveLimits(
  tx: Tx,
  shopId: ShopId,
  limits: readonly CurrencyLimit[],
  now: Date,
): Promise<void> {
  const before = await payoutLimitsOf(tx, shopId);
  const programs = await joinedPrograms(tx, shopId, now);
  const noticeDays = Math.max(0, ...programs.map((program) => noticeDaysAt(program, now)));
  const saved = withNotice(before, limits, { noticeDays, now });
  for (const limit of saved) await savePayoutLimit(tx, shopId, limit);
  const raised = saved.flatMap(({ currency, nextMinimum }) => {
    const known = before.find((one) => one.currency === currency)?.nextMinimum;
    const isNews = nextMinimum !== null && known?.minor !== nextMinimum.minor;
    return isNews ? [{ currency, ...nextMinimum }] : [];
  });
  if (raised.length === 0) return;
  const programIds = programs.map((program) => program.programId);
  const joined = await joinedAffiliates(tx, shopId, { programIds, at: now });
  const receivers = joined.map((affiliateId) => ({ affiliateId }));
  const events = raised.map(({ currency, minor, from }) => ({
    name: "minimum_payout.raised" as const,
    subjectId: currency,
    affiliateId: null,
    payload: {
      minimum: { amount: toDecimal({ minor, currency }), currencyCode: currency },
      startsAt: from.toISOString(),
    },
    receivers,
  }));
  await recordEvents(tx, shopId, events, now);
}

/** A higher minimum waits for the longest notice period among programs in which somebody earns (T15). */
function withNotice(
  kept: readonly StoredPayoutLimit[],
  limits: readonly CurrencyLimit[],
  { noticeDays, now }: { readonly noticeDays: number; readonly now: Date },
): StoredPayoutLimit[] {
  return limits.map((limit) => {
    const before = kept.find((one) => one.currency === limit.currency);
    const present = before?.minimumMinor ?? 0n;
    if (limit.minimumMinor <= present || noticeDays === 0) return { ...limit, nextMinimum: null };
    const waiting = before?.nextMinimum?.minor === limit.minimumMinor ? before.nextMinimum : null;
    const nextMinimum = waiting ?? { minor: limit.minimumMinor, from: afterNotice(now, noticeDays) };
    return { ...limit, minimumMinor: present, nextMinimum };
  });
}

type AccountChange = Pick<PayoutSettingsInput, "bankAccount"> & { readonly now: Date };

/** Saves or removes the store's account and returns the change for the audit trail. */
async function changeAccount(tx: Tx, shopId: ShopId, { bankAccount, now }: AccountChange) {
  if (bankAccount === undefined) return {};
  const iban = bankAccount?.iban ?? (await findStoreAccount(tx, shopId))?.iban;
  if (bankAccount !== null && iban === undefined) {
    return refuse("invalid", { code: "value_missing", what: "iban" }, "bankAccount.iban");
  }
  const account = bankAccount === null || iban === undefined ? null : { ...bankAccount, iban };
  await saveStoreAccount(tx, shopId, { account, now });
  return { bankAccount: account && { ...account, iban: maskedIban(account.iban) } };
}

function refusalOfSettings(asked: PayoutSettings, limits: readonly CurrencyLimit[]): Refusal | null {
  if (asked.methods.length === 0) {
    return refuse("invalid", { code: "choice_missing", what: "payout_method" }, "methods");
  }
  if (new Set(limits.map((one) => one.currency)).size < limits.length) {
    return refuse("invalid", { code: "currency_repeated" }, "limits");
  }
  for (const limit of limits) {
    if (!isCurrency(limit.currency)) {
      return refuse("invalid", { code: "value_invalid", what: "currency" }, "limits");
    }
    const [fault] = faultsOfLimit(limit);
    if (fault) return refuse("invalid", fault.reason, `limits.${limit.currency}.${fault.field}`);
  }
  return null;
}
