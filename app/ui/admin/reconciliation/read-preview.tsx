import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { formatCount, formatDay, formatMoney } from "../../shared/format.ts";
import { outcomeLabels } from "./reading-words.ts";

/** The first rows as they are read, and how many of all rows are unclear. */
export function ReadPreview({ upload: { preview, unclear } }: { upload: StatementDraftWire }) {
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center">
        <Text as="h2" variant="headingMd">
          {`Preview of the first ${formatCount(preview.length)}`}
        </Text>
        {unclear > 0 && <Badge tone="attention">{`${formatCount(unclear)} unclear`}</Badge>}
      </InlineStack>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Date</th>
            <th scope="col">Type</th>
            <th scope="col" className="amount">
              Amount
            </th>
            <th scope="col" className="amount">
              Fee
            </th>
            <th scope="col">Reference</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {preview.map((row) => (
            <tr key={row.line}>
              <th scope="row">{row.line}</th>
              <td data-label="Date">{row.day === null ? "–" : formatDay(row.day)}</td>
              <td data-label="Type">
                {row.outcome === "unclear" ? (
                  <BlockStack gap="050" inlineAlign="start">
                    <Badge tone="attention">{outcomeLabels.unclear}</Badge>
                    <Text as="span" tone="subdued">
                      {row.reason}
                    </Text>
                  </BlockStack>
                ) : (
                  outcomeLabels[row.outcome]
                )}
              </td>
              <td data-label="Amount" className="amount">
                {row.amount ? signed(row.amount) : "–"}
              </td>
              <td data-label="Fee" className="amount">
                {row.fee ? formatMoney(row.fee) : "–"}
              </td>
              <td data-label="Reference" className="example-cell">
                {row.reference || "–"}
              </td>
              <td data-label="Status">{row.status || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}

/** With its sign in front, also above zero. */
function signed(money: Parameters<typeof formatMoney>[0]): string {
  const text = formatMoney(money);
  return money.amount.startsWith("-") ? text : `+${text}`;
}
