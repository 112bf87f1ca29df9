import { useSearchParams } from "@remix-run/react";
import { BlockStack, InlineStack } from "@shopify/polaris";
import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import { ranges } from "#app/domain/day-spans.ts";
import { AffiliateFilter, type ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import { type ChosenProgram, ProgramFilter } from "../../shared/list/program-filter.tsx";
import { RangeLinks } from "../../shared/range-links.tsx";
import { SpanForm } from "./span-form.tsx";

export type FilterChoices = {
  /** The affiliate whose figures alone are shown; null for everybody's. */
  readonly affiliate: ChosenAffiliate | null;
  /** The same of a program. */
  readonly program: ChosenProgram | null;
};

type Props = FilterChoices & { performance: PerformanceWire };

/** Which days, whose, and of which program; all of it lives in the address. */
export function PerformanceFilters({ performance, affiliate, program }: Props) {
  const { total, by } = performance;
  return (
    <div className="no-print">
      <BlockStack gap="300">
        <Ranges />
        <SpanForm
          key={`${total.from} ${total.to} ${by}`}
          from={total.from}
          to={total.to}
          by={by}
          kept={{ affiliate: performance.affiliate, program: performance.program }}
        />
        <InlineStack gap="300" blockAlign="center">
          <AffiliateFilter chosen={affiliate} />
          <ProgramFilter chosen={program} />
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
