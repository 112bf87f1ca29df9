import { Button, EmptyState, Link, Text } from "@shopify/polaris";
import { type ReactNode, useCallback } from "react";
import type { ListSpec } from "#app/contracts/lists/list-spec.ts";
import { assignments } from "#app/i18n/en/admin/assignments.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatListTime } from "../../shared/format.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ assignments });
const t = merchantText("assignments");

/** A customer or a product that belongs to an affiliate. */
type Assignment = {
  readonly id: string;
  readonly affiliate: { readonly id: string; readonly name: string };
  readonly since: string;
  readonly until: string | null;
  readonly by: string;
};

export type AssignmentList = {
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  timeZone: string;
};

type Props<Row extends Assignment> = {
  /** Whose texts the page has. */
  of: "customers" | "products";
  list: ListSpec<Row>;
  shown: AssignmentList;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Form to add one. */
  form: ReactNode;
  /** Text of the button that ends an assignment, for screen readers. */
  removeLabel: (row: Row) => string;
  /** Title of the confirmation. */
  ask: (row: Row) => string;
};

/** A page of Settings ▸ Attribution: what belongs to affiliates, and a form to add one. */
export function AssignmentsPage<Row extends Assignment>(props: Props<Row>) {
  const { of, list, shown, rows, nameOf, form, removeLabel, ask } = props;
  const { end, refusal, isBusy } = useEnd(of);
  return (
    <ListPage
      list={list}
      title={frameText(`pages.${of}`)}
      subtitle={t(`of.${of}.about`)}
      backAction={{ content: frameText("pages.attribution"), url: "/dashboard/settings/attribution" }}
      searchLabel={t(`of.${of}.search`)}
      statuses={(["active", "ended"] as const).map((value) => ({ value, label: t(`statuses.${value}`) }))}
      affiliate={shown.affiliate}
      pagination={shown.pagination}
      timeZone={shown.timeZone}
      resourceName={{ singular: t(`of.${of}.item`), plural: t(`of.${of}.items`) }}
      error={refusal?.message ?? null}
      errorAnswer={refusal}
      banner={
        <Section title={t(`of.${of}.add`)}>
          {of === "customers" && (
            <Text as="p" tone="subdued">
              {t("of.customers.privacy")}
            </Text>
          )}
          {form}
        </Section>
      }
      rows={rows}
      rowOf={(row) => ({ id: `${row.id} ${row.since}` })}
      renderCells={{
        name: nameOf,
        affiliate: ({ affiliate }) => (
          <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>
        ),
        until: (row) =>
          row.until === null ? (
            <Button
              size="slim"
              disabled={isBusy}
              accessibilityLabel={removeLabel(row)}
              onClick={() => end(row.id, { title: ask(row), affiliate: row.affiliate.name })}
            >
              {t("remove")}
            </Button>
          ) : (
            <time dateTime={row.until}>{formatListTime(row.until, shown.timeZone)}</time>
          ),
      }}
      emptyState={
        <EmptyState heading={t(`of.${of}.none`)} image="/empty-commissions.svg">
          <p>{t(`of.${of}.noneText`)}</p>
        </EmptyState>
      }
    />
  );
}

/** Ends an assignment after a confirmation. */
function useEnd(of: "customers" | "products") {
  const confirm = useConfirm();
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t(`of.${of}.removed`) }), [addToast, of]);
  const { fetcher, refusal, isBusy } = useIntent("end", onDone);
  function end(id: string, { title, affiliate }: { title: string; affiliate: string }): void {
    confirm({
      title,
      message: t(`of.${of}.askText`, { affiliate }),
      confirmLabel: t(`of.${of}.confirm`),
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "end", id }, { method: "post" }),
    });
  }
  return { end, refusal, isBusy };
}
