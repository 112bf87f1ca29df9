import { useFetcher } from "@remix-run/react";
import { Button, InlineStack, Select } from "@shopify/polaris";
import { useState } from "react";
import type { ReportProvider } from "#app/domain/statements/provider.ts";
import { DaysFields } from "../../shared/days-fields.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { providerNames } from "./match-words.ts";

type Answer = { readonly ok: false } & FormRefusal;

/** Asks a provider what it paid on some days. */
export function ReportForm({ reports }: { reports: readonly ReportProvider[] }) {
  const fetcher = useFetcher<Answer>();
  const [days, setDays] = useState({ first: "", last: "" });
  const [provider, setProvider] = useState<string>(reports[0] ?? "");
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const errors = { first: fieldError(refusal, "first"), last: fieldError(refusal, "last") };
  return (
    <fetcher.Form method="post">
      <ErrorBanner message={bannerMessage(refusal, ["first", "last"])} answer={refusal} />
      <InlineStack gap="300" blockAlign="start">
        <Select
          label="Provider"
          labelHidden
          name="provider"
          options={reports.map((value) => ({ label: providerNames[value], value }))}
          value={provider}
          onChange={setProvider}
        />
        <DaysFields days={days} onChange={setDays} errors={errors} />
        <Button
          submit
          variant="primary"
          loading={fetcher.state !== "idle"}
          disabled={days.first === "" || days.last === ""}
        >
          Read the report
        </Button>
      </InlineStack>
    </fetcher.Form>
  );
}
