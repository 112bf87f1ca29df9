import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";

type Props = {
  programId: string;
  /** The draft in the editor, as the API writes terms. */
  terms: unknown;
};

/** Below the editor: running the draft that is in it over past orders, as they are saved or not. */
export function BacktestOffer({ programId, terms }: Props) {
  const page = `/dashboard/programs/${programId}/backtest`;
  const fetcher = useFetcher<{ readonly ok: boolean } & FormRefusal>();
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const run = () =>
    fetcher.submit({ intent: "start", terms: JSON.stringify(terms) }, { method: "post", action: page });
  return (
    <Section title="Past orders">
      <BlockStack gap="300">
        <ErrorBanner message={refusal?.message} />
        <Text as="p">
          A backtest runs the terms above over the orders of the last 90 days, beside today&apos;s terms.
          Nothing is posted. <Link url={page}>Other days and earlier backtests</Link>
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
