import { methodName } from "#app/i18n/method-words.ts";
import { BlockStack, InlineStack, Link } from "@shopify/polaris";
import type { CommissionEntryWire, CommissionWire } from "#app/contracts/commission.ts";
import type { TextFunction } from "#app/i18n/text-function.ts";
import { formatListDate, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useText } from "../../texts/use-text.ts";

/** Page of a commission, or of the affiliate for a deduction without a commission. */
export function entryUrl(entry: CommissionEntryWire): string {
  const id = entry.kind === "deduction" ? entry.commissionId : entry.id;
  return id === null
    ? `/dashboard/affiliates/${entry.affiliate.id}`
    : `/dashboard/affiliates/commissions/${id}`;
}

export function EntryBadge({ entry }: { entry: CommissionEntryWire }) {
  if (entry.kind === "deduction") return <StatusBadge of="commission" state="deduction" />;
  return (
    <InlineStack gap="100">
      <StatusBadge of="commission" state={entry.status} />
      {entry.isPartlyPaid && <StatusBadge of="commission" state="partly_paid" />}
    </InlineStack>
  );
}

type DetailsProps = {
  entry: CommissionEntryWire;
  /** The minimum that the affiliate's balance does not reach. */
  minimum?: MoneyOnWire | undefined;
  timeZone: string;
};

/** Second line of a row: the payment, or the reason of the state. */
export function EntryDetails({ entry, minimum, timeZone }: DetailsProps) {
  const t = useText("commissions");
  const payment = <PaymentLink payment={entry.payment} status={entry.status} timeZone={timeZone} />;
  if (entry.kind === "deduction") {
    return (
      <BlockStack>
        <span>{entry.reason.text}</span>
        {entry.payment ? payment : <span>{t("deductions.approved")}</span>}
      </BlockStack>
    );
  }
  if (entry.isPartlyPaid) {
    return (
      <>{t("details.partlyPaid", { paid: formatMoney(entry.paid), amount: formatMoney(entry.amount) })}</>
    );
  }
  if (entry.payment !== null) return payment;
  const isBelow = entry.status === "approved" && minimum !== undefined;
  return <>{isBelow ? t("details.minimum", { amount: formatMoney(minimum) }) : entry.reason.text}</>;
}

type LinkProps = {
  payment: CommissionWire["payment"];
  status: CommissionEntryWire["status"];
  timeZone: string;
};

/** Link to the payment, by its method and day. */
export function PaymentLink({ payment, status, timeZone }: LinkProps) {
  const t = useText("commissions");
  if (payment === null) return null;
  const values = { method: methodName(payment.method), date: formatListDate(payment.at, timeZone) };
  const text = status === "paid" ? t("details.paid", values) : t("details.payout", values);
  return <Link url={`/dashboard/affiliates/payouts/payments/${payment.id}`}>{text}</Link>;
}

/** Name of a commission: its order's, or its kind with the order in parentheses. */
export function commissionName(
  { kind, order }: Pick<CommissionEntryWire, "kind" | "order">,
  t: TextFunction<"commissions">,
): string {
  if ((kind === "order" || kind === "deduction") && order) return order.name;
  const name = t(`kinds.${kind}`);
  return order ? t("kindOfOrder", { kind: name, order: order.name }) : name;
}

/** Warning before a paid commission is reversed; null if no money was paid. */
export function debtWarning(
  affiliate: string,
  wouldOwe: MoneyOnWire | null,
  t: TextFunction<"commissions">,
): string | null {
  return wouldOwe && t("decisions.owes", { affiliate, amount: formatMoney(wouldOwe) });
}
