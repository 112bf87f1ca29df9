import { BlockStack, Link, Text } from "@shopify/polaris";
import type { EarnedWire } from "#app/contracts/portal.ts";
import { commissionKinds } from "#app/domain/commission-state.ts";
import type { EarnedWhy } from "#app/domain/deduction.ts";
import { formatDate, formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";
import { EarnedBadge } from "./own-badge.tsx";

type Props = {
  readonly commissions: readonly EarnedWire[];
  readonly timeZone: string;
  /** On the order's own page its name is not a link. */
  readonly isOrderPage?: boolean;
};

/** The affiliate's commissions, adjustments, and deductions, each with its reason. */
export function OwnEarnings({ commissions, timeZone, isOrderPage = false }: Props) {
  const t = useText("portal");
  if (commissions.length === 0) return <Text as="p">{t("earned.none")}</Text>;
  return (
    <ScrollBox label={t("earned.table")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("earned.order")}</th>
            <th scope="col">{t("earned.date")}</th>
            <th scope="col">{t("earned.amount")}</th>
            <th scope="col">{t("earned.state")}</th>
            <th scope="col">{t("earned.reason")}</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Origin commission={one} isOrderPage={isOrderPage} />
              </th>
              <td className="no-break">{formatDate(one.earnedAt, timeZone)}</td>
              <td>{formatMoney(one.amount)}</td>
              <td>
                <EarnedBadge entry={one} />
              </td>
              <td>
                <div className="wrapping-cell">
                  <Reason commission={one} timeZone={timeZone} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type OriginProps = { readonly commission: EarnedWire; readonly isOrderPage: boolean };

/** The order, or the kind of another entry. */
function Origin({ commission: { kind, order }, isOrderPage }: OriginProps) {
  const t = useText("states");
  const link = order && <Link url={`/portal/orders/${encodeURIComponent(order.id)}`}>{order.name}</Link>;
  const name = isOrderPage ? order && <span>{order.name}</span> : link;
  if (kind === "order") return name;
  return (
    <BlockStack>
      <span>{t(`entry.${kind}`)}</span>
      {name}
    </BlockStack>
  );
}

function Reason({ commission, timeZone }: { commission: EarnedWire; timeZone: string }) {
  const t = useText("portal");
  const states = useText("states");
  const { kind, payment, state, approvesAt, why } = commission;
  return (
    <BlockStack>
      <WhyText why={why} />
      {payment && (
        <Link url={`/portal/payouts/${payment.id}`}>
          {t("earned.payment", {
            method: states(`method.${payment.method}`),
            date: formatDate(payment.at, timeZone),
          })}
        </Link>
      )}
      {state === "pending" && commissionKinds.some((one) => one === kind) && (
        <Text as="span" tone="subdued">
          {approvesAt === null
            ? t("earned.notStarted")
            : t("earned.approves", { date: formatDate(approvesAt, timeZone) })}
        </Text>
      )}
      {state === "to_approve" && (
        <Text as="span" tone="subdued">
          {t("earned.waits")}
        </Text>
      )}
    </BlockStack>
  );
}

function WhyText({ why }: { why: EarnedWhy }) {
  const t = useText("reasons");
  if (!("order" in why)) return <span>{t(`why.${why.code}`)}</span>;
  return <span>{t(`deduction.${why.code}`, { order: why.order ?? t("deduction.noOrder") })}</span>;
}
