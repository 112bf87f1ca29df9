import { methodName } from "#app/i18n/method-words.ts";
import { BlockStack, Link, Text } from "@shopify/polaris";
import type { EarnedInWordsWire } from "#app/contracts/portal.ts";
import { commissionKinds, isDeductionState } from "#app/domain/commission-state.ts";
import { formatListDate, formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { StateBadge } from "../state-badge.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { useText } from "../../texts/use-text.ts";

type Props = {
  commissions: readonly EarnedInWordsWire[];
  timeZone: string;
  /** The page of an order; without it, orders are not links. */
  orderUrl?: (orderId: string) => string;
  /** The page of a payment. */
  paymentUrl: (paymentId: string) => string;
};

/** Entries of an affiliate's balance with their amounts, states and reasons. */
export function EarnedTable({ commissions, timeZone, orderUrl, paymentUrl }: Props) {
  const t = useText("commissions");
  if (commissions.length === 0) return <Text as="p">{t("earned.none")}</Text>;
  return (
    <ScrollBox label={t("earned.table")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("earned.order")}</th>
            <th scope="col">{t("earned.date")}</th>
            <th scope="col" className="amount">
              {t("earned.commission")}
            </th>
            <th scope="col">{t("earned.status")}</th>
            <th scope="col">{t("earned.details")}</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Origin commission={one} orderUrl={orderUrl} />
              </th>
              <td className="no-break">{formatListDate(one.earnedAt, timeZone)}</td>
              <td className="amount">{formatMoney(one.amount)}</td>
              <td className="no-break">
                <EarnedBadge entry={one} />
              </td>
              <td>
                <div className="wrapping-cell">
                  <Reason commission={one} timeZone={timeZone} paymentUrl={paymentUrl} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function EarnedBadge({ entry: { kind, state, amount } }: { entry: EarnedInWordsWire }) {
  const t = useText("commissions");
  const isTaken = kind === "deduction" || (kind === "adjustment" && amount.amount.startsWith("-"));
  if (isTaken && isDeductionState(state)) {
    return (
      <StateBadge of="commission" state="deduction">
        {t(`deductions.${state}`)}
      </StateBadge>
    );
  }
  return <StatusBadge of="commission" state={state} />;
}

function isCommission(kind: EarnedInWordsWire["kind"]): boolean {
  return commissionKinds.some((one) => one === kind);
}

type OriginProps = { commission: EarnedInWordsWire; orderUrl: Props["orderUrl"] | undefined };

/** The order or kind of an entry. */
function Origin({ commission: { kind, order }, orderUrl }: OriginProps) {
  const t = useText("commissions");
  const name = order && (orderUrl ? <Link url={orderUrl(order.id)}>{order.name}</Link> : order.name);
  if (kind === "order") return name ?? null;
  return (
    <>
      {t(`kinds.${kind}`)}
      {name && <> ({name})</>}
    </>
  );
}

type ReasonProps = {
  commission: EarnedInWordsWire;
  timeZone: string;
  paymentUrl: Props["paymentUrl"];
};

function Reason({ commission, timeZone, paymentUrl }: ReasonProps) {
  const t = useText("commissions");
  const { payment } = commission;
  return (
    <BlockStack>
      <Text as="span">{commission.reason}</Text>
      {payment && (
        <Link url={paymentUrl(payment.id)}>
          {t("earned.payment", {
            method: methodName(payment.method),
            date: formatListDate(payment.at, timeZone),
          })}
        </Link>
      )}
      {commission.state === "pending" && isCommission(commission.kind) && (
        <Text as="span" tone="subdued">
          {commission.approvesAt === null
            ? t("earned.notStarted")
            : t("earned.approves", { date: formatListDate(commission.approvesAt, timeZone) })}
        </Text>
      )}
      {commission.state === "to_approve" && (
        <Text as="span" tone="subdued">
          {t("earned.toApprove")}
        </Text>
      )}
    </BlockStack>
  );
}
