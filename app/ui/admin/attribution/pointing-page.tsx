import { BlockStack, Box, Button, Card, Link, Text } from "@shopify/polaris";
import { type ReactNode, useCallback } from "react";
import { assignments } from "#app/i18n/en/admin/assignments.ts";
import type { ListSpec } from "#app/contracts/lists/list-spec.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { AddressFault, ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useExportUrl } from "../../shared/list/use-list-params.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { listText } from "../../shared/list/list-text.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ assignments });

export type PointingList = {
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  timeZone: string;
};

type Props = {
  title: string;
  spec: Pick<ListSpec<never>, "name" | "query">;
  list: PointingList;
  rows: readonly PointingRow[];
  /** Title of the table's first column. */
  column: string;
  searchLabel: string;
  empty: string;
  /** Form to add one. */
  adding: { readonly title: string; readonly text: string; readonly form: ReactNode };
  /** Confirmation before one ends, and the toast after it. */
  question: (row: PointingRow) => EndQuestion;
  ended: string;
};

/** A page of Settings ▸ Attribution with attribution signals that do not come from orders, and a form to add one. */
export function PointingPage({ list, rows, ...words }: Props) {
  const t = useText("assignments");
  const { pagination, affiliate, timeZone } = list;
  const statuses = (["active", "ended"] as const).map((value) => ({ value, label: t(`list.${value}`) }));
  const file = useFileAction(useExportUrl(words.spec), listText("export"));
  const { end, refusal, isBusy } = useEnd(words.ended);
  return (
    <AppPage
      title={words.title}
      backAction={{ content: frameText("pages.attribution"), url: "/dashboard/settings/attribution" }}
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
            list={words.spec}
            searchLabel={words.searchLabel}
            statuses={statuses}
            affiliate={affiliate}
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
    </AppPage>
  );
}

type EndQuestion = { readonly title: string; readonly message: string };

/** Ends an assignment after a confirmation. `done` is the text of the toast. */
function useEnd(done: string) {
  const t = useText("assignments");
  const confirm = useConfirm();
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: done }), [addToast, done]);
  const { fetcher, refusal, isBusy } = useIntent("end", onDone);
  function end(id: string, question: EndQuestion): void {
    confirm({
      ...question,
      confirmLabel: t("list.end"),
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "end", id }, { method: "post" }),
    });
  }
  return { end, refusal, isBusy };
}

type PointingRow = {
  readonly id: string;
  readonly name: ReactNode;
  /** Name in the button's accessible label. */
  readonly spoken: string;
  readonly affiliate: { readonly id: string; readonly name: string };
  readonly since: string;
  readonly until: string | null;
  readonly by: string;
};

type PointingRowProps = {
  label: string;
  column: string;
  rows: readonly PointingRow[];
  timeZone: string;
  isBusy: boolean;
  onEnd: (row: PointingRow) => void;
};

/** Assignments to affiliates with their days. Active ones can be ended. */
function PointingTable({ label, column, rows, timeZone, isBusy, onEnd }: PointingRowProps) {
  const t = useText("assignments");
  return (
    <ScrollBox label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t("list.affiliate")}</th>
            <th scope="col">{t("list.since")}</th>
            <th scope="col">{t("list.until")}</th>
            <th scope="col">{t("list.by")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id} ${row.since}`}>
              <th scope="row" className="wrapping-cell">
                {row.name}
              </th>
              <td>
                <Link url={`/dashboard/affiliates/${row.affiliate.id}`}>{row.affiliate.name}</Link>
              </td>
              <td className="no-break">{formatDateTime(row.since, timeZone)}</td>
              <td className="no-break">
                {row.until === null ? (
                  <Button
                    size="slim"
                    disabled={isBusy}
                    accessibilityLabel={t("list.endOne", { name: row.spoken })}
                    onClick={() => onEnd(row)}
                  >
                    {t("list.end")}
                  </Button>
                ) : (
                  formatDateTime(row.until, timeZone)
                )}
              </td>
              <td>{row.by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
