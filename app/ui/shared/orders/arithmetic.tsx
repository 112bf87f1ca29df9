import { Text } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";

type ExplainedLine = OrderExplanationWire["lines"][number];
type ArithmeticLine = Pick<ExplainedLine, "id" | "title"> & {
  readonly steps: readonly Pick<ExplainedLine["steps"][number], "rule" | "text" | "amount">[];
  /** Rule that pays for the line. */
  readonly rule: string | null;
};

type Props = {
  caption: string;
  /** Distinguishes several calculations on a page. */
  label?: string;
  lines: readonly ArithmeticLine[];
  totals: OrderExplanationWire["totals"];
};

/** The calculation line by line. Rules are numbered as in docs/ledger.md, and the lines add up to the postings. */
export function Arithmetic({ caption, label = "How the commission came about", lines, totals }: Props) {
  if (lines.length === 0) return <Text as="p">Nothing on the order was charged for.</Text>;
  return (
    <ScrollBox label={label}>
      <table className="plain-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Rule</th>
            <th scope="col" className="amount">
              Amount
            </th>
          </tr>
        </thead>
        {lines.map((line) => (
          <tbody key={line.id}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {line.title}
              </th>
            </tr>
            {line.rule !== null && (
              <tr>
                <td>Paid by “{line.rule}”</td>
                <td colSpan={2}>T1</td>
              </tr>
            )}
            {line.steps.map((step) => (
              <tr key={step.text}>
                <td>{step.text}</td>
                <td>{step.rule}</td>
                <td className="amount">{formatMoney(step.amount)}</td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          <Total text="Eligible amount" rule="M7" amount={totals.base} />
          <Total text="Eligible amount after refunds" rule="M9" amount={totals.remainingBase} />
          <Total text="Earned" rule="M8" amount={totals.commission} />
          <Total text="Current commission" rule="M9" amount={totals.current} />
        </tfoot>
      </table>
    </ScrollBox>
  );
}

type TotalProps = { text: string; rule: string; amount: OrderExplanationWire["totals"]["base"] };

function Total({ text, rule, amount }: TotalProps) {
  return (
    <tr>
      <th scope="row">{text}</th>
      <td>{rule}</td>
      <td className="amount">{formatMoney(amount)}</td>
    </tr>
  );
}
