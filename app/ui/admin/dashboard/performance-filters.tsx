import { useSearchParams } from "@remix-run/react";
import { BlockStack, InlineStack, Select } from "@shopify/polaris";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { ranges } from "#app/domain/report-ranges.ts";
import { AffiliateFilter, type ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import type { Choice } from "../../shared/list/list-filters.tsx";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { RangeLinks } from "../../shared/range-links.tsx";
import { SpanForm } from "./span-form.tsx";

export type FilterChoices = {
  /** The affiliate whose figures alone are shown; null for everybody's. */
  readonly affiliate: ChosenAffiliate | null;
  readonly programs: readonly Choice[];
};

type Props = FilterChoices & { performance: PerformanceWire };

/** Which days, whose, and of which program; all of it lives in the address. */
export function PerformanceFilters({ performance, affiliate, programs }: Props) {
  const { change } = useListParams();
  const { total, by, program } = performance;
  const isKnown = program === null || programs.some(({ value }) => value === program);
  const choices = isKnown ? programs : [...programs, { label: "Another program", value: program }];
  return (
    <div className="no-print">
      <BlockStack gap="300">
        <Ranges />
        <SpanForm
          key={`${total.from} ${total.to} ${by}`}
          from={total.from}
          to={total.to}
          by={by}
          kept={{ affiliate: performance.affiliate, program }}
        />
        <InlineStack gap="300" blockAlign="center">
          <AffiliateFilter chosen={affiliate} />
          <Select
            label="Program"
            labelInline
            options={[{ label: "All", value: "" }, ...choices]}
            value={program ?? ""}
            onChange={(value) => change({ program: value })}
          />
        </InlineStack>
      </BlockStack>
    </div>
  );
}

/** Other days may need to be cut otherwise. */
const replaced: ReadonlySet<string> = new Set(["range", "from", "to", "by"]);

function Ranges() {
  const [params] = useSearchParams();
  const isUsual = !params.has("from") && !params.has("to");
  const here = ranges.find((one) => one === (params.get("range") ?? (isUsual ? "last-30" : null)));
  const kept = [...params].filter(([name]) => !replaced.has(name));
  return (
    <RangeLinks
      here={here}
      hrefOf={(range) => `/dashboard?${new URLSearchParams([["range", range], ...kept]).toString()}`}
    />
  );
}
