import { Link, Text } from "@shopify/polaris";
import type { PayoutPreviewWire } from "#app/contracts/payout.ts";
import { FactList, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { peopleText } from "./payout-words.ts";

/** What a batch would come to, what it takes, and why the others are not paid. */
export function PreviewTotals({ totals, method }: Pick<PayoutPreviewWire, "totals" | "method">) {
  const hasFees = method === "paypal";
  return (
    <>
      <Section title="What it comes to">
        <FactList
          facts={[
            { term: "Paid", description: peopleText(totals.count) },
            { term: "Amounts", description: formatMoney(totals.total) },
            ...(hasFees
              ? [
                  { term: "PayPal's fees, estimated", description: formatMoney(totals.estimatedFees) },
                  { term: "Of these borne by affiliates", description: formatMoney(totals.withheld) },
                ]
              : []),
            { term: "To have at hand", description: formatMoney(totals.funding) },
          ]}
        />
        {hasFees && (
          <Text as="p" tone="subdued">
            {`PayPal tells its fees only after the payment. ${estimateText(totals)}`}
          </Text>
        )}
      </Section>
      {totals.notPaid.length > 0 && (
        <Section title="Not paid this time">
          <NotPaidTable notPaid={totals.notPaid} />
        </Section>
      )}
    </>
  );
}

function estimateText({ feeCap, total }: PayoutPreviewWire["totals"]): string {
  return feeCap === null
    ? `This estimate is 2% of each amount. No cap is known for ${total.currencyCode}: PayPal may take less, and affiliates bear none of it.`
    : `This estimate is 2% of each amount, at most ${formatMoney(feeCap)} of each.`;
}

function NotPaidTable({ notPaid }: { notPaid: PayoutPreviewWire["totals"]["notPaid"] }) {
  const { hrefOf } = useListParams();
  return (
    <ScrollBox label="Not paid this time">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Why</th>
            <th scope="col" className="amount">
              Affiliates
            </th>
            <th scope="col" className="amount">
              Payable
            </th>
          </tr>
        </thead>
        <tbody>
          {notPaid.map(({ reason, text, count, payable }) => (
            <tr key={reason}>
              <th scope="row">
                <Link url={hrefOf({ status: reason })}>{text}</Link>
              </th>
              <td className="amount">{formatCount(count)}</td>
              <td className="amount">{formatMoney(payable)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
