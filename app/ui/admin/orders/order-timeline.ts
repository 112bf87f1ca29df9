import type { TextFunction } from "#app/i18n/text-function.ts";
import type { CommissionDetailWire } from "#app/contracts/commission.ts";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import type { HistoryEntry } from "../../shared/detail-page.tsx";
import { formatMoney } from "../../shared/format.ts";

type Texts = TextFunction<"orders">;
type Explained = OrderExplanationWire;

/** Events of an order and its commissions, newest first. */
export function orderTimeline(explained: Explained, t: Texts): HistoryEntry[] {
  const { order, refunds, decisions, adjustments, postings } = explained;
  return newestFirst([
    { id: "placed", text: t("timeline.placed"), actor: null, at: order.placedAt },
    ...(order.cancelledAt === null
      ? []
      : [{ id: "canceled", text: t("timeline.canceled"), actor: null, at: order.cancelledAt }]),
    ...refundEvents(refunds, t),
    ...decisions.map(({ id, kind, affiliate, to, note, by, at }) => {
      const text = decisionText({ kind, to }, t);
      const of = affiliate ? t("timeline.of", { text, affiliate: affiliate.name }) : text;
      return { id, text: noted(of, note, t), actor: by, at };
    }),
    ...adjustments.map(({ id, affiliate, amount, note, by, at }) => {
      const text = t("timeline.adjusted", { affiliate: affiliate.name, amount: formatMoney(amount) });
      return { id, text: noted(text, note, t), actor: by, at };
    }),
    ...postingEvents(postings, t),
  ]);
}

/** Events of a commission, with the refunds of its order, newest first. */
export function commissionTimeline(
  commission: CommissionDetailWire,
  refunds: Explained["refunds"],
  t: Texts,
): HistoryEntry[] {
  const { affiliate } = commission;
  return newestFirst([
    ...refundEvents(refunds, t),
    ...commission.decisions.map(({ id, kind, to, note, by, at }) => {
      return { id, text: noted(decisionText({ kind, to }, t), note, t), actor: by, at };
    }),
    ...commission.adjustments.map(({ id, amount, note, by, at }) => {
      const text = t("timeline.adjusted", { affiliate: affiliate.name, amount: formatMoney(amount) });
      return { id, text: noted(text, note, t), actor: by, at };
    }),
    ...postingEvents(commission.postings, t),
  ]);
}

function newestFirst(entries: readonly HistoryEntry[]): HistoryEntry[] {
  // Equal instants keep the order in which they happened, reversed.
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).toReversed();
}

function refundEvents(refunds: Explained["refunds"], t: Texts): HistoryEntry[] {
  return refunds.map(({ id, at, status, amount }) => {
    const values = { amount: formatMoney(amount) };
    const text = status === "success" ? t("timeline.refunded", values) : t("timeline.refundPending", values);
    return { id: `refund ${id}`, text, actor: null, at };
  });
}

/** Adjustments have an event of their own, with who made them. */
function postingEvents(postings: Explained["postings"], t: Texts): HistoryEntry[] {
  return postings
    .filter((one) => one.kind !== "adjustment")
    .map(({ id, code, amount, recordedAt }) => {
      const known = entryCodes.find((one) => one === code) ?? "other";
      return {
        id,
        text: t(`timeline.entries.${known}`, { amount: formatMoney(amount) }),
        actor: null,
        at: recordedAt,
      };
    });
}

type Decision = Pick<Explained["decisions"][number], "kind" | "to">;

function decisionText({ kind, to }: Decision, t: Texts): string {
  return t(`timeline.decisions.${kind}`, { affiliate: to?.name ?? "" });
}

function noted(text: string, note: string, t: Texts): string {
  return note === "" ? text : t("timeline.noted", { text, note });
}
