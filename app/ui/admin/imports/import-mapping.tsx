import { BlockStack, FormLayout, InlineError, Select, Text, TextField } from "@shopify/polaris";
import type { ImportWire, MappingWire } from "#app/contracts/file-import.ts";
import {
  amountForms,
  isMoneyKind,
  type ImportedState,
  importKinds,
  importSystems,
  type ImportUse,
  personStates,
  type ReadingPurpose,
  referralStates,
  usesFor,
} from "#app/domain/imports/import-kinds.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { allSystems } from "#app/domain/imports/layouts/all-systems.ts";
import { dateOrders } from "#app/domain/tables/table.ts";
import { questionText, systemName } from "./import-words.ts";
import { ProgramChoices } from "./program-choices.tsx";
import { importsText as t } from "./imports-text.ts";

export type Mapping = {
  readonly upload: Pick<ImportWire, "kind" | "system"> & { readonly mapping: MappingWire };
  readonly purpose: ReadingPurpose;
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
  /** For changes on which the columns depend. */
  readonly readAgain: (choices: ImportChoices) => void;
  /** For an import: the store's programs, and its currency. */
  readonly store?: {
    readonly programs: readonly { readonly value: string; readonly label: string }[];
    readonly currency: string;
  };
};

/** How the file is read: the system, the columns, and everything that the file doesn't say. */
export function ImportMapping({ upload, purpose, choices, change, readAgain, store }: Mapping) {
  const { mapping, kind, system } = upload;
  return (
    <BlockStack gap="400">
      <Text as="h2" variant="headingMd">
        {t("mapping.title")}
      </Text>
      <FormLayout>
        <FormLayout.Group>
          <Select
            label={t("mapping.system")}
            options={importSystems.map((value) => ({ value, label: systemName(value) }))}
            value={system}
            onChange={(value) => readAgain({ system: value as typeof system, kind })}
          />
          {purpose === "import" && (
            <Select
              label={t("mapping.kind")}
              options={importKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              value={kind}
              onChange={(value) => readAgain({ system, kind: value as typeof kind })}
            />
          )}
        </FormLayout.Group>
      </FormLayout>
      <Text as="p" tone="subdued">
        {layoutText(upload)}
      </Text>
      <div aria-live="polite">
        {openQuestions(mapping, choices).map((question) => (
          <InlineError
            key={questionText(question)}
            message={questionText(question)}
            fieldID="import-columns"
          />
        ))}
      </div>
      {store && (
        <ProgramChoices
          programs={mapping.programs}
          choices={choices.programs ?? {}}
          known={store.programs}
          currency={store.currency}
          change={(programs) => change({ ...choices, programs })}
        />
      )}
      <Settings
        upload={upload}
        purpose={purpose}
        choices={choices}
        change={change}
        programs={store?.programs ?? []}
      />
      <Columns upload={upload} purpose={purpose} choices={choices} change={change} />
      <Words upload={upload} choices={choices} change={change} />
    </BlockStack>
  );
}

/** Questions about programs are answered as soon as something is chosen. The check answers the others. */
function openQuestions({ questions, programs }: MappingWire, choices: ImportChoices) {
  return questions.filter(({ setting, what }) => {
    if (setting !== "programs") return true;
    const program = programs.find(({ name }) => name === what);
    const choice = program && choices.programs?.[program.key];
    return !choice || (choice.as === "create" && choice.value.trim() === "");
  });
}

function layoutText({ system, mapping }: Mapping["upload"]): string {
  if (system === "other") return t("mapping.noSystem");
  const name = systemName(system);
  if (mapping.isKnownLayout) return t("mapping.known", { system: name });
  const isPublished = allSystems[system].layouts.length > 0;
  return t(isPublished ? "mapping.notKnown" : "mapping.noLayout", { system: name });
}

/** The shown mapping as choices, so that what a person sees is how the file is read. */
export function shownChoices({ system, kind, mapping }: Mapping["upload"], currency: string): ImportChoices {
  const isAsked = (setting: string) => mapping.questions.some((one) => one.setting === setting);
  const usual = mapping.currency ?? (isMoneyKind(kind) && isAsked("currency") ? currency : null);
  return {
    system,
    kind,
    columns: mapping.columns.map(({ use }) => use),
    ...(!isAsked("dates") && { dates: mapping.dates }),
    ...(!isAsked("amounts") && { amounts: mapping.amounts }),
    ...(usual !== null && { currency: usual }),
    words: mapping.words,
  };
}

type Part = Pick<Mapping, "upload" | "choices" | "change">;

function Columns({ upload, purpose, choices, change }: Part & Pick<Mapping, "purpose">) {
  const { mapping, kind } = upload;
  const uses = choices.columns ?? mapping.columns.map(({ use }) => use);
  const options = ["skip" as const, ...usesFor(kind, purpose)].map((value) => ({
    value,
    label: nameOfUse(value, purpose),
  }));
  const setUse = (at: number, use: string) =>
    change({ ...choices, columns: uses.map((one, index) => (index === at ? (use as typeof one) : one)) });
  return (
    <table id="import-columns" className="plain-table stacked-table">
      <thead>
        <tr>
          <th scope="col">{t("mapping.column")}</th>
          <th scope="col">{t("mapping.example")}</th>
          <th scope="col">{t("mapping.use")}</th>
        </tr>
      </thead>
      <tbody>
        {mapping.columns.map(({ name, example }, at) => (
          // Two columns may have the same name, and columns never move.
          // eslint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <th scope="row">{name}</th>
            <td className="example-cell">{example}</td>
            <td>
              <Select
                label={t("mapping.useOf", { name })}
                labelHidden
                options={options}
                value={uses[at] ?? "skip"}
                onChange={(value) => setUse(at, value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An audit imports nothing, and reads no balances. */
function nameOfUse(use: ImportUse, purpose: ReadingPurpose): string {
  const isOther = purpose === "audit" && (use === "skip" || use === "amount");
  return isOther ? t(`auditUses.${use}`) : t(`uses.${use}`);
}

type SettingsProps = Part &
  Pick<Mapping, "purpose"> & { readonly programs: NonNullable<Mapping["store"]>["programs"] };

function Settings({ upload, purpose, choices, change, programs }: SettingsProps) {
  const { mapping, kind } = upload;
  if (kind === "affiliates") {
    return (
      <Select
        label={t("mapping.program")}
        helpText={t("mapping.programHelp")}
        options={[{ value: "", label: t("mapping.noProgram") }, ...programs]}
        value={choices.programId ?? ""}
        onChange={(programId) => change({ ...choices, programId })}
      />
    );
  }
  if (!isMoneyKind(kind)) return null;
  return (
    <FormLayout>
      <FormLayout.Group>
        <TextField
          label={t("mapping.currency")}
          value={choices.currency ?? mapping.currency ?? ""}
          maxLength={3}
          autoComplete="off"
          onChange={(currency) => change({ ...choices, currency: currency.toUpperCase() })}
        />
        <Select
          label={t("mapping.amounts")}
          options={amountForms.map((value) => ({ value, label: t(`amounts.${value}`) }))}
          value={choices.amounts ?? mapping.amounts}
          onChange={(value) => change({ ...choices, amounts: value as (typeof amountForms)[number] })}
        />
        <Select
          label={t("mapping.dates")}
          options={dateOrders.map((value) => ({ value, label: t(`dates.${value}`) }))}
          value={choices.dates ?? mapping.dates}
          onChange={(value) => change({ ...choices, dates: value as (typeof dateOrders)[number] })}
        />
        {kind === "referrals" && purpose === "import" && (
          <TextField
            label={t("mapping.releaseOn")}
            type="date"
            value={choices.releaseOn ?? mapping.releaseOn ?? ""}
            autoComplete="off"
            onChange={(releaseOn) => change({ ...choices, releaseOn })}
          />
        )}
      </FormLayout.Group>
    </FormLayout>
  );
}

function Words({ upload, choices, change }: Part) {
  const { mapping, kind } = upload;
  const chosen = choices.words ?? mapping.words;
  const asked = mapping.questions.flatMap(({ code, what }) => (code === "word_unknown" ? [what] : []));
  const words = [...new Set([...asked.map((word) => word.toLowerCase()), ...Object.keys(chosen)])];
  if (words.length === 0) return null;
  const states: readonly ImportedState[] = kind === "affiliates" ? personStates : referralStates;
  const set = (word: string, state: string) =>
    change({ ...choices, words: { ...chosen, [word]: state as ImportedState } });
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {t("mapping.words")}
      </Text>
      <FormLayout>
        {words.map((word) => (
          <Select
            key={word}
            label={t("mapping.meaning", { word })}
            placeholder={t("mapping.choose")}
            options={states.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={chosen[word] ?? ""}
            onChange={(state) => set(word, state)}
          />
        ))}
      </FormLayout>
    </BlockStack>
  );
}
