import { BlockStack, Card, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import type { OwedTotalWire } from "#app/contracts/owed.ts";
import { formatMoney } from "../../shared/format.ts";
import { useTypedParam } from "../../shared/list/use-typed-param.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { behindTotal, figures } from "./owed-words.ts";

type Props = { totals: readonly OwedTotalWire[]; asOf: string | null };

/** The totals of each currency, and the day at whose end they are told. */
export function OwedTotals({ totals, asOf }: Props) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <Text as="h2" variant="headingMd">
            {asOf === null ? "Totals now" : "Totals at the end of that day"}
          </Text>
          <AsOf />
        </InlineStack>
        {totals.length > 0 && (
          <ScrollBox label="Totals">
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">Currency</th>
                  {figures.map(({ name, label }) => (
                    <th key={name} scope="col" className="amount">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {totals.map((row) => (
                  <TotalRow key={row.pending.currencyCode} row={row} asOf={asOf} />
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </BlockStack>
    </Card>
  );
}

function TotalRow({ row, asOf }: { row: OwedTotalWire; asOf: string | null }) {
  const currency = row.pending.currencyCode;
  return (
    <tr>
      <th scope="row">{currency}</th>
      {figures.map((figure) => (
        <td key={figure.name} className="amount">
          <Link url={behindTotal(figure, { currency, asOf })}>{formatMoney(row[figure.name])}</Link>
        </td>
      ))}
    </tr>
  );
}

function AsOf() {
  const [text, setText] = useTypedParam("asOf", (typed) => typed === "" || typed >= "1970");
  return (
    <TextField
      label="As of"
      labelHidden
      prefix="As of the end of"
      type="date"
      autoComplete="off"
      value={text}
      onChange={setText}
      clearButton
      onClearButtonClick={() => setText("")}
    />
  );
}
