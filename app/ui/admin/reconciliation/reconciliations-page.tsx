import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, EmptyState, InlineError, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { statementList } from "#app/contracts/lists/reconciliation.ts";
import type { ProviderStatementWire } from "#app/contracts/reconciliation.ts";
import type { ReportProvider } from "#app/domain/statements/reading.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { FileDrop } from "../../shared/form/file-drop.tsx";
import { useFileUpload } from "../../shared/form/use-file-upload.ts";
import { formatCount, formatDate } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { statementName } from "./match-words.ts";
import { reconciliationText as t } from "./reconciliation-text.ts";

const progress: Partial<Record<ProviderStatementWire["status"], string>> = {
  reading: t("list.reading"),
  matching: t("list.matching"),
  stopped: t("list.stopped"),
};

type Props = {
  statements: readonly ProviderStatementWire[];
  pagination: PageOfList;
  /** Providers with reports. */
  reports: readonly ReportProvider[];
  lastDays: { readonly first: string; readonly last: string };
  timeZone: string;
};

/** Payouts ▸ Reconciliation: imported statements, and the ways to import another. */
export function ReconciliationsPage({ statements, pagination, reports, lastDays, timeZone }: Props) {
  const [opened, setOpened] = useState<"report" | "file" | null>(null);
  const close = () => setOpened(null);
  const importFile = { content: t("list.import"), onAction: () => setOpened("file") };
  return (
    <>
      {opened === "file" && <ImportStatementModal timeZone={timeZone} onClose={close} />}
      {opened === "report" && <ImportReportModal reports={reports} lastDays={lastDays} onClose={close} />}
      <ListPage
        list={statementList}
        title={t("list.title")}
        primaryAction={importFile}
        emptyStateHasPrimary
        secondaryActions={
          reports.length > 0
            ? [{ content: importReportLabel(reports), onAction: () => setOpened("report") }]
            : []
        }
        resourceName={{ singular: t("list.one"), plural: t("list.many") }}
        rows={statements}
        rowOf={({ id }) => ({ id, url: `/dashboard/affiliates/payouts/reconcile/${id}` })}
        renderCells={{
          statement: (one) => statementName(one, timeZone),
          period: (one) => periodOf(one, timeZone),
          matched: (one) => formatCount(matchedOf(one)),
          open: ({ status }) => progress[status],
        }}
        timeZone={timeZone}
        pagination={pagination}
        emptyState={
          <EmptyState heading={t("list.emptyTitle")} image="/empty-commissions.svg" action={importFile}>
            <p>{t("list.empty")}</p>
          </EmptyState>
        }
      />
    </>
  );
}

/** Rows that match payments of the app, marked as paid or about to be. */
function matchedOf({ counts }: ProviderStatementWire): number {
  return counts
    .filter(({ match }) => match === "matched" || match === "paid")
    .reduce((sum, { count }) => sum + count, 0);
}

function periodOf({ since, until }: ProviderStatementWire, timeZone: string): string {
  const [first, last] = [since, new Date(Date.parse(until) - 1).toISOString()].map((at) =>
    formatDate(at, timeZone),
  );
  return first === last ? (first ?? "") : t("list.period", { first: first ?? "", last: last ?? "" });
}

type ReportImportAnswer = { readonly ok: false } & FormRefusal;

type ImportReportModalProps = {
  reports: readonly ReportProvider[];
  /** Today in the store's time zone, and the day 30 days before. */
  lastDays: { readonly first: string; readonly last: string };
  onClose: () => void;
};

/** Imports a provider's own report. */
function ImportReportModal({ reports, lastDays, onClose }: ImportReportModalProps) {
  const fetcher = useFetcher<ReportImportAnswer>();
  const { id, fields, values, banner } = useAppForm({
    id: "import-report",
    defaultValue: { provider: reports[0] ?? "", ...lastDays },
    answer: fetcher.data,
  });
  return (
    <AppModal
      size="small"
      title={importReportLabel(reports)}
      onClose={onClose}
      primaryAction={{
        content: t("report.submit"),
        loading: fetcher.state !== "idle",
        disabled: values.first === "" || values.last === "",
        onAction: () => fetcher.submit(values, { method: "post" }),
      }}
      secondaryActions={[{ content: t("report.cancel"), onAction: onClose }]}
    >
      <form id={id} onSubmit={(event) => event.preventDefault()}>
        <BlockStack gap="300">
          <ErrorBanner {...banner} />
          {reports.length > 1 && (
            <FormSelect
              field={fields.provider}
              label={t("report.provider")}
              options={reports.map((value) => ({ label: t(`providers.${value}`), value }))}
            />
          )}
          <InlineStack gap="300" blockAlign="start">
            <FormTextField field={fields.first} label={t("report.first")} type="date" />
            <FormTextField field={fields.last} label={t("report.last")} type="date" />
          </InlineStack>
        </BlockStack>
      </form>
    </AppModal>
  );
}

function importReportLabel(reports: readonly ReportProvider[]): string {
  return t(reports.includes("paypal") ? "list.importPaypal" : "list.importCredit");
}

const dropTexts = {
  label: t("upload.label"),
  choose: t("upload.choose"),
  formats: t("upload.formats"),
  reading: t("upload.reading"),
};

type EarlierImport = { readonly id: string; readonly at: string };
type ImportAnswer = { readonly ok: false; readonly imported?: EarlierImport } & FormRefusal;

type ImportStatementModalProps = { timeZone: string; onClose: () => void };

/** Step 1 of the import: uploads a file, then opens the page with its columns. */
export function ImportStatementModal({ timeZone, onClose }: ImportStatementModalProps) {
  const { upload, isBusy, refusal, error } = useFileUpload<ImportAnswer>({
    mostBytes: 10_000_000,
    tooLarge: t("upload.tooLarge"),
  });
  return (
    <AppModal title={t("upload.title")} onClose={onClose}>
      <BlockStack gap="300">
        {refusal?.imported ? (
          <Banner
            tone="info"
            action={{
              content: t("upload.open"),
              url: `/dashboard/affiliates/payouts/reconcile/${refusal.imported.id}`,
            }}
          >
            <p>{t("upload.knownOn", { date: formatDate(refusal.imported.at, timeZone) })}</p>
          </Banner>
        ) : (
          error !== undefined && <InlineError message={error} fieldID="statement-file" />
        )}
        <FileDrop
          id="statement-file"
          texts={dropTexts}
          isBusy={isBusy}
          isWrong={error !== undefined}
          onDrop={upload}
        />
        <Text as="p" tone="subdued">
          {t("upload.about")}
        </Text>
      </BlockStack>
    </AppModal>
  );
}
