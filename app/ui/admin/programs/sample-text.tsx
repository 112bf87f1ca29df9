import { Text } from "@shopify/polaris";
import { toDecimal, type Money } from "#app/domain/money.ts";
import { formatMoney } from "../../shared/format.ts";
import { sampleOf, type ProgramValues } from "./program-values.ts";

/** What the typed terms pay, said while they are typed, by the formula that judges real orders. */
export function SampleText({ values, currency }: { values: ProgramValues; currency: string }) {
  const sample = sampleOf(values, currency);
  return (
    <div aria-live="polite">
      <Text as="p" {...(!sample && { tone: "subdued" as const })}>
        {sample
          ? `An order of ${money(sample.order)} pays ${money(sample.commission)}. If half of it is returned, ${money(sample.afterReturn)} stays.`
          : "Enter a commission to see what an order pays."}
      </Text>
    </div>
  );
}

function money(amount: Money): string {
  return formatMoney({ amount: toDecimal(amount), currencyCode: amount.currency });
}
