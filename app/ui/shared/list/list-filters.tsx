import { Form, useSearchParams } from "@remix-run/react";
import { Box, Button, Icon, InlineStack, Select, Tag, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import type { ReactNode } from "react";
import { type ListSpec, parametersOf } from "#app/contracts/lists/list-spec.ts";
import {
  AffiliateFilter,
  type ChosenAffiliate,
  type ChosenProgram,
  ProgramFilter,
} from "../pickers/filter-pickers.tsx";
import { useListParams, useTypedParam } from "./use-list-params.ts";

export type FilterOption = { readonly label: string; readonly value: string };

/** An additional filter: its URL parameter, and its options besides "all". */
export type ListSelect = {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly FilterOption[];
};

export type ListFiltersProps = {
  list: Pick<ListSpec<never>, "query" | "sorts">;
  /** Omitted if the list has no search. */
  searchLabel?: string;
  statuses?: readonly FilterOption[];
  /** Name of the list without a status; "All" if omitted. */
  allLabel?: string;
  selects?: readonly ListSelect[];
  /** Affiliate that the list is filtered by, or null. Omitted without such a filter. */
  affiliate?: ChosenAffiliate | null;
  /** Program that the list is filtered by, or null. Omitted without such a filter. */
  program?: ChosenProgram | null;
  /** Event of the date filter: "Made", "Placed". */
  days?: string;
  /** Other filters in the URL, each with a button that removes it. */
  applied?: readonly AppliedFilter[];
  /** Further filters to add. */
  narrowing?: ReactNode;
};

/** Search, status, filters and order of a list. Without JavaScript this is a GET form with the same URL. */
export function ListFilters(props: ListFiltersProps) {
  const { list, searchLabel, statuses = [], selects = [], affiliate, program, days } = props;
  const { applied = [], narrowing } = props;
  const sorts = list.sorts ?? [];
  const choices = statuses.length + selects.length + sorts.length;
  const others = [searchLabel, affiliate, program, days].filter((one) => one !== undefined);
  if (choices === 0 && others.length === 0) return null;
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border-secondary">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <StatusFilter statuses={statuses} allLabel={props.allLabel ?? "All"} />
        {/* Set here, because the outer alignment would be inherited and spread a second line. */}
        <InlineStack gap="200" align="start" blockAlign="center">
          {searchLabel !== undefined && <SearchField label={searchLabel} kept={keptBySearch(list)} />}
          {affiliate !== undefined && <AffiliateFilter chosen={affiliate} />}
          {program !== undefined && <ProgramFilter chosen={program} />}
          {days !== undefined && <DayFilter what={days} />}
          {selects.map((select) => (
            <SelectField key={select.name} select={select} />
          ))}
          <SortField sorts={sorts} />
        </InlineStack>
      </InlineStack>
      {applied.length > 0 && <AppliedChips applied={applied} />}
      {narrowing && (
        <div className="no-print">
          <Box paddingBlockStart="300">{narrowing}</Box>
        </div>
      )}
    </Box>
  );
}

/** The query without one parameter, at the first page. */
const without = (field: string) => (now: URLSearchParams) => {
  const next = new URLSearchParams(now);
  for (const name of [field, "page", "cursor"]) next.delete(name);
  return next;
};

function AppliedChips({ applied }: { applied: readonly AppliedFilter[] }) {
  const [, setQuery] = useSearchParams();
  return (
    <Box paddingBlockStart="300">
      <InlineStack gap="200">
        <FilterChips
          applied={applied}
          onRemove={(field) => setQuery(without(field), { preventScrollReset: true })}
        />
      </InlineStack>
    </Box>
  );
}

function StatusFilter({ statuses, allLabel }: { statuses: readonly FilterOption[]; allLabel: string }) {
  const { param, hrefOf } = useListParams();
  if (statuses.length === 0) return <span />;
  return (
    <nav aria-label="Filter by status">
      <InlineStack gap="100" align="start">
        {[{ label: allLabel, value: "" }, ...statuses].map(({ label, value }) => {
          const selected = param("status") === value;
          return (
            <Button
              key={value}
              // Polaris cannot show a link as pressed, so the current one has a border.
              variant={selected ? "secondary" : "tertiary"}
              url={hrefOf({ status: value })}
              accessibilityLabel={selected ? `${label}, selected` : label}
            >
              {label}
            </Button>
          );
        })}
      </InlineStack>
    </nav>
  );
}

/** A search keeps the filters and the order. */
function keptBySearch(list: ListFiltersProps["list"]): string[] {
  return parametersOf(list).filter((name) => name !== "search");
}

function SearchField({ label, kept }: { label: string; kept: readonly string[] }) {
  const [query] = useSearchParams();
  const [text, setText] = useTypedParam("search", () => true);
  return (
    <Form method="get" aria-label={label} className="list-search">
      {kept.map((name) => {
        const value = query.get(name);
        return value !== null && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <TextField
        label={label}
        labelHidden
        name="search"
        type="search"
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        prefix={<Icon source={SearchIcon} />}
        value={text}
        onChange={setText}
        clearButton
        onClearButtonClick={() => setText("")}
      />
    </Form>
  );
}

function SelectField({ select: { name, label, choices } }: { select: ListSelect }) {
  const { param, change } = useListParams();
  return (
    <Select
      label={label}
      labelInline
      options={[{ label: "All", value: "" }, ...choices]}
      value={param(name)}
      onChange={(value) => change({ [name]: value })}
    />
  );
}

function SortField({ sorts }: { sorts: readonly FilterOption[] }) {
  const { param, change } = useListParams();
  const first = sorts[0];
  if (!first) return null;
  return (
    <Select
      label="Sort by"
      labelInline
      options={sorts.map(({ label, value }) => ({ label, value }))}
      value={param("sort") || first.value}
      onChange={(value) => change({ sort: value === first.value ? null : value })}
    />
  );
}

/** First and last day of the list, both included. `what` is their event: "Made", "Placed". */
function DayFilter({ what }: { what: string }) {
  const { param } = useListParams();
  const isTurned = param("from") !== "" && param("to") !== "" && param("to") < param("from");
  return (
    <InlineStack gap="200" blockAlign="start">
      <Day label={what} name="from" />
      <Day label={what} name="to" error={isTurned ? "Must not be before the first day" : undefined} />
    </InlineStack>
  );
}

type DayProps = { label: string; name: "from" | "to"; error?: string | undefined };

function Day({ label, name, error }: DayProps) {
  const [text, setText] = useTypedParam(name, isWholeDay);
  return (
    <TextField
      label={label}
      labelHidden
      // Part of the field's accessible name.
      prefix={name}
      type="date"
      autoComplete="off"
      value={text}
      onChange={setText}
      {...(error !== undefined && { error })}
    />
  );
}

/** While a year is typed, browsers report dates of the first centuries. */
function isWholeDay(text: string): boolean {
  return text === "" || text >= "1970";
}

export type AppliedFilter = { readonly field: string; readonly value: string; readonly label: string };

type FilterChipsProps = { applied: readonly AppliedFilter[]; onRemove: (field: string) => void };

/** Filters of a list or a report, each with a button that removes it. */
export function FilterChips({ applied, onRemove }: FilterChipsProps) {
  return applied.map(({ field, label }) => (
    <Tag key={field} onRemove={() => onRemove(field)}>
      {label}
    </Tag>
  ));
}
