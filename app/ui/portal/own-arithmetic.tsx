import { BlockStack, Text } from "@shopify/polaris";
import type { OwnArithmetic } from "#app/contracts/own-explanation.ts";
import { restRuleName } from "#app/domain/rest-rule.ts";
import { formatBps, formatDateTime, formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";

type Props = { arithmetic: OwnArithmetic; timeZone: string };

const totals = ["base", "remainingBase", "commission", "standing"] as const;

/** The calculation of a commission, product by product. */
export function OwnArithmeticTable({ arithmetic, timeZone }: Props) {
  const t = useText("portal");
  const stepText = useStepText();
  if (arithmetic.lines.length === 0) return <Text as="p">{t("order.nothingCharged")}</Text>;
  return (
    <BlockStack gap="300">
      <TermsOfOrder arithmetic={arithmetic} timeZone={timeZone} />
      <ScrollBox label={t("order.calculation")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("order.step")}</th>
              <th scope="col" className="amount">
                {t("order.amount")}
              </th>
            </tr>
          </thead>
          {arithmetic.lines.map((line) => (
            <tbody key={line.id}>
              <tr>
                <th scope="rowgroup" colSpan={2}>
                  {line.title}
                </th>
              </tr>
              {line.rule !== null && (
                <tr>
                  <td colSpan={2}>
                    {line.rule === restRuleName
                      ? t("order.paidByRest")
                      : t("order.paidBy", { rule: line.rule })}
                  </td>
                </tr>
              )}
              {line.steps.map((step) => (
                <tr key={step.text}>
                  <td>{stepText(step)}</td>
                  <td className="amount">{formatMoney(step.amount)}</td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            {totals.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`order.totals.${name}`)}</th>
                <td className="amount">{formatMoney(arithmetic.totals[name])}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </ScrollBox>
    </BlockStack>
  );
}

type Step = OwnArithmetic["lines"][number]["steps"][number];

function useStepText(): (step: Step) => string {
  const t = useText("portal");
  return ({ code, quantity = 0, rateBps = 0 }) => {
    if (code === "price") return t("order.steps.price", { quantity });
    if (code === "commission-item") return t("order.steps.commission-item", { quantity });
    if (code === "commission-rate") return t("order.steps.commission-rate", { rate: formatBps(rateBps) });
    return t(`order.steps.${code}`);
  };
}

/** The terms that were frozen with the order, and when they approve it. */
function TermsOfOrder({ arithmetic: { version, hold }, timeZone }: Props) {
  const t = useText("portal");
  const { holdDays, holdFrom, holdBeganAt, approval } = hold;
  const sentences = [
    t("order.terms", { version }),
    t(`order.hold.${holdFrom}`, { days: holdDays }),
    holdBeganAt === null
      ? t("order.hold.notBegun")
      : t("order.hold.began", { date: formatDateTime(holdBeganAt, timeZone) }),
    ...(approval === "manual" ? [t("order.hold.manual")] : []),
  ];
  return (
    <Text as="p" tone="subdued">
      {sentences.join(" ")}
    </Text>
  );
}
