import type { Money } from "../money.ts";
import { canonicalText } from "../plain.ts";
import type { Condition } from "./condition.ts";
import type {
  Approval,
  BaseTerms,
  Bonus,
  Caps,
  FlatPay,
  ApprovalStart,
  Pay,
  Period,
  ProgramTerms,
  Threshold,
  TieredPay,
} from "./terms.ts";

/** Changes without an effect on affiliates, such as a rule's new name, are not listed. */
export type ChangeEffect = "improvement" | "reduction";

type AffiliateCap = NonNullable<Caps["perAffiliate"]>;

/** One difference between two versions. `rule` is the rule's name, or null for the fallback. */
export type TermsChange = { readonly effect: ChangeEffect } &
  /** Names of the rules. */
  (
    | { readonly code: "rules"; readonly before: readonly string[]; readonly after: readonly string[] }
    | { readonly code: "pay"; readonly rule: string | null; readonly before: Pay; readonly after: Pay }
    /** A level of tiered pay. Null is the level below the first tier. */
    | {
        readonly code: "tier";
        readonly rule: string | null;
        readonly level: Threshold | null;
        readonly before: FlatPay;
        readonly after: FlatPay;
      }
    | { readonly code: "order-cap"; readonly before: Money | null; readonly after: Money | null }
    | {
        readonly code: "affiliate-cap";
        readonly before: AffiliateCap | null;
        readonly after: AffiliateCap | null;
      }
    /** Different rates share a cap, so a return can leave less than before (T14). */
    | { readonly code: "shared-cap" }
    | { readonly code: "bonus"; readonly before: Bonus | null; readonly after: Bonus | null }
    | {
        readonly code: "base";
        readonly part: keyof BaseTerms;
        readonly before: boolean;
        readonly after: boolean;
      }
    | { readonly code: "window-days"; readonly before: number; readonly after: number }
    | { readonly code: "approval-days"; readonly before: number; readonly after: number }
    | { readonly code: "approval-from"; readonly before: ApprovalStart; readonly after: ApprovalStart }
    | { readonly code: "approval"; readonly before: Approval; readonly after: Approval }
  );

export type TermsComparison = { readonly effect: ChangeEffect; readonly changes: readonly TermsChange[] };

/** T14: compares two versions of terms. Without any change that matters it is an improvement. */
export function compareTerms(before: ProgramTerms, after: ProgramTerms): TermsComparison {
  const pays = payChanges(before, after);
  const caps = capChanges(before.caps, after.caps);
  const changes = [
    ...pays,
    ...caps,
    ...(pays.length + caps.length > 0 ? sharedCap(before, after) : []),
    ...bonusChanges(before.bonuses, after.bonuses),
    ...baseChanges(before, after),
    ...timingChanges(before, after),
  ];
  const isReduction = changes.some((change) => change.effect === "reduction");
  return { effect: isReduction ? "reduction" : "improvement", changes };
}

const improvementIf = (isBetter: boolean): ChangeEffect => (isBetter ? "improvement" : "reduction");
const isSame = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);

function conditionsOf({ rules }: ProgramTerms): Condition[] {
  return rules.map((rule) => rule.when);
}

function namesOf({ rules }: ProgramTerms): string[] {
  return rules.map((rule) => rule.name);
}

function payChanges(before: ProgramTerms, after: ProgramTerms): TermsChange[] {
  const ofFallback = changesOfPay(null, before.commission, after.commission);
  if (!isSame(conditionsOf(before), conditionsOf(after))) {
    const names = { before: namesOf(before), after: namesOf(after) };
    return [{ code: "rules", effect: "reduction", ...names }, ...ofFallback];
  }
  const ofRules = after.rules.flatMap((rule, index) => {
    const earlier = before.rules[index];
    return earlier ? changesOfPay(rule.name, earlier.pay, rule.pay) : [];
  });
  return [...ofRules, ...ofFallback];
}

function changesOfPay(rule: string | null, before: Pay, after: Pay): TermsChange[] {
  if (isSame(before, after)) return [];
  if (before.kind === "tiered" && after.kind === "tiered" && areSameLevels(before, after)) {
    return changesOfTiers(rule, before, after);
  }
  const isBetter = before.kind !== "tiered" && (after.kind !== "tiered" || before.kind === "none");
  const effect = improvementIf(isBetter && (after.kind === "tiered" || paysAtLeast(before, after)));
  return [{ code: "pay", effect, rule, before, after }];
}

function unitOf({ atLeast }: TieredPay["steps"][number]): string {
  return atLeast.measure === "sales" ? atLeast.amount.currency : "orders";
}

/** Amounts in different currencies, periods or measures cannot be compared. */
function areSameLevels(before: TieredPay, after: TieredPay): boolean {
  const units = new Set([...before.steps, ...after.steps].map(unitOf));
  return isSame(before.period, after.period) && units.size <= 1;
}

function changesOfTiers(rule: string | null, before: TieredPay, after: TieredPay): TermsChange[] {
  const thresholds = [...before.steps, ...after.steps].map((step) => step.atLeast);
  const rising = thresholds.toSorted((a, b) => (sizeOf(a) < sizeOf(b) ? -1 : 1));
  const levels = rising.filter((one, index) => index === 0 || !isSame(one, rising[index - 1]));
  return [null, ...levels].flatMap((level): TermsChange[] => {
    const [was, is] = [payAtLevel(before, level), payAtLevel(after, level)];
    if (isSame(was, is)) return [];
    const effect = improvementIf(paysAtLeast(was, is));
    return [{ code: "tier", effect, rule, level, before: was, after: is }];
  });
}

function payAtLevel({ below, steps }: TieredPay, level: Threshold | null): FlatPay {
  if (level === null) return below;
  return steps.findLast((step) => sizeOf(step.atLeast) <= sizeOf(level))?.pay ?? below;
}

function sizeOf(threshold: Threshold): bigint {
  return threshold.measure === "orders" ? BigInt(threshold.count) : threshold.amount.minor;
}

/** No commission is the least that any kind of pay can result in. */
function paysAtLeast(before: FlatPay, after: FlatPay): boolean {
  if (before.kind === "none") return true;
  if (before.kind === "percentage") return after.kind === "percentage" && after.rateBps >= before.rateBps;
  return after.kind === before.kind && isAtLeast(before.amount, after.amount);
}

function isAtLeast(before: Money, after: Money): boolean {
  return after.currency === before.currency && after.minor >= before.minor;
}

function capChanges(before: Caps, after: Caps): TermsChange[] {
  const changes: TermsChange[] = [];
  if (!isSame(before.perOrder, after.perOrder)) {
    const [was, is] = [before.perOrder, after.perOrder];
    const effect = improvementIf(is === null || (was !== null && isAtLeast(was, is)));
    changes.push({ code: "order-cap", effect, before: was, after: is });
  }
  if (!isSame(before.perAffiliate, after.perAffiliate)) {
    const [was, is] = [before.perAffiliate, after.perAffiliate];
    const isHigher =
      is === null || (was !== null && isSamePeriod(was, is) && isAtLeast(was.amount, is.amount));
    changes.push({ code: "affiliate-cap", effect: improvementIf(isHigher), before: was, after: is });
  }
  return changes;
}

function isSamePeriod(a: { period: Period }, b: { period: Period }): boolean {
  return isSame(a.period, b.period);
}

/**
 * A cap is divided over lines by price, not by earnings (T8). With different rates, a raise can therefore
 * move commission from a line that stays to one that is returned.
 */
function sharedCap(before: ProgramTerms, after: ProgramTerms): TermsChange[] {
  if (!hasCap(before) && !hasCap(after)) return [];
  return paysAlike(before) && paysAlike(after) ? [] : [{ code: "shared-cap", effect: "reduction" }];
}

function hasCap({ caps }: ProgramTerms): boolean {
  return caps.perOrder !== null || caps.perAffiliate !== null;
}

function paysOf({ rules, commission }: ProgramTerms): Pay[] {
  return [...rules.map((rule) => rule.pay), commission];
}

function flatPaysOf(pay: Pay): FlatPay[] {
  return pay.kind === "tiered" ? [pay.below, ...pay.steps.map((step) => step.pay)] : [pay];
}

/** True if every line that earns does so in proportion to its price. */
function paysAlike(terms: ProgramTerms): boolean {
  const paying = paysOf(terms).filter((pay) => pay.kind !== "none");
  if (paying.flatMap(flatPaysOf).some((pay) => pay.kind === "per-item")) return false;
  const [first] = paying;
  return paying.length <= 1 || paying.every((pay) => pay.kind === "percentage" && isSame(pay, first));
}

function bonusChanges(before: readonly Bonus[], after: readonly Bonus[]): TermsChange[] {
  const earlier = new Map(before.map((bonus) => [bonus.id, bonus]));
  const kept = new Set(after.map((bonus) => bonus.id));
  const removed = before.filter((bonus) => !kept.has(bonus.id));
  return [
    ...after.flatMap((bonus): TermsChange[] => {
      const was = earlier.get(bonus.id) ?? null;
      if (was !== null && isSame({ ...was, name: "" }, { ...bonus, name: "" })) return [];
      const effect = improvementIf(was === null || isBetterBonus(was, bonus));
      return [{ code: "bonus", effect, before: was, after: bonus }];
    }),
    ...removed.map((bonus): TermsChange => ({
      code: "bonus",
      effect: "reduction",
      before: bonus,
      after: null,
    })),
  ];
}

function isBetterBonus(before: Bonus, after: Bonus): boolean {
  if (!isAtLeast(before.amount, after.amount) || (before.repeats && !after.repeats)) return false;
  const [was, is] = [before.atLeast, after.atLeast];
  if (was.measure === "sales") return is.measure === "sales" && isAtLeast(is.amount, was.amount);
  return is.measure === "orders" && is.count <= was.count;
}

/** A larger eligible amount moves parts of fixed amounts and caps between lines, so a return can leave less. */
function baseChanges(before: ProgramTerms, after: ProgramTerms): TermsChange[] {
  const isCut =
    hasCap(after) ||
    paysOf(after)
      .flatMap(flatPaysOf)
      .some((pay) => pay.kind === "fixed");
  const parts: (keyof BaseTerms)[] = ["shipping", "tax", "tips", "giftCards", "duties", "beforeDiscounts"];
  return parts.flatMap((part): TermsChange[] => {
    const [was, is] = [before.base[part], after.base[part]];
    if (was === is) return [];
    return [{ code: "base", effect: improvementIf(is && !isCut), part, before: was, after: is }];
  });
}

function timingChanges(before: ProgramTerms, after: ProgramTerms): TermsChange[] {
  const changes: TermsChange[] = [];
  if (before.windowDays !== after.windowDays) {
    const [was, is] = [before.windowDays, after.windowDays];
    changes.push({ code: "window-days", effect: improvementIf(is > was), before: was, after: is });
  }
  if (before.approvalDays !== after.approvalDays) {
    const [was, is] = [before.approvalDays, after.approvalDays];
    changes.push({ code: "approval-days", effect: improvementIf(is < was), before: was, after: is });
  }
  if (before.approvalFrom !== after.approvalFrom) {
    const [was, is] = [before.approvalFrom, after.approvalFrom];
    // An order may be paid before or after it is fulfilled, so only its creation is always earlier.
    changes.push({ code: "approval-from", effect: improvementIf(is === "order"), before: was, after: is });
  }
  if (before.approval !== after.approval) {
    const [was, is] = [before.approval, after.approval];
    changes.push({ code: "approval", effect: improvementIf(is === "automatic"), before: was, after: is });
  }
  return changes;
}
