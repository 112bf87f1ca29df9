import { Text } from "@shopify/polaris";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { orders } from "#app/i18n/en/admin/orders.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { formatMoney } from "../format.ts";
import { ScrollBox } from "../scroll-box.tsx";

provideTexts({ orders });

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

/** Numbers of the rules of the totals in docs/ledger.md. */
const totalRules = { base: "M7", remainingBase: "M9", commission: "M8", current: "M9" } as const;
/** Number of the rule that chooses a line's pay. */
const lineRule = "T1";
const totalNames = ["base", "remainingBase", "commission", "current"] as const;

/** The calculation line by line. Rules are numbered as in docs/ledger.md, and the lines add up to the postings. */
export function Arithmetic({ caption, label, lines, totals }: Props) {
  const t = useText("orders");
  if (lines.length === 0) return <Text as="p">{t("calculation.noCharges")}</Text>;
  return (
    <ScrollBox label={label ?? t("calculation.label")}>
      <table className="plain-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("calculation.step")}</th>
            <th scope="col">{t("calculation.rule")}</th>
            <th scope="col" className="amount">
              {t("calculation.amount")}
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
                <td>{t("calculation.paidBy", { rule: line.rule })}</td>
                <td colSpan={2}>{lineRule}</td>
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
          {totalNames.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`calculation.totals.${name}`)}</th>
              <td>{totalRules[name]}</td>
              <td className="amount">{formatMoney(totals[name])}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </ScrollBox>
  );
}
