import { FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import {
  dateLabels,
  decimalLabels,
  delimiterLabels,
  directionLabels,
  encodingLabels,
  feeLabels,
  optionsOf,
  providerLabels,
} from "./reading-words.ts";
import type { ChangeReading } from "./use-reading-address.ts";

type Reading = NonNullable<StatementDraftWire["reading"]>;
type Props = { upload: StatementDraftWire; reading: Reading; change: ChangeReading };

/** Other columns are looked for in another table, so chosen uses and words go with it. */
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

/** Shown where the file has several accounts. */
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

/** True while a value is only proposed. A menu that showed it could not confirm it. */
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

/** A typed setting, used once the field is left or Enter is pressed. */
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
