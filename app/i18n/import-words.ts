import type { PersonNote, RowChange, RowCode } from "#app/domain/imports/outcomes.ts";
import type { PersonState } from "#app/domain/imports/import-kinds.ts";
import type { TextFunction } from "./text-function.ts";

type Row = {
  readonly code: RowCode;
  readonly affiliate: { readonly name: string } | null;
  readonly otherRow: number | null;
  readonly column: string | null;
  readonly releaseDay: string | null;
  readonly order: string;
  readonly isOrderKnown: boolean;
  readonly changes: readonly RowChange[];
  readonly notes: readonly PersonNote[];
  readonly rate: string;
};

type ImportWriter = {
  readonly t: TextFunction<"imports">;
  readonly day: (day: string) => string;
};

/** Texts of a row: first its result, then the changes and notes. */
export function rowTexts(row: Row, { t, day }: ImportWriter): [string, ...string[]] {
  const { code, changes, notes, order, isOrderKnown, rate } = row;
  const namesOrder = isOrderKnown || code === "order_unknown";
  return [
    resultText(row, { t, day }),
    ...(order === "" ? [] : [t(namesOrder ? "rows.order" : "rows.orderUnknown", { order })]),
    ...changes.map((change) => changeText(change, t)),
    ...notes.map((note) => t(`notes.${note}`, { rate })),
  ];
}

function resultText(
  { code, affiliate, otherRow, column, releaseDay }: Row,
  { t, day }: ImportWriter,
): string {
  const name = affiliate?.name ?? "";
  const text = t(`codes.${code}`, { name });
  if (column !== null) return t("rows.inColumn", { text, column });
  if (otherRow !== null) return t("rows.of", { text, row: otherRow });
  return releaseDay === null ? text : t("rows.until", { text, day: day(releaseDay) });
}

function changeText({ field, from, to }: RowChange, t: ImportWriter["t"]): string {
  const label = t(`changes.fields.${field}`);
  const word = (text: string) =>
    field === "status" && text !== "" ? t(`states.${text as PersonState}`) : text;
  return from === ""
    ? t("changes.set", { field: label, to: word(to) })
    : t("changes.change", { field: label, from: word(from), to: word(to) });
}
