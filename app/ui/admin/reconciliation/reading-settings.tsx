import { useSearchParams } from "@remix-run/react";
import { FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { directionWays, feeWays } from "#app/domain/statements/reading.ts";
import { dateOrders, delimiters } from "#app/domain/tables/table.ts";
import { reconciliation } from "#app/i18n/en/admin/reconciliation.ts";
import { reconciliationText as t } from "./reconciliation-text.ts";

type Reading = NonNullable<StatementDraftWire["reading"]>;
type Props = { upload: StatementDraftWire; reading: Reading; change: ChangeReading };

/** Settings of the columns, which are dropped when another table is chosen. */
const ofTable = { use: null, word: null };

export function ReadingSettings({ upload, reading, change }: Props) {
  const errorOf = (setting: keyof Reading) => questionOf(upload, setting)?.message;
  const withError = (setting: keyof Reading) => {
    const error = errorOf(setting);
    return error === undefined ? {} : { error };
  };
  const menu = (
    setting: "dates" | "decimals" | "fee" | "direction",
    label: string,
    labels: Readonly<Record<string, string>>,
  ) => (
    <Select
      label={label}
      options={optionsOf(labels)}
      value={isAsked(upload, setting) ? "" : reading[setting]}
      onChange={(value) => change({ [setting]: value })}
      {...(isAsked(upload, setting) && { placeholder: t("columns.choose") })}
      {...withError(setting)}
    />
  );
  return (
    <FormLayout>
      <FormLayout.Group>
        <TypedSetting
          label={t("settings.header")}
          type="number"
          value={String(reading.headerLine)}
          error={errorOf("headerLine")}
          onDone={(header) => change({ header, ...ofTable })}
        />
        <Select
          label={t("settings.delimiter")}
          options={optionsOf(delimiterLabels)}
          value={reading.delimiter}
          onChange={(delimiter) => change({ delimiter, ...ofTable })}
          {...withError("delimiter")}
        />
        <Select
          label={t("settings.encoding")}
          options={optionsOf(encodingLabels)}
          value={reading.encoding}
          onChange={(encoding) => change({ encoding })}
          {...withError("encoding")}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        {menu("dates", t("settings.dates"), dateLabels)}
        {menu("decimals", t("settings.decimals"), decimalLabels)}
        {menu("fee", t("settings.amounts"), feeLabels)}
      </FormLayout.Group>
      <FormLayout.Group>
        {menu("direction", t("settings.moneyOut"), directionLabels)}
        <TypedSetting
          label={t("settings.currency")}
          value={reading.currency ?? ""}
          placeholder={reading.currency === null ? t("settings.currencyInFile") : "EUR"}
          error={errorOf("currency")}
          onDone={(text) => change({ currency: text === "" ? null : text.toUpperCase() })}
        />
        <Select
          label={t("settings.provider")}
          options={optionsOf(providerLabels)}
          value={upload.provider}
          onChange={(provider) => change({ provider })}
        />
      </FormLayout.Group>
      <AccountSetting upload={upload} change={change} />
      <Text as="p" tone="subdued">
        {layoutText(upload)}
      </Text>
    </FormLayout>
  );
}

/** Shown if the file has several accounts. */
export function AccountSetting({ upload, change }: Pick<Props, "upload" | "change">) {
  const question = questionOf(upload, "account");
  const { account } = upload;
  if (!question && account === null) return null;
  const accounts = [...new Set([...(account === null ? [] : [account]), ...(question?.choices ?? [])])];
  return (
    <Select
      label={t("settings.account")}
      options={[
        { value: "", label: t("columns.choose") },
        ...accounts.map((one) => ({ value: one, label: one })),
      ]}
      value={question ? "" : (account ?? "")}
      onChange={(chosen) => change({ account: chosen === "" ? null : chosen })}
      {...(question && { error: question.message })}
    />
  );
}

/** True while a value is only suggested. A select that showed it could not confirm it. */
function isAsked(upload: StatementDraftWire, setting: keyof Reading): boolean {
  return (questionOf(upload, setting)?.choices ?? []).length > 0;
}

function questionOf({ questions }: StatementDraftWire, setting: keyof Reading) {
  return questions.find((one) => one.setting === setting);
}

function layoutText({ layout, rememberedFrom }: StatementDraftWire): string {
  if (rememberedFrom !== null) return t("settings.layoutRemembered", { name: rememberedFrom });
  return layout === null ? t("settings.layoutUnknown") : t("settings.layout", { name: layout });
}

type TypedProps = {
  label: string;
  value: string;
  type?: "number";
  placeholder?: string;
  error: string | undefined;
  onDone: (text: string) => void;
};

/** A text setting, applied on blur or Enter. */
function TypedSetting({ label, value, type, placeholder, error, onDone }: TypedProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    if (typed !== null && typed.trim() !== value) onDone(typed.trim());
    setTyped(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextField
        label={label}
        autoComplete="off"
        value={typed ?? value}
        onChange={setTyped}
        onBlur={finish}
        {...(type && { type, min: 0, max: 1000 })}
        {...(placeholder !== undefined && { placeholder })}
        {...(error !== undefined && { error })}
      />
    </form>
  );
}

/** Settings in the URL; null removes one. */
export type ReadingChange = Readonly<Record<string, string | readonly string[] | null>>;
export type ChangeReading = (change: ReadingChange) => void;

/** Keeps corrections of the reading in the URL, so that the back button undoes one. */
export function useReadingAddress(): ChangeReading {
  const [, setQuery] = useSearchParams();
  return useCallback(
    (change) =>
      setQuery(
        (before) => {
          const query = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            query.delete(name);
            for (const one of value === null ? [] : [value].flat()) query.append(name, one);
          }
          return query;
        },
        { preventScrollReset: true },
      ),
    [setQuery],
  );
}

type Labels<Value extends string> = Readonly<Record<Value, string>>;

const delimiterNames = { ";": "semicolon", ",": "comma", "\t": "tab", "|": "bar" } as const;

const delimiterLabels: Labels<Reading["delimiter"]> = labelsOf(delimiters, (one) =>
  t(`delimiters.${delimiterNames[one]}`),
);

const encodingLabels: Labels<Reading["encoding"]> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250",
  "iso-8859-15": "ISO-8859-15",
};

const dateLabels = labelsOf(dateOrders, (one) => t(`dates.${one}`));
const decimalLabels: Labels<Reading["decimals"]> = { comma: "1.234,56", point: "1,234.56" };
const feeLabels = labelsOf(feeWays, (one) => t(`fees.${one}`));
const directionLabels = labelsOf(directionWays, (one) => t(`directions.${one}`));
const providerLabels = labelsOf(["bank", "paypal", "wise"], (one) => t(`providers.${one}`));

/** In the order of the menu: common ones first. */
export const useLabels: Labels<Reading["columns"][number]> = labelsOf(
  Object.keys(reconciliation.uses) as Reading["columns"],
  (one) => t(`uses.${one}`),
);

function labelsOf<Value extends string>(values: readonly Value[], label: (value: Value) => string) {
  return Object.fromEntries(values.map((value) => [value, label(value)])) as Record<Value, string>;
}

/** Options of a menu, in the order of the labels. */
export function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
