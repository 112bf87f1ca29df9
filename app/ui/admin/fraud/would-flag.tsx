import { Button, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { FraudPreviewWire } from "#app/contracts/fraud-rule.ts";
import { callApi } from "../../shared/api-client.ts";
import { ApiError } from "../../shared/api-error.ts";
import { formatCount } from "../../shared/format.ts";

type Props = { kind: string; name: string; limits: Readonly<Record<string, number>> };
type Counted = { readonly asked: string; readonly sentence: string };

/** How many orders a rule would have flagged lately under the limits in its fields, counted when somebody asks. */
export function WouldFlag({ kind, name, limits }: Props) {
  const [counted, setCounted] = useState<Counted | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const asked = JSON.stringify(limits);
  const known = counted?.asked === asked ? counted.sentence : "";
  async function count() {
    setIsBusy(true);
    const sentence = await askSentence(kind, limits);
    setCounted({ asked, sentence });
    setIsBusy(false);
  }
  return (
    <InlineStack gap="300" blockAlign="center">
      <Button
        size="slim"
        loading={isBusy}
        onClick={() => void count()}
        accessibilityLabel={`Try on the last 30 days: ${name}`}
      >
        Try on the last 30 days
      </Button>
      <div aria-live="polite">
        <Text as="p" tone="subdued">
          {isBusy ? "Looking at the orders…" : known}
        </Text>
      </div>
    </InlineStack>
  );
}

async function askSentence(kind: string, limits: Props["limits"]): Promise<string> {
  try {
    const answer = await callApi(`/api/v1/fraud-rules/${kind}/preview`, { method: "POST", body: { limits } });
    return sentenceOf(kind, answer as FraudPreviewWire);
  } catch (error) {
    return error instanceof ApiError ? error.message : "It could not be counted. Try again.";
  }
}

function sentenceOf(kind: string, { found, looked, isCapped, affiliateFlags }: FraudPreviewWire): string {
  const orders = looked === 1 ? "credited order" : "credited orders";
  const share = `${formatCount(found)} of ${isCapped ? "the newest " : ""}${formatCount(looked)} ${orders}`;
  if (affiliateFlags === null) return `${share} would be flagged.`;
  const count = formatCount(affiliateFlags);
  const one = affiliateFlags === 1;
  return kind === "burst"
    ? `${share} would be reached by ${count} ${one ? "burst" : "bursts"}.`
    : `${share} would be reached, since ${count} ${one ? "affiliate shares" : "affiliates share"} an account with another.`;
}
