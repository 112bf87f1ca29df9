import { Banner, BlockStack, List, Text } from "@shopify/polaris";
import type { BonusesPaidWire, PreviewWire, PricedWire } from "#app/contracts/preview.ts";
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

type PricedLine = PricedWire["lines"][number];

function matchedRule(line: PricedLine) {
  return line.rules.find((rule) => rule.matched);
}

function paidBy(line: PricedLine): string {
  if (!line.counts) return "Does not count";
  return matchedRule(line)?.name ?? "Nothing";
}

function amountOf(priced: PricedWire, lineId: string): string {
  const line = priced.lines.find((one) => one.id === lineId);
  return line ? formatMoney(line.commission) : "";
}

type Basket = NonNullable<PreviewWire["bonuses"]["basket"]>;

/** T11: bonuses that the basket reaches, under the draft and the current terms. */
export function BasketBonuses({ draft, today }: Basket) {
  return (
    <BlockStack gap="100">
      <Text as="p">{`Bonuses beside it: ${paidText(draft)}`}</Text>
      {today && <Text as="p" tone="subdued">{`Under today's terms: ${paidText(today)}`}</Text>}
    </BlockStack>
  );
}

function paidText(paid: BonusesPaidWire): string {
  return paid.length === 0 ? "none" : paid.map(bonusText).join("; ");
}

/** "First sale: +$25.00 once": a bonus that one order reaches. */
export function bonusText({ name, times, amount }: BonusesPaidWire[number]): string {
  if (times === null || amount === null) return `${name}: so often that such an order would wait for you`;
  return `${name}: +${formatMoney(amount)} ${timesText(times)}`;
}

function timesText(times: number): string {
  return times === 1 ? "once" : `for ${times} times`;
}

/** Affiliates who reached each bonus of the draft by today's counts, and its cost. */
export function ReachedBonuses({ bonuses }: { bonuses: PreviewWire["bonuses"]["affiliates"] }) {
  return (
    <BlockStack gap="300">
      <Text as="p" tone="subdued">
        By today’s counts, had the draft been there from the beginning. A bonus is paid by the order that
        reaches it: who is there already when you save gets it only at a further multiple, where it repeats.
      </Text>
      {bonuses.map(({ id, name, reached, more }) => (
        <BlockStack gap="100" key={id}>
          <Text as="h3" variant="headingSm">
            {name}
          </Text>
          {reached.length === 0 ? (
            <Text as="p">Nobody has reached it yet.</Text>
          ) : (
            <List>
              {reached.map(({ affiliate, times, amount }) => (
                <List.Item key={affiliate.id}>
                  {`${affiliate.name}: ${formatMoney(amount)} ${timesText(times)}`}
                </List.Item>
              ))}
              {more && <List.Item>and others</List.Item>}
            </List>
          )}
        </BlockStack>
      ))}
    </BlockStack>
  );
}
