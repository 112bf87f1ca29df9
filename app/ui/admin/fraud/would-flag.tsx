import { Button, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { FraudPreviewWire } from "#app/contracts/fraud-rule.ts";
import { callApi } from "../../shared/api-client.ts";
import { ApiError } from "../../shared/api-error.ts";
import { formatCount } from "../../shared/format.ts";

type Props = { kind: string; name: string; limits: Readonly<Record<string, number>> };
type Counted = { readonly asked: string; readonly sentence: string };

/** How much a rule would have flagged lately under the limits in its fields, counted when somebody asks. */
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
    return sentenceOf(answer as FraudPreviewWire);
  } catch (error) {
    return error instanceof ApiError ? error.message : "It could not be counted. Try again.";
  }
}

function sentenceOf({ what, found, looked, isCapped }: FraudPreviewWire): string {
  const count = formatCount(found);
  const bursts = found === 1 ? "burst" : "bursts";
  if (what === "bursts") return `${count} ${bursts} would be flagged.`;
  if (what === "affiliates") return `${count} share an account with somebody else.`;
  const orders = looked === 1 ? "credited order" : "credited orders";
  return `${count} of ${isCapped ? "the newest " : ""}${formatCount(looked ?? 0)} ${orders} would be flagged.`;
}
