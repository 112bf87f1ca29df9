import { useFetcher } from "@remix-run/react";
import { BlockStack, InlineStack, Modal, Select } from "@shopify/polaris";
import { useState } from "react";
import type { ReportProvider } from "#app/domain/statements/provider.ts";
import { DaysFields } from "../../shared/days-fields.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { providerNames } from "./match-words.ts";

type Answer = { readonly ok: false } & FormRefusal;

type Props = {
  reports: readonly ReportProvider[];
  /** The shop's calendar day, and the one 30 days before. */
  lastDays: { readonly first: string; readonly last: string };
  onClose: () => void;
};

/** Imports a provider's own report of some days. */
export function ImportReportModal({ reports, lastDays, onClose }: Props) {
  const fetcher = useFetcher<Answer>();
  const [days, setDays] = useState(lastDays);
  const [provider, setProvider] = useState<string>(reports[0] ?? "");
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const errors = { first: fieldError(refusal, "first"), last: fieldError(refusal, "last") };
  return (
    <Modal
      open
      size="small"
      title={importReportLabel(reports)}
      onClose={onClose}
      primaryAction={{
        content: "Import report",
        loading: fetcher.state !== "idle",
        disabled: days.first === "" || days.last === "",
        onAction: () => fetcher.submit({ provider, ...days }, { method: "post" }),
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <ErrorBanner message={bannerMessage(refusal, ["first", "last"])} answer={refusal} />
          {reports.length > 1 && (
            <Select
              label="Provider"
              options={reports.map((value) => ({ label: providerNames[value], value }))}
              value={provider}
              onChange={setProvider}
            />
          )}
          <InlineStack gap="300" blockAlign="start">
            <DaysFields days={days} onChange={setDays} errors={errors} />
          </InlineStack>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

export function importReportLabel(reports: readonly ReportProvider[]): string {
  return reports.includes("paypal") ? "Import PayPal report" : "Import store credit report";
}
