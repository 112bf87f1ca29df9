import { BlockStack, Button, InlineStack } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import { type AppliedFilter, FilterChips } from "../../shared/list/filter-chips.tsx";
import type { ReportFilterField } from "#app/contracts/report-fields.ts";
import { FilterForm } from "./filter-form.tsx";
import { noFilters, useReportAddress } from "./use-report-address.ts";

type Props = {
  applied: readonly AppliedFilter[];
  days: { readonly from: string; readonly to: string };
  children?: ReactNode;
  fields?: readonly [ReportFilterField, ...ReportFilterField[]];
};

/** What narrows the page, and a way to narrow it further; `children` stand beside it. */
export function FilterBar({ applied, days, children, fields }: Props) {
  const { go, hrefOf } = useReportAddress();
  const [open, setOpen] = useState(false);
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <FilterChips applied={applied} onRemove={(field) => go({ [field]: null })} />
        {applied.length > 1 && (
          <Button variant="plain" url={hrefOf(noFilters)}>
            Clear all
          </Button>
        )}
        <Button
          disclosure={open ? "up" : "down"}
          ariaExpanded={open}
          ariaControls="report-filter"
          onClick={() => setOpen(!open)}
        >
          Add filter
        </Button>
        {children}
      </InlineStack>
      <div id="report-filter" hidden={!open}>
        {open && <FilterForm days={days} onApplied={() => setOpen(false)} {...(fields && { fields })} />}
      </div>
    </BlockStack>
  );
}
