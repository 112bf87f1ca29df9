import { useSearchParams } from "@remix-run/react";
import { Banner, BlockStack, Box, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ListSpec } from "#app/contracts/lists/list-spec.ts";
import { AppPage, type AppPageProps, type PageAction } from "../frame/app-page.tsx";
import { AddressFault, ErrorBanner } from "../error-banner.tsx";
import { useFileAction } from "../file-button.tsx";
import { ListFilters, type ListFiltersProps } from "./list-filters.tsx";
import { ListTable, type ListTableProps } from "./list-table.tsx";
import { listText as t } from "./list-text.ts";
import { filtersOf, readPage, useExportUrl } from "./use-list-params.ts";

type Props<Row, Name extends string> = ListTableProps<Row, Name> &
  Omit<ListFiltersProps, "list"> & {
    list: ListSpec<Row, Name>;
    title: string;
    /** Sentence below the title. */
    subtitle?: string;
    backAction?: AppPageProps["backAction"];
    primaryAction?: PageAction;
    /** The empty state has the primary action, so the title of an empty list does not. */
    emptyStateHasPrimary?: boolean;
    secondaryActions?: readonly PageAction[];
    /** Other views of the list have rows, so an empty one keeps its filters. */
    hasOthers?: boolean;
    /** Spec of its file, if it differs. */
    file?: Pick<ListSpec<never>, "name" | "query" | "exported">;
    /** Id of the payout or statement that the list is a part of. */
    exportOf?: string;
    /** Shown instead of the table if there are no rows even without filters. */
    emptyState: ReactNode;
    /** Error of an action of this page. */
    error?: string | null;
    /** Answer of `error`. */
    errorAnswer?: unknown;
    notice?: string | null;
    /** Above the list: result of a bulk action, tabs, totals. */
    banner?: ReactNode;
  };

/** A list with search, filters, order, pages and bulk actions, all kept in the URL. */
export function ListPage<Row, Name extends string>(props: Props<Row, Name>) {
  const { list, title, subtitle, backAction, error, notice } = props;
  const narrowed = useIsNarrowed(list) || (props.applied ?? []).length > 0;
  const nothing = props.rows.length === 0 && !narrowed && props.hasOthers !== true;
  const file = props.file ?? list;
  const exportAction = useFileAction(useExportUrl(file, props.exportOf), t("export"));
  // An empty list has no file.
  const hasFile = file.exported.length > 0 && !nothing;
  return (
    <AppPage
      title={title}
      fullWidth
      secondaryActions={[...(props.secondaryActions ?? []), ...(hasFile ? [exportAction] : [])]}
      {...(backAction && { backAction })}
      {...primaryOf(props, nothing)}
    >
      <BlockStack gap="400">
        {subtitle && (
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <Text as="p" tone="subdued">
              {subtitle}
            </Text>
          </Box>
        )}
        <AddressFault />
        {props.banner}
        {notice && <Banner tone="info">{notice}</Banner>}
        <Card padding="0">
          {error && (
            <Box padding="400">
              <ErrorBanner message={error} answer={props.errorAnswer} />
            </Box>
          )}
          {nothing ? (
            props.emptyState
          ) : (
            <>
              <ListFilters {...props} total={props.pagination.total} />
              <ListTable {...props} />
            </>
          )}
        </Card>
      </BlockStack>
    </AppPage>
  );
}

type PrimaryProps = { primaryAction?: PageAction; emptyStateHasPrimary?: boolean };

/** A screen has one primary button: that of the title, or that of the empty state. */
function primaryOf({ primaryAction, emptyStateHasPrimary = false }: PrimaryProps, isEmpty: boolean) {
  return primaryAction && !(isEmpty && emptyStateHasPrimary) ? { primaryAction } : {};
}

/** True if the URL filters the list, so that an empty list may have other rows. */
function useIsNarrowed(list: Pick<ListSpec<never>, "query">): boolean {
  const [query] = useSearchParams();
  return filtersOf(list).some((name) => query.get(name)) || readPage(query).page > 1;
}
