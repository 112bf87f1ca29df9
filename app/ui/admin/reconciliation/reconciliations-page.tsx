import { useFetcher } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  DropZone,
  EmptyState,
  InlineError,
  InlineStack,
  Spinner,
  Text,
} from "@shopify/polaris";
import { useState } from "react";
import { statementList } from "#app/contracts/lists/reconciliation.ts";
import type { ProviderStatementWire } from "#app/contracts/reconciliation.ts";
import type { ReportProvider } from "#app/domain/statements/reading.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { useFileUpload } from "../../shared/form/use-file-upload.ts";
import { formatCount, formatDate } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { providerNames, statementName } from "./match-words.ts";

const progress: Partial<Record<ProviderStatementWire["status"], string>> = {
  reading: "Reading…",
  matching: "Comparing…",
  stopped: "Stopped",
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
  const importFile = { content: "Import statement", onAction: () => setOpened("file") };
  return (
    <>
      {opened === "file" && <ImportStatementModal timeZone={timeZone} onClose={close} />}
      {opened === "report" && <ImportReportModal reports={reports} lastDays={lastDays} onClose={close} />}
      <ListPage
        list={statementList}
        title={frameText("pages.reconciliation")}
        primaryAction={importFile}
        secondaryActions={
          reports.length > 0
            ? [{ content: importReportLabel(reports), onAction: () => setOpened("report") }]
            : []
        }
        resourceName={{ singular: "statement", plural: "statements" }}
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
          <EmptyState heading="No statements yet" image="" action={importFile}>
            <p>Import a statement to check what was paid.</p>
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
  return first === last ? (first ?? "") : `${first} – ${last}`;
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
        content: "Import report",
        loading: fetcher.state !== "idle",
        disabled: values.first === "" || values.last === "",
        onAction: () => fetcher.submit(values, { method: "post" }),
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <form id={id} onSubmit={(event) => event.preventDefault()}>
        <BlockStack gap="300">
          <ErrorBanner {...banner} />
          {reports.length > 1 && (
            <FormSelect
              field={fields.provider}
              label="Provider"
              options={reports.map((value) => ({ label: providerNames[value], value }))}
            />
          )}
          <InlineStack gap="300" blockAlign="start">
            <FormTextField field={fields.first} label="First day" labelHidden prefix="from" type="date" />
            <FormTextField field={fields.last} label="Last day" labelHidden prefix="to" type="date" />
          </InlineStack>
        </BlockStack>
      </form>
    </AppModal>
  );
}

function importReportLabel(reports: readonly ReportProvider[]): string {
  return reports.includes("paypal") ? "Import PayPal report" : "Import store credit report";
}

type EarlierImport = { readonly id: string; readonly at: string };
type ImportAnswer = { readonly ok: false; readonly imported?: EarlierImport } & FormRefusal;

type ImportStatementModalProps = { timeZone: string; onClose: () => void };

/** Step 1 of the import: uploads a file, then opens the page with its columns. */
export function ImportStatementModal({ timeZone, onClose }: ImportStatementModalProps) {
  const { upload, isBusy, refusal, error } = useFileUpload<ImportAnswer>({
    mostBytes: 10_000_000,
    tooLarge: "The file must be at most 10 MB.",
  });
  return (
    <AppModal title="Import statement" onClose={onClose}>
      <BlockStack gap="300">
        {refusal?.imported ? (
          <Banner
            tone="info"
            action={{
              content: "Open it",
              url: `/dashboard/affiliates/payouts/reconcile/${refusal.imported.id}`,
            }}
          >
            <p>{`You imported this file on ${formatDate(refusal.imported.at, timeZone)}.`}</p>
          </Banner>
        ) : (
          error !== undefined && <InlineError message={error} fieldID="statement-file" />
        )}
        <DropZone
          id="statement-file"
          label="Statement file"
          allowMultiple={false}
          disabled={isBusy}
          error={error !== undefined}
          onDrop={upload}
        >
          {isBusy ? (
            <div className="drop-zone-busy">
              <Spinner size="small" accessibilityLabel="Reading the file" />
            </div>
          ) : (
            <DropZone.FileUpload
              actionTitle="Choose file"
              actionHint="CSV, camt.052, camt.053, camt.054, OFX or QFX, up to 10 MB"
            />
          )}
        </DropZone>
        <Text as="p" tone="subdued">
          You check how it&apos;s read before anything is imported.
        </Text>
      </BlockStack>
    </AppModal>
  );
}
