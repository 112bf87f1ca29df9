import { Autocomplete, BlockStack, Button, Form, InlineStack, Select } from "@shopify/polaris";
import { type ReactNode, useEffect, useState } from "react";
import { keyOfField, type ReportFilterField, reportFilterNames } from "#app/contracts/report-fields.ts";
import { keyLabel, valueLabel } from "#app/i18n/report-words.ts";
import { type ReportKey, type ReportName, reportNames, reports } from "#app/domain/report.ts";
import { reportFilters } from "#app/i18n/en/admin/report-filters.ts";
import { callApi } from "../../shared/api-client.ts";
import { AffiliateFilter, ProgramFilter } from "../../shared/pickers/filter-pickers.tsx";
import { type AppliedFilter, type FilterOption, FilterChips } from "../../shared/list/list-filters.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { noFilters, useReportAddress } from "./use-report-address.ts";

provideTexts({ reportFilters });
const t = merchantText("reportFilters");

type Props = {
  applied: readonly AppliedFilter[];
  days: { readonly from: string; readonly to: string };
  children?: ReactNode;
  fields?: readonly [ReportFilterField, ...ReportFilterField[]];
};

/** Active filters and the form to add one. `children` are shown next to it. */
export function FilterBar({ applied, days, children, fields }: Props) {
  const { go, hrefOf } = useReportAddress();
  const [open, setOpen] = useState(false);
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <FilterChips applied={applied} onRemove={(field) => go({ [field]: null })} />
        {applied.length > 1 && (
          <Button variant="plain" url={hrefOf(noFilters)}>
            {t("clear")}
          </Button>
        )}
        <Button
          disclosure={open ? "up" : "down"}
          ariaExpanded={open}
          ariaControls="report-filter"
          onClick={() => setOpen(!open)}
        >
          {t("add")}
        </Button>
        {children}
      </InlineStack>
      <div id="report-filter" hidden={!open}>
        {open && <FilterForm days={days} onApplied={() => setOpen(false)} {...(fields && { fields })} />}
      </div>
    </BlockStack>
  );
}

const choiceOf = (field: ReportFilterField) => ({ value: field, label: keyLabel(keyOfField(field)) });
const customers = (): FilterOption[] => [
  { label: t("customers.new"), value: "new" },
  { label: t("customers.returning"), value: "returning" },
  { label: t("customers.unknown"), value: "" },
];

type FilterFormProps = {
  days: { readonly from: string; readonly to: string };
  onApplied: () => void;
  /** Fields that can be filtered. */
  fields?: readonly [ReportFilterField, ...ReportFilterField[]];
};

/** Adds a filter, or replaces its value. A value chosen from a list applies at once. */
export function FilterForm({ days, onApplied, fields = reportFilterNames }: FilterFormProps) {
  const { go } = useReportAddress();
  const [field, setField] = useState<ReportFilterField>(fields[0]);
  const [value, setValue] = useState("");
  function choose(next: ReportFilterField): void {
    setField(next);
    setValue(next === "customer" ? "new" : "");
  }
  function pick(chosen: string): void {
    go({ [field]: chosen });
    onApplied();
  }
  function apply(): void {
    const text = value.trim();
    pick(field === "country" ? text.toUpperCase() : text);
  }
  return (
    <Form onSubmit={apply}>
      <InlineStack gap="300" blockAlign="start">
        <Select
          label={t("by")}
          labelInline
          options={fields.map(choiceOf)}
          value={field}
          onChange={(next) => choose(next as ReportFilterField)}
        />
        {field === "affiliate" && <AffiliateFilter chosen={null} />}
        {field === "program" && <ProgramFilter chosen={null} />}
        {field !== "affiliate" && field !== "program" && (
          <>
            {field === "customer" ? (
              <Select
                label={keyLabel(field)}
                labelHidden
                options={customers()}
                value={value}
                onChange={setValue}
              />
            ) : (
              <ValueField
                key={field}
                field={field}
                days={days}
                text={value}
                onType={setValue}
                onPick={pick}
              />
            )}
            <Button submit>{t("apply")}</Button>
          </>
        )}
      </InlineStack>
    </Form>
  );
}

/** Fields whose values can be entered in another form. */
const helped = ["product", "link", "country", "landing"] as const;

type ValueFieldProps = {
  field: ReportFilterField;
  days: { readonly from: string; readonly to: string };
  text: string;
  onType: (text: string) => void;
  onPick: (value: string) => void;
};

/** Finds a value of these days by the typed text. Any other value can be typed in full. */
function ValueField({ field, days, text, onType, onPick }: ValueFieldProps) {
  const key = keyOfField(field);
  const values = useReportValues(key, days, text);
  return (
    <Autocomplete
      // An option's value cannot be '', which means "no value".
      options={(values ?? []).map(({ value, label }) => ({ value: `=${value}`, label }))}
      selected={[]}
      loading={values === null}
      onSelect={([chosen]) => chosen !== undefined && onPick(chosen.slice(1))}
      textField={
        <Autocomplete.TextField
          label={keyLabel(key)}
          labelHidden
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={onType}
          helpText={t(`help.${helped.find((one) => one === field) ?? "other"}`)}
        />
      }
    />
  );
}

/** A value of orders in these days, and its display name. */
type ReportValue = { readonly value: string; readonly label: string };

/** As many as a person would read. */
const mostAsked = 10;
const searchDelayMs = 300;

const nameOf = (key: ReportKey): ReportName =>
  reportNames.find((name) => reports[name] === key) ?? "affiliates";

/**
 * Values of the report's dimension in these days that match the typed text, most orders first. Fetched when
 * typing pauses; null until loaded. If fetching fails there are none: a value can be typed without them.
 */
function useReportValues(
  key: ReportKey,
  { from, to }: { readonly from: string; readonly to: string },
  typed: string,
): readonly ReportValue[] | null {
  const [found, setFound] = useState<{ of: string; values: readonly ReportValue[] } | null>(null);
  const search = typed.trim();
  const query = new URLSearchParams({ from, to, ...(search && { search }), limit: String(mostAsked) });
  const url = `/api/v1/reports/${nameOf(key)}/values?${query.toString()}`;
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () => {
      callApi(url, { signal: leaving.signal })
        .then((answer) => setFound({ of: url, values: valuesIn(key, answer) }))
        .catch(() => {
          if (!leaving.signal.aborted) setFound({ of: url, values: [] });
        });
    };
    const timer = setTimeout(ask, search === "" ? 0 : searchDelayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, url, search]);
  return found?.of === url ? found.values : null;
}

function valuesIn(key: ReportKey, answer: unknown): ReportValue[] {
  const values = typeof answer === "object" && answer !== null && "values" in answer ? answer.values : null;
  const rows = Array.isArray(values) ? values.filter(isRow) : [];
  return rows.map(({ value, name }) => ({ value, label: valueLabel(key, value, name) }));
}

function isRow(one: unknown): one is { value: string; name: string | null } {
  if (typeof one !== "object" || one === null || !("value" in one) || !("name" in one)) return false;
  return typeof one.value === "string" && (one.name === null || typeof one.name === "string");
}
