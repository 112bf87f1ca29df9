import { BlockStack, Link, Text } from "@shopify/polaris";
import type { PayoutItemDetailWire } from "#app/contracts/payout.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

type Covers = PayoutItemDetailWire["covers"];
type CoveredLine = Covers["lines"][number];

/** The commissions that a payment pays, and what it deducts. */
export function PaymentLines({ covers }: { covers: Covers }) {
  const { lines, total } = covers;
  return (
    <BlockStack gap="200">
      <ScrollBox label="Commissions">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Commission</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <LineName line={line} />
                </th>
                <td>{formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {total > lines.length && (
        <Text as="p" tone="subdued">
          The first {formatCount(lines.length)} of {formatCount(total)}
        </Text>
      )}
    </BlockStack>
  );
}

function LineName({ line }: { line: CoveredLine }) {
  if (line.kind === "adjustment") return "Adjustment";
  if (line.kind === "payout_item") return "Earlier payment";
  const url = `/dashboard/affiliates/commissions/${line.id}`;
  const isDeduction = line.amount.amount.startsWith("-");
  return (
    <>
      <Link url={url}>{line.order?.name ?? "Commission"}</Link>
      {isDeduction && " (deduction)"}
    </>
  );
}
