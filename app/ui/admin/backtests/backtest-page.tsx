import { Card, Text } from "@shopify/polaris";
import type { BacktestWire } from "#app/contracts/backtest.ts";
import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { formatDateTime, formatDay } from "../../shared/format.ts";
import { useFileAction } from "../../shared/use-file-action.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { termsText } from "../programs/terms-text.ts";
import { BacktestResult } from "./backtest-result.tsx";
import { comparedTexts, scopeTexts } from "./backtest-words.ts";
import { isOpen, RunProgress } from "./run-progress.tsx";

export type BacktestPageData = {
  readonly backtest: BacktestWire;
  readonly place: BacktestPlace;
  readonly timeZone: string;
};

/** The page's title. */
export function backtestTitle(place: BacktestPlace): string {
  if (place.kind === "program") return `Backtest of ${place.program}`;
  return place.kind === "own" ? "Backtest of own terms" : "Backtest of a new program";
}

/** One backtest: how far it is, and then what came out. */
export function BacktestPage({ backtest, place, timeZone }: BacktestPageData) {
  const { id, result, scope, firstDay, lastDay, createdBy, createdAt } = backtest;
  const file = (table: string) => `/dashboard/export/backtest.csv?id=${id}&table=${table}`;
  const affiliatesFile = useFileAction(file("affiliates"), "Affiliates (CSV)");
  const productsFile = useFileAction(file("products"), "Products (CSV)");
  useLookWhile(isOpen(backtest));
  return (
    <DetailPage
      title={backtestTitle(place)}
      {...(place.kind === "own" && { subtitle: `${place.affiliate} in ${place.program}` })}
      back={{ content: "Backtests", url: place.path }}
      secondaryActions={[
        { content: "Edit draft", url: `${place.editor}?draft=${id}` },
        { content: "Run again", url: `${place.path}?of=${id}` },
        ...(result ? [affiliatesFile, productsFile] : []),
      ]}
      aside={
        <Section title="What was asked">
          <FactList
            facts={[
              { term: "Draft", description: termsText(backtest.terms) },
              { term: "Orders", description: scopeTexts[place.kind][scope] },
              { term: "Days", description: `${formatDay(firstDay)} to ${formatDay(lastDay)}` },
              { term: "Asked by", description: `${createdBy}, ${formatDateTime(createdAt, timeZone)}` },
            ]}
          />
          <Text as="p" tone="subdued">
            A backtest posts nothing. {comparedTexts[place.kind]}
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
