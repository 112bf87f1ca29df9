import { useSearchParams } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Card,
  Page,
  Text,
  type MenuActionDescriptor,
  type PageProps,
} from "@shopify/polaris";
import type { ReactNode } from "react";
import { ErrorBanner } from "../error-banner.tsx";
import { useFileAction } from "../use-file-action.ts";
import { AddressFault } from "./address-fault.tsx";
import type { ChosenAffiliate } from "./affiliate-filter.tsx";
import type { AppliedFilter } from "./filter-chips.tsx";
import { ListFilters, type Choice, type ListSelect } from "./list-filters.tsx";
import { ListTable, type ListTableProps } from "./list-table.tsx";
import type { ChosenProgram } from "./program-filter.tsx";
import { readListParams } from "./use-list-params.ts";

type Props = ListTableProps & {
  title: string;
  /** Sentence below the title. */
  subtitle?: string;
  primaryAction?: PageProps["primaryAction"];
  secondaryActions?: readonly MenuActionDescriptor[];
  searchLabel?: string;
  statuses?: readonly Choice[];
  /** The name of the list without a status; "All" where it is left out. */
  allLabel?: string;
  /** Other views of the list have rows, so an empty one keeps its filters. */
  hasOthers?: boolean;
  selects?: readonly ListSelect[];
  sorts?: readonly Choice[];
  /** The affiliate that the list is narrowed to, or null; left out where it has no such filter. */
  affiliate?: ChosenAffiliate | null;
  /** The same of a program. */
  program?: ChosenProgram | null;
  /** What else narrows it, each taken back by itself. */
  applied?: readonly AppliedFilter[];
  /** A way to narrow it by more. */
  narrowing?: ReactNode;
  /** What happened on the days that the list can be narrowed to: "Made", "Placed". */
  days?: string;
  /** Address that answers the list, filtered as it stands, as CSV. */
  exportUrl?: string;
  /** Shown instead of the table where there is nothing at all, filters aside. */
  emptyState: ReactNode;
  /** What went wrong with an action of this page. */
  error?: string | null;
  /** The answer that `error` is of. */
  errorAnswer?: unknown;
  notice?: string | null;
  /** What a bulk action did, row by row. */
  banner?: ReactNode;
};

/** A list with search, status filter, order, pages and bulk actions, all of it kept in the address. */
export function ListPage(props: Props) {
  const { title, subtitle, primaryAction, error, notice } = props;
  const narrowed = useIsNarrowed() || (props.applied ?? []).length > 0;
  const nothing = props.rows.length === 0 && !narrowed && props.hasOthers !== true;
  const exportActions = useExportActions(props, nothing);
  return (
    <Page
      title={title}
      fullWidth
      secondaryActions={[...(props.secondaryActions ?? []), ...exportActions]}
      {...(primaryAction && { primaryAction })}
    >
      <BlockStack gap="400">
        {subtitle && (
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <Text as="p" tone="subdued">
              {subtitle}
            </Text>
          </Box>
        )}
        <ErrorBanner message={error} answer={props.errorAnswer} />
        <AddressFault />
        {props.banner}
        {notice && <Banner tone="info">{notice}</Banner>}
        <Card padding="0">{nothing ? props.emptyState : <FilteredTable {...props} />}</Card>
      </BlockStack>
    </Page>
  );
}

/** What may be missing from an empty list that something in its address narrows. */
function useIsNarrowed(): boolean {
  const [query] = useSearchParams();
  const names = [
    "search",
    "status",
    "view",
    "kind",
    "method",
    "tag",
    "program",
    "affiliate",
    "signal",
    "missedWithout",
    "movedWithout",
    "subject",
    "code",
    "currency",
    "account",
    "batch",
    "since",
    "until",
    "asOf",
    "match",
    "open",
    "from",
    "to",
  ];
  return names.some((name) => query.get(name)) || readListParams(query).page > 1;
}

function FilteredTable(props: Props) {
  return (
    <>
      <ListFilters
        searchLabel={props.searchLabel ?? null}
        statuses={props.statuses ?? []}
        allLabel={props.allLabel ?? "All"}
        selects={props.selects ?? []}
        sorts={props.sorts ?? []}
        affiliate={props.affiliate}
        program={props.program}
        days={props.days}
        applied={props.applied ?? []}
        narrowing={props.narrowing}
      />
      <ListTable {...props} />
    </>
  );
}

/** The file is what the list shows, filters included, so an empty list has none. */
function useExportActions({ exportUrl }: Props, nothing: boolean): MenuActionDescriptor[] {
  const action = useFileAction(exportUrl ?? "", "Export CSV");
  return exportUrl && !nothing ? [action] : [];
}
