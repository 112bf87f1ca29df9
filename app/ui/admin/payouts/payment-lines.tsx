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

const names = {
  adjustment: "Adjustment",
  payout_item: "Earlier payment",
  write_off: "Write-off",
  opening_balance: "Opening balance",
} as const;

function LineName({ line }: { line: CoveredLine }) {
  if (line.kind !== "commission") return names[line.kind];
  const url = `/dashboard/affiliates/commissions/${line.id}`;
  const isDeduction = line.amount.amount.startsWith("-");
  return (
    <>
      <Link url={url}>{line.order?.name ?? "Commission"}</Link>
      {isDeduction && " (deduction)"}
    </>
  );
}
