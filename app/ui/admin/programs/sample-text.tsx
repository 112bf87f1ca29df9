import { Text } from "@shopify/polaris";
import { type Money, toDecimal } from "#app/domain/money.ts";
import { formatMoney } from "../../shared/format.ts";
import { sampleOf } from "./program-values.ts";
import type { TermsDraft } from "./terms/draft.ts";

/** What the typed fallback pays, said while it is typed, by the formula that judges real orders. */
export function SampleText({ terms, currency }: { terms: TermsDraft; currency: string }) {
  const sample = sampleOf(terms, currency);
  return (
    <div aria-live="polite">
      <Text as="p" {...(!sample && { tone: "subdued" as const })}>
        {sample
          ? `An order of ${money(sample.order)} pays ${money(sample.commission)}. If half of it is returned, ${money(sample.afterReturn)} stays.`
          : withoutSample(terms)}
      </Text>
    </div>
  );
}

function withoutSample({ rules, caps, commission }: TermsDraft): string {
  if (rules.length > 0) return "What no rule pays for earns this.";
  if (caps.perOrder || caps.perAffiliate) return "The preview shows what the limits leave of it.";
  if (commission.type === "none") return "Nothing is paid.";
  if (commission.type === "tiered") return "The preview shows what each tier pays.";
  return "Enter a commission to see what an order pays.";
}

function money(amount: Money): string {
  return formatMoney({ amount: toDecimal(amount), currencyCode: amount.currency });
}
