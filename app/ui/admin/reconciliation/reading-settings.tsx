import { useSearchParams } from "@remix-run/react";
import { FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";

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
      {...(isAsked(upload, setting) && { placeholder: "Choose" })}
      {...withError(setting)}
    />
  );
  return (
    <FormLayout>
      <FormLayout.Group>
        <TypedSetting
          label="Header line"
          type="number"
          value={String(reading.headerLine)}
          error={errorOf("headerLine")}
          onDone={(header) => change({ header, ...ofTable })}
        />
        <Select
          label="Delimiter"
          options={optionsOf(delimiterLabels)}
          value={reading.delimiter}
          onChange={(delimiter) => change({ delimiter, ...ofTable })}
          {...withError("delimiter")}
        />
        <Select
          label="Encoding"
          options={optionsOf(encodingLabels)}
          value={reading.encoding}
          onChange={(encoding) => change({ encoding })}
          {...withError("encoding")}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        {menu("dates", "Dates", dateLabels)}
        {menu("decimals", "Decimals", decimalLabels)}
        {menu("fee", "Amounts", feeLabels)}
      </FormLayout.Group>
      <FormLayout.Group>
        {menu("direction", "Money out", directionLabels)}
        <TypedSetting
          label="Currency"
          value={reading.currency ?? ""}
          placeholder={reading.currency === null ? "In the file" : "EUR"}
          error={errorOf("currency")}
          onDone={(text) => change({ currency: text === "" ? null : text.toUpperCase() })}
        />
        <Select
          label="Statement from"
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
      label="Account"
      options={[{ value: "", label: "Choose" }, ...accounts.map((one) => ({ value: one, label: one }))]}
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
  if (rememberedFrom !== null) return `Layout: ${rememberedFrom} (remembered)`;
  return layout === null ? "Layout: not recognized" : `Layout: ${layout} (recognized)`;
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

export const delimiterLabels: Labels<Reading["delimiter"]> = {
  ";": "Semicolon ;",
  ",": "Comma ,",
  "\t": "Tab",
  "|": "Bar |",
};

export const encodingLabels: Labels<Reading["encoding"]> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250",
  "iso-8859-15": "ISO-8859-15",
};

export const dateLabels: Labels<Reading["dates"]> = {
  ymd: "year-month-day",
  dmy: "day-month-year",
  mdy: "month-day-year",
};

export const decimalLabels: Labels<Reading["decimals"]> = { comma: "1.234,56", point: "1,234.56" };

export const feeLabels: Labels<Reading["fee"]> = {
  none: "no fee",
  on_top: "without fee",
  included: "with fee",
};

export const directionLabels: Labels<Reading["direction"]> = {
  minus_is_out: "Minus is money out",
  plus_is_out: "Plus is money out",
  columns: "Separate columns",
  flag: "In or out column",
  balance: "Running balance",
};

export const providerLabels: Labels<StatementDraftWire["provider"]> = {
  bank: "Bank",
  paypal: "PayPal",
  wise: "Wise",
};

/** In the order of the menu: common ones first. */
export const useLabels: Labels<Reading["columns"][number]> = {
  date: "Date",
  amount: "Amount",
  moneyIn: "Money in",
  moneyOut: "Money out",
  fee: "Fee",
  currency: "Currency",
  reference: "Reference",
  name: "Name",
  type: "Type",
  status: "Status",
  skip: "Skip",
  balance: "Balance",
  flag: "In or out",
  account: "Account",
  transaction: "Transaction ID",
  item: "Payment ID",
  valueDate: "Value date",
  startedDate: "Start date",
  time: "Time",
  timeZone: "Time zone",
  detailAmount: "Partial amount",
  pendingAmount: "Blocked amount",
  net: "Amount after fee",
  feeCurrency: "Fee currency",
  refusalReason: "Refusal reason",
  returnReason: "Return reason",
};

export const meaningLabels: Readonly<Record<string, string>> = {
  description: "Payment",
  done: "Paid",
  return: "Return",
  returned: "Returned",
  fee: "Fee",
  pending: "On its way",
  not_paid: "Not paid",
  out: "Money out",
  in: "Money in",
  neither: "Neither",
};

export const outcomeLabels: Labels<StatementDraftWire["preview"][number]["outcome"]> = {
  paid: "Payment",
  on_its_way: "On its way",
  not_paid: "Not paid",
  returned: "Return",
  incoming: "Money in",
  fee: "Fee",
  other: "Other payment",
  unclear: "Unclear",
};

/** Options of a menu, in the order of the labels. */
export function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
