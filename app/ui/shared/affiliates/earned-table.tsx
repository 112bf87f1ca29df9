import { BlockStack, Link, Text } from "@shopify/polaris";
import type { EarnedWire } from "#app/contracts/portal.ts";
import {
  commissionKindName,
  commissionKinds,
  type EntryKind,
  entryKinds,
  isDeductionState,
} from "#app/domain/commission-state.ts";
import { ownDeductionName, ownStateName } from "#app/domain/own-state-names.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { formatDate, formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";
import { StatusBadge } from "../status-badge.tsx";

type Props = {
  commissions: readonly EarnedWire[];
  timeZone: string;
  /** The page of an order; without it, orders are not links. */
  orderUrl?: (orderId: string) => string;
  /** The page of a payment. */
  paymentUrl: (paymentId: string) => string;
  /** For the affiliate, what waits for approval is still pending. */
  isOwn?: boolean;
};

/** Entries of an affiliate's balance with their amounts, states and reasons. */
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

const otherNames = {
  adjustment: "Adjustment",
  write_off: "Write-off",
  opening_balance: "Opening balance",
  payout_item: "Returned payment",
} as const;

function isEntry(kind: EarnedWire["kind"]): kind is EntryKind {
  return entryKinds.some((one) => one === kind);
}

function isCommission(kind: EarnedWire["kind"]): boolean {
  return commissionKinds.some((one) => one === kind);
}

type OriginProps = { commission: EarnedWire; orderUrl: Props["orderUrl"] | undefined };

/** The order or kind of an entry. */
function Origin({ commission: { kind, order }, orderUrl }: OriginProps) {
  const name = order && (orderUrl ? <Link url={orderUrl(order.id)}>{order.name}</Link> : order.name);
  if (kind === "order") return name ?? null;
  return (
    <>
      {isEntry(kind) ? commissionKindName(kind) : otherNames[kind]}
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
      {commission.state === "pending" && isCommission(commission.kind) && (
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
