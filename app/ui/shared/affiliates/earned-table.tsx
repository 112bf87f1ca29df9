import { Badge, BlockStack, Link, Text } from "@shopify/polaris";
import type { EarnedWire } from "#app/contracts/portal.ts";
import {
  commissionKindName,
  commissionKinds,
  type EntryKind,
  entryKinds,
  isDeductionState,
  ownDeductionName,
} from "#app/domain/commission-state.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { badgeLook } from "../badge-looks.ts";
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
};

/** Entries of an affiliate's balance with their amounts, states and reasons. */
export function EarnedTable({ commissions, timeZone, orderUrl, paymentUrl }: Props) {
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

function EarnedBadge({ entry: { kind, state, amount } }: { entry: EarnedWire }) {
  const isTaken = kind === "deduction" || (kind === "adjustment" && amount.amount.startsWith("-"));
  if (isTaken && isDeductionState(state)) {
    return <Badge {...badgeLook("commission", "deduction")}>{ownDeductionName(state)}</Badge>;
  }
  return <StatusBadge of="commission" state={state} />;
}

const otherNames = {
  adjustment: "Adjustment",
  write_off: "Write-off",
  opening_balance: "Opening balance",
  payment: "Returned payment",
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
};

function Reason({ commission, timeZone, paymentUrl }: ReasonProps) {
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
          {commission.approvesAt === null
            ? "The approval period has not started."
            : `Approves ${formatDate(commission.approvesAt, timeZone)}`}
        </Text>
      )}
      {commission.state === "to_approve" && (
        <Text as="span" tone="subdued">
          Ready for your approval.
        </Text>
      )}
    </BlockStack>
  );
}
