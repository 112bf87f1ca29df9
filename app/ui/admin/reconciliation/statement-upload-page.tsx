import { useFetcher, useNavigation } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Box,
  Card,
  FormLayout,
  InlineError,
  InlineStack,
  Select,
  Text,
} from "@shopify/polaris";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormCheckbox, type FormField, FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatDay, formatMoney } from "../../shared/format.ts";
import {
  AccountSetting,
  type ChangeReading,
  meaningLabels,
  optionsOf,
  outcomeLabels,
  ReadingSettings,
  useLabels,
  useReadingAddress,
} from "./reading-settings.tsx";

/** Step 2 of the import: the reading of the file, to correct and confirm. */
export function StatementUploadPage({ upload }: { upload: StatementDraftWire }) {
  const fetcher = useFetcher<FormAnswer>();
  const change = useReadingAddress();
  const source = upload.rememberedFrom ?? upload.layout ?? "";
  const { id, fields, values, banner } = useAppForm({
    id: "remember-layout",
    defaultValue: { remember: true, rememberAs: source },
    answer: fetcher.data,
  });
  const isReading = useNavigation().state === "loading";
  const isBusy = fetcher.state !== "idle";
  const isOpen = upload.questions.some(({ blocks }) => blocks);
  const post = (form: Record<string, string>) => fetcher.submit(form, { method: "post" });
  const rememberAs = values.remember && upload.reading ? values.rememberAs.trim() : "";
  return (
    <AppPage
      title={upload.fileName}
      backAction={{ content: "Reconciliation", url: "/dashboard/affiliates/payouts/reconcile" }}
      primaryAction={{
        content: "Confirm reading",
        loading: isBusy,
        disabled: isOpen || isReading,
        onAction: () => post({ intent: "confirm", rememberAs }),
      }}
      secondaryActions={[
        { content: "Discard", disabled: isBusy, onAction: () => post({ intent: "discard" }) },
      ]}
    >
      <div className={isReading ? "is-reading-again" : ""} aria-busy={isReading}>
        <BlockStack gap="400">
          <ErrorBanner {...banner} title="This file wasn't imported" />
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <Text as="p">{summaryOf(upload)}</Text>
          </Box>
          {!upload.reading && <AccountSetting upload={upload} change={change} />}
          {upload.reading && (
            <Card>
              <BlockStack gap="400">
                <ReadingSettings upload={upload} reading={upload.reading} change={change} />
                <ColumnUses upload={upload} change={change} />
                <UnclearWords upload={upload} change={change} />
              </BlockStack>
            </Card>
          )}
          <Card>
            <ReadPreview upload={upload} />
          </Card>
          {upload.reading && (
            <Card>
              <form id={id} onSubmit={(event) => event.preventDefault()}>
                <RememberFields source={source} fields={fields} asksName={values.remember && source === ""} />
              </form>
            </Card>
          )}
        </BlockStack>
      </div>
    </AppPage>
  );
}

type RememberProps = {
  source: string;
  fields: Readonly<Record<"remember" | "rememberAs", FormField>>;
  /** Asks for the bank's or provider's name, which the file does not contain. */
  asksName: boolean;
};

function RememberFields({ source, fields, asksName }: RememberProps) {
  return (
    <BlockStack gap="200">
      <FormCheckbox
        field={fields.remember}
        label={source === "" ? "Remember this layout" : `Remember this layout for ${source}`}
      />
      {asksName && (
        <FormTextField field={fields.rememberAs} label="Bank or provider" maxLength={100} placeholder="ING" />
      )}
    </BlockStack>
  );
}

function summaryOf({ rows, reading, first, last }: StatementDraftWire): string {
  const count = rows === 1 ? "1 row" : `${formatCount(rows)} rows`;
  const days = first === null || last === null ? "" : `, ${formatDay(first)} to ${formatDay(last)}`;
  if (!reading) return `We read ${count}${days}.`;
  return `We read ${count} from line ${reading.headerLine + 1}${days}. Check the columns.`;
}

type Props = { upload: StatementDraftWire; change: ChangeReading };
type ReadingQuestion = StatementDraftWire["questions"][number];

/** Words of the file that need a meaning. A row with an unknown word stays unclear. */
function UnclearWords({ upload: { questions, reading, columns }, change }: Props) {
  const asked = questions.filter(({ setting, word }) => setting === "words" && word !== null);
  if (asked.length === 0) return null;
  const answer = (question: ReadingQuestion, means: string) => {
    const known = (reading?.words ?? []).map((one) => `${one.column}:${one.means}:${one.word}`);
    const use = columns[question.column ?? -1]?.use ?? "type";
    change({ word: [...known, `${use}:${means}:${question.word ?? ""}`] });
  };
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        Unclear words
      </Text>
      <FormLayout>
        {asked.map((question) => (
          <Select
            key={`${question.column} ${question.word}`}
            label={`What does '${question.word}' mean?`}
            placeholder="Choose"
            options={question.choices.map((value) => ({ value, label: meaningLabels[value] ?? value }))}
            value=""
            onChange={(means) => answer(question, means)}
          />
        ))}
      </FormLayout>
    </BlockStack>
  );
}

type ColumnUsesProps = { upload: StatementDraftWire; change: ChangeReading };

/** The columns of the file, each with an example and its use. */
function ColumnUses({ upload: { columns, questions }, change }: ColumnUsesProps) {
  const ofColumns = questions.filter(({ setting }) => setting === "columns");
  const general = ofColumns.filter(({ column }) => column === null);
  const setUse = (at: number, use: string) =>
    change({ use: columns.map((one, index) => (index === at ? use : one.use)) });
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        Columns
      </Text>
      {general.map(({ message }) => (
        <InlineError key={message} message={message} fieldID="column-uses" />
      ))}
      <table id="column-uses" className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">Column in file</th>
            <th scope="col">Example</th>
            <th scope="col">Use as</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, example, use }, at) => {
            const error = ofColumns.find(({ column }) => column === at)?.message;
            return (
              // Two columns may have the same name, and columns never move.
              // eslint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <th scope="row">{name}</th>
                <td className="example-cell">{example}</td>
                <td>
                  <Select
                    label={`Use ${name} as`}
                    labelHidden
                    options={optionsOf(useLabels)}
                    value={use}
                    onChange={(value) => setUse(at, value)}
                    {...(error !== undefined && { error })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </BlockStack>
  );
}

/** First rows as they are read, and how many rows in total are unclear. */
function ReadPreview({ upload: { preview, unclear } }: { upload: StatementDraftWire }) {
  return (
    <BlockStack gap="200">
      <InlineStack align="space-between" blockAlign="center">
        <Text as="h2" variant="headingMd">
          {`Preview of the first ${formatCount(preview.length)}`}
        </Text>
        {unclear > 0 && <Badge tone="attention">{`${formatCount(unclear)} unclear`}</Badge>}
      </InlineStack>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Date</th>
            <th scope="col">Type</th>
            <th scope="col" className="amount">
              Amount
            </th>
            <th scope="col" className="amount">
              Fee
            </th>
            <th scope="col">Reference</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {preview.map((row) => (
            <tr key={row.line}>
              <th scope="row">{row.line}</th>
              <td data-label="Date">{row.day === null ? "–" : formatDay(row.day)}</td>
              <td data-label="Type">
                {row.outcome === "unclear" ? (
                  <BlockStack gap="050" inlineAlign="start">
                    <Badge tone="attention">{outcomeLabels.unclear}</Badge>
                    <Text as="span" tone="subdued">
                      {row.reason}
                    </Text>
                  </BlockStack>
                ) : (
                  outcomeLabels[row.outcome]
                )}
              </td>
              <td data-label="Amount" className="amount">
                {row.amount ? signed(row.amount) : "–"}
              </td>
              <td data-label="Fee" className="amount">
                {row.fee ? formatMoney(row.fee) : "–"}
              </td>
              <td data-label="Reference" className="example-cell">
                {row.reference || "–"}
              </td>
              <td data-label="Status">{row.status || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}

/** With a sign, also for positive amounts. */
function signed(money: Parameters<typeof formatMoney>[0]): string {
  const text = formatMoney(money);
  return money.amount.startsWith("-") ? text : `+${text}`;
}
