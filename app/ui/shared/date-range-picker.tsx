import { useSearchParams } from "@remix-run/react";
import { Button, Popover, Select } from "@shopify/polaris";
import { CalendarIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import { type comparisons, type DaySpan, type Range, ranges } from "#app/domain/day-spans.ts";
import { useText } from "../texts/use-text.ts";
import type { ChosenDays, DateRangePane } from "./date-range-pane.tsx";
import { formatDays } from "./format.ts";

const loadPane = () => import("./date-range-pane.tsx");

const usualRange: Range = "last-30";
/** Other days may need other periods, and have other pages. */
const replaced: ReadonlySet<string> = new Set(["range", "from", "to", "by", "page", "cursor"]);

type Props = { readonly days: DaySpan; readonly today: string };

/** Choice of the page's days, kept in the URL. Without a script it is a form. */
export function DateRangePicker({ days, today }: Props) {
  const t = useText("charts");
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [Pane, setPane] = useState<typeof DateRangePane | null>(null);
  const isUsual = !params.has("from") && !params.has("to");
  const range = ranges.find((one) => one === (params.get("range") ?? (isUsual ? usualRange : null)));
  const text = range === undefined ? formatDays(days, today) : t(`days.ranges.${range}`);
  const kept = [...params].filter(([name]) => !replaced.has(name));
  /** Opens once the pane has loaded: a popover that grows would jump. */
  async function toggle(): Promise<void> {
    const { DateRangePane: loaded } = await loadPane();
    setPane(() => loaded);
    setOpen(!open);
  }
  function apply(chosen: ChosenDays): void {
    setOpen(false);
    setParams(new URLSearchParams([...Object.entries(chosen), ...kept]), { preventScrollReset: true });
  }
  return (
    <div className="no-print">
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        fluidContent
        preferredAlignment="left"
        activator={
          <Button
            size="large"
            icon={CalendarIcon}
            disclosure={open ? "up" : "down"}
            accessibilityLabel={t("days.chosen", { days: text })}
            onMouseEnter={() => void loadPane()}
            onFocus={() => void loadPane()}
            onClick={() => void toggle()}
          >
            {text}
          </Button>
        }
      >
        {Pane && (
          <Pane days={days} range={range} today={today} onApply={apply} onCancel={() => setOpen(false)} />
        )}
      </Popover>
      <noscript>
        <form method="get" aria-label={t("days.label")}>
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="date" name="from" aria-label={t("days.from")} defaultValue={days.from} />
          <input type="date" name="to" aria-label={t("days.to")} defaultValue={days.to} />
          <button>{t("days.apply")}</button>
        </form>
      </noscript>
    </div>
  );
}

export type ComparisonChoice = (typeof comparisons)[number] | "none" | "days";

type ComparisonProps = {
  readonly value: ComparisonChoice;
  readonly onChange: (value: ComparisonChoice) => void;
  /** Label of days that a person chooses; without it they can't. */
  readonly daysLabel?: string;
};

/** Choice of the comparison: previous period, previous year, or none. */
export function ComparisonSelect({ value, onChange, daysLabel }: ComparisonProps) {
  const t = useText("charts");
  return (
    <div className="no-print">
      <Select
        label={t("compare.label")}
        labelHidden
        options={[
          { value: "previous", label: t("compare.previous") },
          { value: "year", label: t("compare.year") },
          { value: "none", label: t("compare.none") },
          ...(daysLabel === undefined ? [] : [{ value: "days", label: daysLabel }]),
        ]}
        value={value}
        onChange={(next) => onChange(next as ComparisonChoice)}
      />
    </div>
  );
}
