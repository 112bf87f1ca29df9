import { Banner, List, Text } from "@shopify/polaris";
import type { PricedWire } from "#app/contracts/preview.ts";
import { formatMoney } from "../../../shared/format.ts";
import { Arithmetic } from "../../../shared/orders/arithmetic.tsx";
import { ScrollBox } from "../../../shared/scroll-box.tsx";

type Props = {
  /** Noun of the order: "the basket", "#1001". */
  subject: string;
  draft: PricedWire;
  today: PricedWire | null;
};

/** Commission of a draft for an order, line by line with the rule that applied, next to the current terms. */
export function PricedLines({ subject, draft, today }: Props) {
  return (
    <div className="editor-sections">
      <ScrollBox label={`What the draft pays for ${subject}`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Paid by</th>
              <th scope="col" className="amount">
                Draft
              </th>
              {today && (
                <th scope="col" className="amount">
                  Today
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {draft.lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.title}</th>
                <td>{paidBy(line)}</td>
                <td className="amount">{formatMoney(line.commission)}</td>
                {today && <td className="amount">{amountOf(today, line.id)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Together
              </th>
              <td className="amount">{formatMoney(draft.totals.commission)}</td>
              {today && <td className="amount">{formatMoney(today.totals.commission)}</td>}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {draft.moreThanSold && <Banner tone="warning">Commission is more than net sales.</Banner>}
      {draft.reason !== null && (
        <Text as="p" tone="subdued">
          {draft.reason}
        </Text>
      )}
      {draft.knownBefore.length > 0 && (
        <List>
          {draft.knownBefore.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
      <details>
        <summary>{`The arithmetic of ${subject}`}</summary>
        <Arithmetic
          caption="Under the draft"
          label={`The arithmetic of ${subject}`}
          lines={draft.lines.map((line) => ({ ...line, rule: matchedRule(line)?.name ?? null }))}
          totals={draft.totals}
        />
      </details>
    </div>
  );
}

type Line = PricedWire["lines"][number];

function matchedRule(line: Line) {
  return line.rules.find((rule) => rule.matched);
}

function paidBy(line: Line): string {
  if (!line.counts) return "Does not count";
  return matchedRule(line)?.name ?? "Nothing";
}

function amountOf(priced: PricedWire, lineId: string): string {
  const line = priced.lines.find((one) => one.id === lineId);
  return line ? formatMoney(line.commission) : "";
}
