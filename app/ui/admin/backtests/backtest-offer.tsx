import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { Section } from "../../shared/detail-page.tsx";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";

type Props = {
  /** The page of its backtests. */
  page: string;
  kind: BacktestPlace["kind"];
  /** The draft in the editor, as the API writes terms. */
  terms: unknown;
};

/** Below the editor: starts a backtest of the draft, saved or not. */
export function BacktestOffer({ page, kind, terms }: Props) {
  const fetcher = useFetcher<{ readonly ok: boolean } & FormRefusal>();
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const run = () =>
    fetcher.submit({ intent: "start", terms: JSON.stringify(terms) }, { method: "post", action: page });
  return (
    <Section title="Past orders">
      <BlockStack gap="300">
        <ErrorBanner message={refusal?.message} answer={refusal} />
        <Text as="p">
          A backtest runs the terms above over {ordersOf[kind]} of the last 90 days, beside what they pay
          today. Nothing is posted. <Link url={page}>Other days and earlier backtests</Link>
        </Text>
        <InlineStack>
          <Button onClick={run} loading={fetcher.state !== "idle"}>
            Backtest this draft
          </Button>
        </InlineStack>
      </BlockStack>
    </Section>
  );
}

const ordersOf: Readonly<Record<Props["kind"], string>> = {
  program: "the orders",
  new: "the orders that any affiliate was credited with (all orders, while there are none)",
  own: "the orders that this affiliate was credited with",
};
