import { BlockStack, Link, Text } from "@shopify/polaris";
import type { EarnedWire } from "#app/contracts/portal.ts";
import { commissionKindName, isDeductionState } from "#app/domain/commission-state.ts";
import { ownDeductionName, ownStateName } from "#app/domain/own-state-names.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { formatDate, formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { StatusBadge } from "../status-badge.tsx";

type Props = {
  commissions: readonly EarnedWire[];
  timeZone: string;
  /** The page of an order. */
  orderUrl: (orderId: string) => string;
  /** The page of a payment. */
  paymentUrl: (paymentId: string) => string;
  /** For the affiliate, what waits for approval is still pending. */
  isOwn?: boolean;
};

/** Commissions with what stands of them and why, and what a person gave or took. */
export function EarnedTable({ commissions, timeZone, orderUrl, paymentUrl, isOwn = false }: Props) {
  if (commissions.length === 0) return <Text as="p">There are no commissions yet.</Text>;
  return (
    <ScrollBox label="Commissions">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Date</th>
            <th scope="col">Commission</th>
            <th scope="col">Status</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Origin commission={one} orderUrl={orderUrl} />
              </th>
              <td className="no-break">{formatDate(one.earnedAt, timeZone)}</td>
              <td>{formatMoney(one.amount)}</td>
              <td>
                <EarnedBadge entry={one} isOwn={isOwn} />
              </td>
              <td>
                <div className="wrapping-cell">
                  <Reason commission={one} timeZone={timeZone} paymentUrl={paymentUrl} isOwn={isOwn} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type BadgeProps = { entry: EarnedWire; isOwn: boolean };

function EarnedBadge({ entry: { kind, state, amount }, isOwn }: BadgeProps) {
  const isTaken = kind === "deduction" || (kind === "adjustment" && amount.amount.startsWith("-"));
  if (isTaken && isDeductionState(state)) {
    return <StatusBadge status="deduction" label={ownDeductionName(state)} />;
  }
  if (!isOwn) return <StatusBadge status={state} />;
  return <StatusBadge status={state === "to_approve" ? "pending" : state} label={ownStateName(state)} />;
}

type OriginProps = { commission: EarnedWire; orderUrl: Props["orderUrl"] };

/** What it is for: an order by its name, a bonus, or what a person added or adjusted. */
function Origin({ commission: { kind, order }, orderUrl }: OriginProps) {
  const name = order && <Link url={orderUrl(order.id)}>{order.name}</Link>;
  if (kind === "order") return name ?? null;
  return (
    <>
      {kind === "adjustment" ? "Adjustment" : commissionKindName(kind)}
      {name && <> ({name})</>}
    </>
  );
}

type ReasonProps = {
  commission: EarnedWire;
  timeZone: string;
  paymentUrl: Props["paymentUrl"];
  isOwn: boolean;
};

function Reason({ commission, timeZone, paymentUrl, isOwn }: ReasonProps) {
  const { payment } = commission;
  return (
    <BlockStack>
      <Text as="span">{commission.reason}</Text>
      {payment && (
        <Link url={paymentUrl(payment.id)}>
          {methodNames[payment.method]}, {formatDate(payment.at, timeZone)}
        </Link>
      )}
      {commission.state === "pending" && (
        <Text as="span" tone="subdued">
          {commission.holdUntil === null
            ? "The approval period has not started."
            : `Approves ${formatDate(commission.holdUntil, timeZone)}`}
        </Text>
      )}
      {commission.state === "to_approve" && (
        <Text as="span" tone="subdued">
          {isOwn ? "Waiting for the store's approval." : "Ready for your approval."}
        </Text>
      )}
    </BlockStack>
  );
}
