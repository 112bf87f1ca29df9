import { Form, useSearchParams } from "@remix-run/react";
import { Box, Button, Icon, InlineStack, Select, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import type { ReactNode } from "react";
import { reportFilterNames } from "#app/contracts/report-fields.ts";
import { AffiliateFilter, type ChosenAffiliate } from "./affiliate-filter.tsx";
import { type AppliedFilter, FilterChips } from "./filter-chips.tsx";
import { type ChosenProgram, ProgramFilter } from "./program-filter.tsx";
import { useListParams } from "./use-list-params.ts";
import { useTypedParam } from "./use-typed-param.ts";

export type Choice = { readonly label: string; readonly value: string };

/** A further filter: the parameter of the address that it is kept in, and what can be chosen beside everything. */
export type ListSelect = {
  readonly name: "kind" | "method" | "tag" | "currency" | "signal" | "missedWithout" | "movedWithout";
  readonly label: string;
  readonly choices: readonly Choice[];
};

type Props = {
  /** Null where the list has no search. */
  searchLabel: string | null;
  statuses: readonly Choice[];
  /** The name of the list without a status; "All" where it is left out. */
  allLabel?: string;
  selects: readonly ListSelect[];
  sorts: readonly Choice[];
  /** The affiliate whose rows are listed, null for those of all; undefined where the list has no such filter. */
  affiliate: ChosenAffiliate | null | undefined;
  /** The same of a program. */
  program?: ChosenProgram | null | undefined;
  /** What happened on the days that the list can be narrowed to; undefined where it cannot. */
  days: string | undefined;
  /** What else narrows the list, by which it was opened. */
  applied?: readonly AppliedFilter[];
  /** A way to narrow it further. */
  narrowing?: ReactNode;
};

/** What a search leaves as it is. */
const keptBySearch = [
  "status",
  "view",
  "affiliates",
  "through",
  "minimum",
  "kind",
  "method",
  "tag",
  "currency",
  "program",
  "affiliate",
  "signal",
  "missedWithout",
  "movedWithout",
  "from",
  "to",
  "asOf",
  "sort",
  "figure",
  "share",
  ...reportFilterNames,
] as const;

/** Search, status, further filters and order of a list. Without JavaScript it is a form that asks for the same address. */
export function ListFilters(props: Props) {
  const { searchLabel, statuses, selects, sorts, affiliate, program, days, applied = [], narrowing } = props;
  if (isEmpty(props)) return null;
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border-secondary">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <StatusFilter statuses={statuses} allLabel={props.allLabel ?? "All"} />
        {/* Said, because the outer one's would be inherited: in a second line they would stand far apart. */}
        <InlineStack gap="200" align="start" blockAlign="center">
          {searchLabel !== null && <SearchField label={searchLabel} />}
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

/** The query without one of its parts, from its first page on. */
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

/** A list that can be narrowed by nothing has no bar for it. */
function isEmpty({ searchLabel, statuses, selects, sorts, affiliate, program, days }: Props): boolean {
  const choices = statuses.length + selects.length + sorts.length;
  const narrowing = [affiliate, program, days].filter((one) => one !== undefined);
  return choices === 0 && searchLabel === null && narrowing.length === 0;
}

function StatusFilter({ statuses, allLabel }: { statuses: readonly Choice[]; allLabel: string }) {
  const { params, hrefOf } = useListParams();
  if (statuses.length === 0) return <span />;
  return (
    <nav aria-label="Filter by status">
      <InlineStack gap="100" align="start">
        {[{ label: allLabel, value: "" }, ...statuses].map(({ label, value }) => {
          const selected = params.status === value;
          return (
            <Button
              key={value}
              // A link takes no pressed look in Polaris: the chosen one is the one with an edge.
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

function SearchField({ label }: { label: string }) {
  const [query] = useSearchParams();
  const [text, setText] = useTypedParam("search", () => true);
  return (
    <Form method="get" aria-label={label} className="list-search">
      {[...new Set<string>(keptBySearch)].map((name) => {
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
  const { params, change } = useListParams();
  return (
    <Select
      label={label}
      labelInline
      options={[{ label: "All", value: "" }, ...choices]}
      value={params[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
}

function SortField({ sorts }: { sorts: readonly Choice[] }) {
  const { params, change } = useListParams();
  const first = sorts[0];
  if (!first) return null;
  return (
    <Select
      label="Sort by"
      labelInline
      options={sorts.map(({ label, value }) => ({ label, value }))}
      value={params.sort || first.value}
      onChange={(value) => change({ sort: value === first.value ? null : value })}
    />
  );
}

/** The first and the last day of what is listed, both counted in; `what` happened on them: "Made", "Placed". */
function DayFilter({ what }: { what: string }) {
  const { params } = useListParams();
  const isTurned = params.from !== "" && params.to !== "" && params.to < params.from;
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
      // It belongs to what the field is called.
      prefix={name}
      type="date"
      autoComplete="off"
      value={text}
      onChange={setText}
      {...(error !== undefined && { error })}
    />
  );
}

/** While the digits of a year are typed, browsers tell of days in the first centuries. */
function isWholeDay(text: string): boolean {
  return text === "" || text >= "1970";
}
