import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  DatePicker,
  InlineStack,
  OptionList,
  Select,
  TextField,
  useBreakpoints,
} from "@shopify/polaris";
import { useState } from "react";
import { type DaySpan, type Range, ranges, rangeSpan } from "#app/domain/day-spans.ts";
import { useText } from "../texts/use-text.ts";

/** A range by its name, or other days. */
export type ChosenDays = { readonly range: Range } | DaySpan;

type Props = {
  readonly days: DaySpan;
  /** The current range; undefined for other days. */
  readonly range: Range | undefined;
  readonly today: string;
  readonly onApply: (chosen: ChosenDays) => void;
  readonly onCancel: () => void;
};

type Draft = DaySpan & { readonly range: Range | undefined };

/** Value of the option for other days. */
const custom = "custom";

/** Ranges, first and last day, and a calendar. Loaded when it is opened. */
export function DateRangePane({ days, range, today, onApply, onCancel }: Props) {
  const t = useText("charts");
  const { smDown: isPhone } = useBreakpoints();
  const [draft, setDraft] = useState<Draft>({ ...days, range });
  const { from, to } = draft;
  const [shown, setShown] = useState(() => shownMonth(days.to, isPhone));
  const isTurned = from !== "" && to !== "" && to < from;
  const isWhole = from !== "" && to !== "" && !isTurned;
  function chooseRange(name: string | undefined): void {
    const next = ranges.find((one) => one === name);
    const span = next ? rangeSpan(next, today) : { from, to };
    setDraft({ ...span, range: next });
    if (next) setShown(shownMonth(span.to, isPhone));
  }
  const options = [
    ...ranges.map((one) => ({ value: one as string, label: t(`days.ranges.${one}`) })),
    { value: custom, label: t("days.custom") },
  ];
  const field = (name: "from" | "to", error?: string) => (
    <TextField
      label={t(`days.${name}`)}
      type="date"
      autoComplete="off"
      value={draft[name]}
      onChange={(day) => setDraft({ from, to, [name]: day, range: undefined })}
      {...(error !== undefined && { error })}
    />
  );
  return (
    <Box padding="400" {...(isPhone ? {} : { minWidth: "44rem" })}>
      <BlockStack gap="400">
        <InlineStack gap="400" wrap={isPhone} blockAlign="start">
          {isPhone ? (
            <Select
              label={t("days.label")}
              options={options}
              value={draft.range ?? custom}
              onChange={chooseRange}
            />
          ) : (
            <Box minWidth="10rem">
              <OptionList
                options={options}
                selected={[draft.range ?? custom]}
                onChange={([one]) => chooseRange(one)}
              />
            </Box>
          )}
          <BlockStack gap="400">
            <InlineStack gap="300" wrap={isPhone} blockAlign="start">
              {field("from")}
              {field("to", isTurned ? t("days.order") : undefined)}
            </InlineStack>
            <DatePicker
              {...shown}
              multiMonth={!isPhone}
              allowRange
              disableDatesAfter={dateOf(today)}
              selected={{ start: dateOf(isWhole ? from : days.from), end: dateOf(isWhole ? to : days.to) }}
              onMonthChange={(month, year) => setShown({ month, year })}
              onChange={({ start, end }) =>
                setDraft({ from: dayOf(start), to: dayOf(end), range: undefined })
              }
            />
          </BlockStack>
        </InlineStack>
        <InlineStack align="end">
          <ButtonGroup>
            <Button onClick={onCancel}>{t("days.cancel")}</Button>
            <Button
              variant="primary"
              disabled={!isWhole}
              onClick={() => onApply(draft.range ? { range: draft.range } : { from, to })}
            >
              {t("days.apply")}
            </Button>
          </ButtonGroup>
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

/** First month of the calendar: two months end with the last day. */
function shownMonth(lastDay: string, isPhone: boolean): { month: number; year: number } {
  const last = dateOf(lastDay);
  const first = new Date(last.getFullYear(), last.getMonth() - (isPhone ? 0 : 1), 1);
  return { month: first.getMonth(), year: first.getFullYear() };
}

/** The calendar's days are in the browser's time zone. Only their dates count. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

function dayOf(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(String);
  return [year?.padStart(4, "0"), month?.padStart(2, "0"), day?.padStart(2, "0")].join("-");
}
