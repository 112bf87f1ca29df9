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
import type { StatementMeaning } from "#app/domain/statements/reading.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormCheckbox, type FormField, FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatDay, formatMoney } from "../../shared/format.ts";
import {
  AccountSetting,
  type ChangeReading,
  optionsOf,
  ReadingSettings,
  useLabels,
  useReadingAddress,
} from "./reading-settings.tsx";
import { reconciliationText as t } from "./reconciliation-text.ts";

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
      backAction={{ content: t("list.title"), url: "/dashboard/affiliates/payouts/reconcile" }}
      primaryAction={{
        content: t("columns.confirm"),
        loading: isBusy,
        disabled: isOpen || isReading,
        onAction: () => post({ intent: "confirm", rememberAs }),
      }}
      secondaryActions={[
        { content: t("columns.discard"), disabled: isBusy, onAction: () => post({ intent: "discard" }) },
      ]}
    >
      <div className={isReading ? "is-reading-again" : ""} aria-busy={isReading}>
        <BlockStack gap="400">
          <ErrorBanner {...banner} title={t("columns.notImported")} />
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
        label={source === "" ? t("columns.remember") : t("columns.rememberFor", { source })}
      />
      {asksName && <FormTextField field={fields.rememberAs} label={t("columns.source")} maxLength={100} />}
    </BlockStack>
  );
}

function summaryOf({ rows, reading, first, last }: StatementDraftWire): string {
  const count = rows;
  const days = first === null || last === null ? null : { first: formatDay(first), last: formatDay(last) };
  if (!reading) return days ? t("columns.readDays", { count, ...days }) : t("columns.read", { count });
  const line = reading.headerLine + 1;
  return days ? t("columns.readFromDays", { count, line, ...days }) : t("columns.readFrom", { count, line });
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
        {t("columns.words")}
      </Text>
      <FormLayout>
        {asked.map((question) => (
          <Select
            key={`${question.column} ${question.word}`}
            label={t("columns.word", { word: question.word ?? "" })}
            placeholder={t("columns.choose")}
            options={question.choices.map((value) => ({
              value,
              label: t(`meanings.${value as StatementMeaning}`),
            }))}
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
        {t("columns.heading")}
      </Text>
      {general.map(({ message }) => (
        <InlineError key={message} message={message} fieldID="column-uses" />
      ))}
      <table id="column-uses" className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("columns.name")}</th>
            <th scope="col">{t("columns.example")}</th>
            <th scope="col">{t("columns.use")}</th>
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
                    label={t("columns.useOf", { name })}
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
          {t("columns.preview", { count: preview.length })}
        </Text>
        {unclear > 0 && <Badge tone="attention">{t("columns.unclear", { count: unclear })}</Badge>}
      </InlineStack>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("columns.line")}</th>
            <th scope="col">{t("columns.date")}</th>
            <th scope="col">{t("columns.type")}</th>
            <th scope="col" className="amount">
              {t("columns.amount")}
            </th>
            <th scope="col" className="amount">
              {t("columns.fee")}
            </th>
            <th scope="col">{t("columns.reference")}</th>
            <th scope="col">{t("columns.status")}</th>
          </tr>
        </thead>
        <tbody>
          {preview.map((row) => (
            <tr key={row.line}>
              <th scope="row">{row.line}</th>
              <td data-label={t("columns.date")}>{row.day === null ? "–" : formatDay(row.day)}</td>
              <td data-label={t("columns.type")}>
                {row.outcome === "unclear" ? (
                  <BlockStack gap="050" inlineAlign="start">
                    <Badge tone="attention">{t("outcomes.unclear")}</Badge>
                    <Text as="span" tone="subdued">
                      {row.reason}
                    </Text>
                  </BlockStack>
                ) : (
                  t(`outcomes.${row.outcome}`)
                )}
              </td>
              <td data-label={t("columns.amount")} className="amount">
                {row.amount ? signed(row.amount) : "–"}
              </td>
              <td data-label={t("columns.fee")} className="amount">
                {row.fee ? formatMoney(row.fee) : "–"}
              </td>
              <td data-label={t("columns.reference")} className="example-cell">
                {row.reference || "–"}
              </td>
              <td data-label={t("columns.status")}>{row.status || "–"}</td>
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
