import { BlockStack, Box, Card, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { AddressFault } from "../../shared/list/address-fault.tsx";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { PointingTable, type PointingRow } from "./pointing-table.tsx";
import { type EndQuestion, useEnd } from "./use-end.ts";

/** What the loaders of both pages answer. */
export type PointingList = {
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  exportUrl: string;
  timeZone: string;
};

type Props = {
  title: string;
  list: PointingList;
  rows: readonly PointingRow[];
  /** What the table's first column holds. */
  column: string;
  searchLabel: string;
  empty: string;
  /** How another one is added. */
  adding: { readonly title: string; readonly text: string; readonly form: ReactNode };
  /** What is asked before one is ended, and what is said then. */
  question: (row: PointingRow) => EndQuestion;
  ended: string;
};

const statuses = [
  { value: "active", label: "Holding" },
  { value: "ended", label: "Ended" },
];

/** A page of Settings ▸ Attribution: what points to affiliates beside the order, and how another is added. */
export function PointingPage({ list, rows, ...words }: Props) {
  const { pagination, affiliate, exportUrl, timeZone } = list;
  const file = useFileAction(exportUrl, "Export CSV");
  const { end, refusal, isBusy } = useEnd(words.ended);
  return (
    <Page
      title={words.title}
      backAction={{ content: "Attribution", url: "/dashboard/settings/attribution" }}
      secondaryActions={[file]}
      fullWidth
    >
      <BlockStack gap="400">
        <ErrorBanner message={refusal?.message} answer={refusal} />
        <AddressFault />
        <Section title={words.adding.title}>
          <Text as="p" tone="subdued">
            {words.adding.text}
          </Text>
          {words.adding.form}
        </Section>
        <Card padding="0">
          <ListFilters
            searchLabel={words.searchLabel}
            statuses={statuses}
            selects={[]}
            sorts={[]}
            affiliate={affiliate}
            days={undefined}
          />
          {rows.length === 0 ? (
            <Box padding="400">
              <Text as="p">{words.empty}</Text>
            </Box>
          ) : (
            <PointingTable
              label={words.title}
              column={words.column}
              timeZone={timeZone}
              isBusy={isBusy}
              rows={rows}
              onEnd={(row) => end(row.id, words.question(row))}
            />
          )}
          {pagination.total > 0 && <ListFooter pagination={pagination} shown={rows.length} />}
        </Card>
      </BlockStack>
    </Page>
  );
}
