import { Badge, Banner, BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { CheckedRowWire } from "#app/contracts/pasted-rows.ts";
import { ErrorBanner } from "./error-banner.tsx";
import { useTextControl } from "./form/form-fields.tsx";
import { useAppForm } from "./form/use-app-form.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { useIntent } from "./form/use-intent.ts";
import { pastedRows } from "#app/i18n/en/admin/pasted-rows.ts";
import { merchantText, provideTexts } from "../texts/use-text.ts";

provideTexts({ pastedRows });
const t = merchantText("pastedRows");

const rowsShown = 200;
/** Number of errors shown at the field. The table below has all of them. */
const faultsAtField = 5;

type PastedRowsAnswer<Row> =
  { readonly ok: true; readonly added: number; readonly rows: readonly Row[] } | { readonly ok: false };

type Props<Row> = {
  id: string;
  title: string;
  label: string;
  placeholder: string;
  helpText: string;
  save: string;
  /** Verb for saving the other lines, after "Skip 2 lines and". */
  saveOthers: string;
  /** Message after adding this many. */
  saved: (added: number) => string;
  /** Heading of the first column. */
  column: string;
  nameOf: (row: Row) => string;
  /** Heading of the column with the line's affiliate. */
  ownerColumn?: string;
  /** The lines may come from a CSV file too. */
  takesFile?: boolean;
};

/** Adds many from pasted lines: first a check of each line, then all, none, or those without errors. */
export function PastedRowsForm<Row extends CheckedRowWire>(props: Props<Row>) {
  // The answer is about the posted text.
  const [sent, setSent] = useState("");
  const nothingMore = useCallback(() => undefined, []);
  const { fetcher, answer: posted, isBusy } = useIntent("many", nothingMore);
  const { id, fields, banner } = useAppForm({ id: props.id, defaultValue: { rows: "" }, answer: posted });
  const control = useTextControl(fields.rows);
  const rows = control.value;
  const answer = fetcher.data as PastedRowsAnswer<Row> | undefined;
  const { wrong, others } = undecidedOf(sent === rows ? answer : undefined);
  const error = control.error ?? faultsOf(wrong);
  const submit = (step: "check" | "save", leaveOut = "") => {
    setSent(rows);
    fetcher.submit({ intent: "many", step, rows, leaveOut }, { method: "post" });
  };
  return (
    <fetcher.Form method="post" id={id} noValidate onSubmit={() => setSent(rows)}>
      <input type="hidden" name="intent" value="many" />
      <input type="hidden" name="step" value="save" />
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {props.title}
        </Text>
        {props.takesFile && <CsvFile onRead={control.onChange} />}
        <TextField
          {...control}
          label={props.label}
          multiline={6}
          maxHeight={320}
          monospaced
          placeholder={props.placeholder}
          helpText={props.helpText}
          {...(error !== undefined && { error })}
        />
        <ErrorBanner {...banner} />
        {answer?.ok === true && answer.added > 0 && (
          <Banner tone="success">{props.saved(answer.added)}</Banner>
        )}
        {answer?.ok === true && <CheckedTable rows={answer.rows} isSaved={answer.added > 0} {...props} />}
        <InlineStack align="end" gap="200">
          <Button loading={isBusy} onClick={() => submit("check")}>
            {t("check")}
          </Button>
          <SkipLinesButton
            text={t("skip", { skipped: wrong.length, save: props.saveOthers, others })}
            isOffered={wrong.length > 0 && others > 0}
            isBusy={isBusy}
            onLeave={() => submit("save", wrong.map((row) => row.line).join(","))}
          />
          <Button submit variant="primary" loading={isBusy}>
            {props.save}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

/** Larger files exceed the limit of lines by far, and would slow the page down. */
const longestFile = 1_000_000;

function CsvFile({ onRead }: { onRead: (text: string) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  async function read(file: File | undefined) {
    setFault(file && file.size > longestFile ? t("fileTooLarge") : null);
    if (file && file.size <= longestFile) onRead(await file.text());
  }
  return (
    <BlockStack gap="100">
      <label>
        {t("file")}{" "}
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </label>
      {fault !== null && (
        <Text as="p" tone="critical">
          {fault}
        </Text>
      )}
    </BlockStack>
  );
}

type SkipLinesProps = { text: string; isOffered: boolean; isBusy: boolean; onLeave: () => void };

function SkipLinesButton({ text, isOffered, isBusy, onLeave }: SkipLinesProps) {
  if (!isOffered) return null;
  return (
    <Button loading={isBusy} onClick={onLeave}>
      {text}
    </Button>
  );
}

/** Invalid lines of an answer that saved nothing, and the number of valid ones. */
function undecidedOf<Row extends CheckedRowWire>(answer: PastedRowsAnswer<Row> | undefined) {
  if (answer?.ok !== true || answer.added > 0) return { wrong: [], others: 0 };
  const wrong = answer.rows.filter((row) => row.state === "wrong");
  return { wrong, others: answer.rows.filter((row) => row.state === "new").length };
}

/** First errors by line, for the field; undefined without errors. */
function faultsOf(wrong: readonly CheckedRowWire[]): string | undefined {
  if (wrong.length === 0) return undefined;
  const told = wrong
    .slice(0, faultsAtField)
    .map(({ line, fault }) => t("line", { line, fault: fault ?? t("fault") }));
  const more = wrong.length - told.length;
  return more === 0 ? told.join(" ") : [...told, t("more", { count: more })].join(" ");
}

const tones = { new: "success", same: "info", wrong: "critical" } as const;

/** A long address would push the result off a phone. */
const breaking = { overflowWrap: "anywhere" } as const;

type ResultTableProps<Row> = Pick<Props<Row>, "column" | "nameOf" | "ownerColumn"> & {
  rows: readonly Row[];
  isSaved: boolean;
};

function CheckedTable<Row extends CheckedRowWire>(props: ResultTableProps<Row>) {
  const { rows, isSaved, column, nameOf, ownerColumn = t("columns.affiliate") } = props;
  const fresh = rows.filter((row) => row.state === "new").length;
  const wrong = rows.filter((row) => row.state === "wrong").length;
  // Invalid lines first.
  const shown = rows.toSorted((a, b) => Number(b.state === "wrong") - Number(a.state === "wrong"));
  return (
    <BlockStack gap="200">
      <Text as="p">
        {t("summary", { fresh, same: rows.length - fresh - wrong, wrong })}
        {wrong > 0 && ` ${t(isSaved ? "errors.skipped" : "errors.blocked")}`}
      </Text>
      <ScrollBox label={t("lines")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("columns.line")}</th>
              <th scope="col">{column}</th>
              <th scope="col">{ownerColumn}</th>
              <th scope="col">{t("columns.result")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, rowsShown).map((row) => (
              <tr key={row.line}>
                <th scope="row">{row.line}</th>
                <td style={breaking}>{nameOf(row)}</td>
                <td style={breaking}>{row.affiliateName ?? row.affiliate}</td>
                <td>
                  <Badge tone={tones[row.state]}>{t(`states.${row.state}`)}</Badge> {row.fault}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </BlockStack>
  );
}
