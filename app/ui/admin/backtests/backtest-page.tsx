import { Card, Text } from "@shopify/polaris";
import type { BacktestWire } from "#app/contracts/backtest.ts";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { formatDateTime, formatDay } from "../../shared/format.ts";
import { useFileAction } from "../../shared/use-file-action.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { termsText } from "../programs/terms-text.ts";
import { BacktestResult } from "./backtest-result.tsx";
import { isOpen, RunProgress } from "./run-progress.tsx";

export type BacktestPageData = {
  readonly backtest: BacktestWire;
  readonly program: string;
  readonly timeZone: string;
};

export const scopeTexts = {
  credited: "Orders credited in this program",
  all: "All orders, as if this program had been credited",
} as const;

/** One backtest: how far it is, and then what came out. */
export function BacktestPage({ backtest, program, timeZone }: BacktestPageData) {
  const { id, result, scope, firstDay, lastDay, createdBy, createdAt } = backtest;
  const file = (table: string) => `/dashboard/backtest.csv?id=${id}&table=${table}`;
  const affiliatesFile = useFileAction(file("affiliates"), "Affiliates (CSV)");
  const productsFile = useFileAction(file("products"), "Products (CSV)");
  useLookWhile(isOpen(backtest));
  const list = `/dashboard/programs/${backtest.program}/backtest`;
  return (
    <DetailPage
      title={`Backtest of ${program}`}
      back={{ content: "Backtests", url: list }}
      secondaryActions={[
        { content: "Run again", url: `${list}?of=${id}` },
        ...(result ? [affiliatesFile, productsFile] : []),
      ]}
      aside={
        <Section title="What was asked">
          <FactList
            facts={[
              { term: "Draft", description: termsText(backtest.terms) },
              { term: "Orders", description: scopeTexts[scope] },
              { term: "Days", description: `${formatDay(firstDay)} to ${formatDay(lastDay)}` },
              { term: "Asked by", description: `${createdBy}, ${formatDateTime(createdAt, timeZone)}` },
            ]}
          />
          <Text as="p" tone="subdued">
            A backtest posts nothing. Affiliates with own terms keep them on both sides.
          </Text>
        </Section>
      }
    >
      {(!result || backtest.error !== "") && (
        <Card>
          <RunProgress run={backtest} label="Backtest" />
        </Card>
      )}
      {result && <BacktestResult result={result} />}
    </DetailPage>
  );
}
