import { Form, useSearchParams } from "@remix-run/react";
import { Box, Button, Icon, InlineStack, Select, Tag, TextField } from "@shopify/polaris";
import { FilterIcon, SearchIcon } from "@shopify/polaris-icons";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { type ListSpec, parametersOf } from "#app/contracts/lists/list-spec.ts";
import {
  AffiliateFilter,
  type ChosenAffiliate,
  type ChosenProgram,
  ProgramFilter,
} from "../pickers/filter-pickers.tsx";
import { AppLink } from "../frame/app-link.tsx";
import { listText as t } from "./list-text.ts";
import { filtersOf, useListParams, useTypedParam } from "./use-list-params.ts";

export type FilterOption = { readonly label: string; readonly value: string };

/** An additional filter: its URL parameter, and its options besides "all". */
export type ListSelect = {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly FilterOption[];
};

export type ListFiltersProps = {
  list: Pick<ListSpec<never>, "parameters" | "sorts">;
  /** Omitted if the list has no search. */
  searchLabel?: string;
  statuses?: readonly FilterOption[];
  /** URL parameter of the views; "status" if omitted. */
  viewName?: string;
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
  /** Number of rows with these filters. */
  total?: number;
};

/**
 * Views, search, filters and order of a list, all in the URL. Without JavaScript the views are links, and the search is
 * a GET form.
 */
export function ListFilters(props: ListFiltersProps) {
  const { list, searchLabel, statuses = [], applied = [] } = props;
  const sorts = sortsOf(list);
  const hasFields = hasFilterFields(props);
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.querySelector("button")?.focus();
  }, []);
  if (!hasFields && sorts.length + statuses.length === 0 && searchLabel === undefined) return null;
  return (
    <div className="list-bar">
      <Views name={props.viewName} statuses={statuses} allLabel={props.allLabel ?? t("views.all")} />
      <div className="list-tools no-print">
        {searchLabel !== undefined && <SearchField label={searchLabel} kept={keptBySearch(list)} />}
        {(hasFields || sorts.length > 0) && (
          <div ref={button} className={hasFields ? undefined : "on-phone"}>
            <FilterButton
              props={props}
              hasFields={hasFields}
              isOpen={isOpen}
              panelId={panelId}
              onToggle={() => setOpen(!isOpen)}
            />
          </div>
        )}
        {sorts.length > 0 && (
          <div className="off-phone">
            <SortField sorts={sorts} />
          </div>
        )}
      </div>
      {isOpen && (
        <FilterPanel id={panelId} props={props} onClose={close}>
          {sorts.length > 0 && (
            <div className="on-phone">
              <SortField sorts={sorts} />
            </div>
          )}
        </FilterPanel>
      )}
      {applied.length > 0 && <AppliedChips applied={applied} />}
    </div>
  );
}

function hasFilterFields({ selects = [], affiliate, program, days, narrowing }: ListFiltersProps): boolean {
  const fields = [affiliate, program, days, narrowing];
  return selects.length > 0 || fields.some((field) => field !== undefined);
}

function sortsOf({ sorts = [] }: ListFiltersProps["list"]): FilterOption[] {
  return sorts.map((value) => ({ value, label: t(`sorts.${value}`) }));
}

type FilterButtonProps = {
  props: ListFiltersProps;
  hasFields: boolean;
  isOpen: boolean;
  panelId: string;
  onToggle: () => void;
};

function FilterButton({ props, hasFields, isOpen, panelId, onToggle }: FilterButtonProps) {
  const count = useActiveFilters(props);
  return (
    <Button size="large" icon={FilterIcon} onClick={onToggle} ariaExpanded={isOpen} ariaControls={panelId}>
      {hasFields ? t("filters.button", { count }) : t("filters.sort")}
    </Button>
  );
}

/** Number of filters in the panel that leave rows out. First and last day are one. */
function useActiveFilters({ list, selects = [], affiliate, program, days }: ListFiltersProps): number {
  const { param } = useListParams();
  const known = new Set(filtersOf(list).filter((name) => param(name) !== ""));
  const has = (name: string) => known.has(name);
  const named = selects.filter(({ name }) => has(name)).length;
  const others = [
    affiliate && has("affiliate"),
    program && has("program"),
    days && (has("from") || has("to")),
  ];
  return named + others.filter(Boolean).length;
}

type FilterPanelProps = { id: string; props: ListFiltersProps; onClose: () => void; children: ReactNode };

/** Fields of the filters: below the bar, and on a phone a sheet at the foot of the window. */
function FilterPanel({ id, props, onClose, children }: FilterPanelProps) {
  const { list, selects = [], affiliate, program, days, narrowing, total } = props;
  const { clearedHref } = useListParams();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = panel.current;
    shown?.focus();
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose();
    };
    shown?.addEventListener("keydown", closeByKey);
    return () => shown?.removeEventListener("keydown", closeByKey);
  }, [onClose]);
  return (
    <section
      ref={panel}
      id={id}
      className="list-panel no-print"
      aria-label={t("filters.title")}
      tabIndex={-1}
    >
      {affiliate !== undefined && <AffiliateFilter chosen={affiliate} />}
      {program !== undefined && <ProgramFilter chosen={program} />}
      {days !== undefined && <DayFilter what={days} />}
      {selects.map((select) => (
        <SelectField key={select.name} select={select} />
      ))}
      {children}
      {narrowing}
      <div className="list-panel-foot">
        <Button variant="tertiary" url={clearedHref(list)}>
          {t("filters.clear")}
        </Button>
        {total !== undefined && (
          <div className="on-phone">
            <Button variant="primary" onClick={onClose}>
              {t("filters.show", { total })}
            </Button>
          </div>
        )}
      </div>
    </section>
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

type ViewsProps = { name: string | undefined; statuses: readonly FilterOption[]; allLabel: string };

/** Views of the list in one row, which scrolls where it is too narrow. */
function Views({ name = "status", statuses, allLabel }: ViewsProps) {
  const { param, hrefOf } = useListParams();
  if (statuses.length === 0) return null;
  return (
    <nav aria-label={t("views.label")} className="list-views">
      {[{ label: allLabel, value: "" }, ...statuses].map(({ label, value }) => {
        const isShown = param(name) === value;
        return (
          <AppLink
            key={value}
            url={hrefOf({ [name]: value })}
            preventScrollReset
            className={isShown ? "list-view is-shown" : "list-view"}
            {...(isShown && { "aria-label": t("views.selected", { view: label }) })}
          >
            {label}
          </AppLink>
        );
      })}
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
      options={[{ label: t("filters.all"), value: "" }, ...choices]}
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
      label={t("filters.sortBy")}
      labelInline
      options={[...sorts]}
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
      <Day label={what} name="to" error={isTurned ? t("filters.daysOrder") : undefined} />
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
      prefix={t(`filters.${name}`)}
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
