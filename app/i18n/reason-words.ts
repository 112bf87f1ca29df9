import type { TextFunction } from "./text-function.ts";
import { dayMinutes, spanOf } from "#app/domain/order-reason.ts";
import type { DeductionCode, EarnedWhy } from "#app/domain/deduction.ts";
import { isReasonCode, type Reason, type ReasonCode } from "#app/domain/reasons.ts";
import { storedMessage } from "./fault-words.ts";
import type { Formats } from "./formats.ts";
import { ruleName } from "./rule-words.ts";

/** Texts, formats and time zone for a merchant. */
export type ExplanationWriter = {
  readonly t: TextFunction<"explanations">;
  readonly formats: Formats;
  readonly timeZone: string;
};

type Write = (reason: Reason, writer: ExplanationWriter) => string;

/** Reasons whose text depends on which values are known. */
const written = {
  "won-by-click": ({ touch, affiliate = "", minutesBefore }, { t }) => {
    if (minutesBefore === undefined) return t("reason.click", { affiliate });
    const values = { affiliate, span: spanWords(minutesBefore, t) };
    return touch === "first" ? t("reason.firstClick", values) : t("reason.lastClick", values);
  },
  "won-by-code": ({ affiliate = "", discountCode }, { t }) =>
    discountCode === undefined
      ? t("reason.code", { affiliate })
      : t("reasons.won-by-code", { code: discountCode }),
  "window-passed": ({ minutesBefore, windowDays: limit }, { t }) => {
    if (minutesBefore === undefined || limit === undefined) return t("reason.oldClick");
    const age = Math.floor(minutesBefore / dayMinutes);
    return age === limit ? t("reason.oldClickJust", { limit }) : t("reason.oldClickBy", { age, limit });
  },
  reassigned: ({ affiliate = "", by }, { t }) =>
    by === undefined ? t("reason.moved", { affiliate }) : t("reason.movedBy", { affiliate, by }),
  "cap-reached": ({ period }, { t }) => {
    if (period === undefined) return t("reason.limit.order");
    return t(`reason.limit.${period.kind === "calendar" ? period.unit : "other"}`);
  },
  "approval-running": ({ approvesAt }, { t, formats, timeZone }) =>
    approvesAt === undefined
      ? t("reason.approvesSoon")
      : t("reason.approves", { date: formats.date(approvesAt, timeZone) }),
  "held-by-rule": ({ rule }, { t }) =>
    rule === undefined ? t("reason.held") : t("reason.rule", { rule: ruleName(rule) }),
  "held-by-hand": ({ by }, { t }) => (by === undefined ? t("reason.held") : t("reason.heldBy", { by })),
  "denied-by-rule": ({ rule }, { t }) =>
    rule === undefined ? t("reason.denied") : t("reason.rule", { rule: ruleName(rule) }),
  "denied-by-hand": ({ by, note }, { t }) => {
    if (note) return storedMessage(note);
    return by === undefined ? t("reason.denied") : t("reason.deniedBy", { by });
  },
} as const satisfies Partial<Record<ReasonCode, Write>>;

function isWritten(code: ReasonCode): code is keyof typeof written {
  return Object.hasOwn(written, code);
}

/** A reason in one line. A stored code of an older version is shown as it is. */
export function reasonWords(reason: Reason, writer: ExplanationWriter): string {
  const { code, affiliate = "", discountCode = "" } = reason;
  if (!isReasonCode(code)) return code;
  if (isWritten(code)) return written[code](reason, writer);
  return writer.t(`reasons.${code}`, { affiliate, code: discountCode });
}

/** "2 days". */
function spanWords(minutes: number, t: ExplanationWriter["t"]): string {
  const { unit, count } = spanOf(minutes);
  return t(`span.${unit}`, { count });
}

/** Reason of a deduction. */
export function deductionWords(
  code: DeductionCode,
  orderName: string | null,
  { t }: ExplanationWriter,
): string {
  return t(`deduction.${code}`, { order: orderName ?? t("deduction.noOrder") });
}

/** Reason of an entry in the balance of the named affiliate, for the merchant. */
export function earnedWords(why: EarnedWhy, affiliate: string, writer: ExplanationWriter): string {
  if ("order" in why) return deductionWords(why.code, why.order, writer);
  if (!isReasonCode(why.code)) return writer.t(`balance.${why.code}`);
  // The entry doesn't know who it was moved to.
  const code = why.code === "reassigned-away" ? "given-away" : why.code;
  return reasonWords({ code, affiliate }, writer);
}
