import { Pagination, Select, Text } from "@shopify/polaris";
import { formatCount } from "../format.ts";
import { listText as t } from "./list-text.ts";
import { useListParams } from "./use-list-params.ts";

const limits = ["10", "25", "50", "100", "250"].map((value) => ({ label: value, value }));

/** Key codes of J and K: previous and next page from the keyboard, unless a field has the focus. */
const previousKeys = [74];
const nextKeys = [75];

export type PageOfList = { readonly page: number; readonly limit: number; readonly total: number };

/** Range of the shown rows, and the pager. */
export function ListFooter({ pagination, shown }: { pagination: PageOfList; shown: number }) {
  const { change, hrefOf } = useListParams();
  const { page, limit, total } = pagination;
  const start = (page - 1) * limit;
  const hasPrevious = page > 1;
  const hasNext = start + shown < total;
  const range = {
    first: formatCount(start + 1),
    last: formatCount(start + shown),
    total: formatCount(total),
  };
  return (
    <div className="list-footer">
      <div className="no-print">
        <Select
          label={t("pages.perPage")}
          labelInline
          options={limits}
          value={String(limit)}
          onChange={(value) => change({ limit: Number(value) })}
        />
      </div>
      <Text as="p" tone="subdued" numeric>
        <span aria-live="polite">{shown === 0 ? t("pages.none") : t("pages.range", range)}</span>
      </Text>
      <div className="no-print">
        <Pagination
          accessibilityLabel={t("pages.label")}
          hasPrevious={hasPrevious}
          // Without a URL it is a disabled button. With one it would be a link without a name.
          {...(hasPrevious && { previousURL: hrefOf({ page: page - 1 }) })}
          previousKeys={previousKeys}
          previousTooltip={t("pages.previous")}
          hasNext={hasNext}
          {...(hasNext && { nextURL: hrefOf({ page: page + 1 }) })}
          nextKeys={nextKeys}
          nextTooltip={t("pages.next")}
        />
      </div>
    </div>
  );
}
