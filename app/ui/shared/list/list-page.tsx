import {
  Banner,
  BlockStack,
  Card,
  Page,
  Text,
  type MenuActionDescriptor,
  type PageProps,
} from "@shopify/polaris";
import type { ReactNode } from "react";
import { ErrorBanner } from "../error-banner.tsx";
import { ListFilters, type Choice } from "./list-filters.tsx";
import { ListTable, type ListTableProps } from "./list-table.tsx";
import { useListParams } from "./use-list-params.ts";

type Props = ListTableProps & {
  title: string;
  /** Sentence below the title. */
  subtitle?: string;
  primaryAction?: PageProps["primaryAction"];
  secondaryActions?: readonly MenuActionDescriptor[];
  searchLabel?: string;
  statuses?: readonly Choice[];
  sorts?: readonly Choice[];
  /** Address that answers the list, filtered as it stands, as CSV. */
  exportUrl?: string;
  /** Shown instead of the table where there is nothing at all, filters aside. */
  emptyState: ReactNode;
  /** What went wrong with an action of this page. */
  error?: string | null;
  notice?: string | null;
  /** What a bulk action did, row by row. */
  banner?: ReactNode;
};

/** A list with search, status filter, order, pages and bulk actions, all of it kept in the address. */
export function ListPage(props: Props) {
  const { title, subtitle, primaryAction, error, notice } = props;
  const { params } = useListParams();
  const filtered = params.search !== "" || params.status !== "" || params.page > 1;
  const nothing = props.rows.length === 0 && !filtered;
  return (
    <Page
      title={title}
      fullWidth
      secondaryActions={secondaryActions(props, nothing)}
      {...(primaryAction && { primaryAction })}
    >
      <BlockStack gap="400">
        {subtitle && (
          <Text as="p" tone="subdued">
            {subtitle}
          </Text>
        )}
        <ErrorBanner message={error} />
        {props.banner}
        {notice && <Banner tone="info">{notice}</Banner>}
        <Card padding="0">{nothing ? props.emptyState : <FilteredTable {...props} />}</Card>
      </BlockStack>
    </Page>
  );
}

function FilteredTable(props: Props) {
  return (
    <>
      <ListFilters
        searchLabel={props.searchLabel ?? null}
        statuses={props.statuses ?? []}
        sorts={props.sorts ?? []}
      />
      <ListTable {...props} />
    </>
  );
}

function secondaryActions({ secondaryActions: given = [], exportUrl }: Props, nothing: boolean) {
  if (!exportUrl || nothing) return [...given];
  return [...given, { content: "Export CSV", url: exportUrl, external: true }];
}
