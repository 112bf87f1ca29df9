import { BlockStack, InlineGrid, Select, Text, TextField } from "@shopify/polaris";
import type { MappingWire } from "#app/contracts/file-import.ts";
import type { ImportChoices, ProgramChoice } from "#app/domain/imports/import-reading.ts";
import { rateKinds } from "#app/domain/imports/imported-rate.ts";
import { formatCount } from "../../shared/format.ts";
import { importsText as t } from "./imports-text.ts";

type Program = MappingWire["programs"][number];
type Programs = NonNullable<ImportChoices["programs"]>;
type Named = { readonly value: string; readonly label: string };

/** The choices, with "Create program" for each program whose affiliates have one rate and that has no choice yet. */
export function shownPrograms(programs: readonly Program[]): Programs {
  return Object.fromEntries(
    programs.flatMap(({ key, name, rate, choice }) => {
      const shown = choice ?? (rate && { as: "create" as const, name, ...rate });
      return shown ? [[key, shown]] : [];
    }),
  );
}

type Props = {
  programs: readonly Program[];
  choices: Programs;
  /** The store's programs. */
  known: readonly Named[];
  currency: string;
  change: (choices: Programs) => void;
};

/** Asks how to import programs that the store doesn't have. */
export function ProgramChoices({ programs, choices, known, currency, change }: Props) {
  if (programs.length === 0) return null;
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {t("mapping.programs")}
      </Text>
      <Text as="p" tone="subdued">
        {t("mapping.programsNote")}
      </Text>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("mapping.programName")}</th>
            <th scope="col" className="amount">
              {t("mapping.people")}
            </th>
            <th scope="col">{t("mapping.programChoice")}</th>
          </tr>
        </thead>
        <tbody>
          {programs.map((program) => (
            <tr key={program.key}>
              <th scope="row">{program.key === "" ? t("mapping.nameless") : program.name}</th>
              <td data-label={t("mapping.people")} className="amount">
                {formatCount(program.people)}
              </td>
              <td>
                <Choice
                  program={program}
                  choice={choices[program.key]}
                  known={known}
                  currency={currency}
                  change={(choice) => change({ ...choices, [program.key]: choice })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </BlockStack>
  );
}

type ChoiceProps = Pick<Props, "known" | "currency"> & {
  readonly program: Program;
  readonly choice: ProgramChoice | undefined;
  readonly change: (choice: ProgramChoice) => void;
};

function Choice({ program, choice, known, currency, change }: ChoiceProps) {
  const { key, name, rate } = program;
  const choose = (value: string) => {
    if (value === "usual") change({ as: "usual" });
    else if (value !== "create") change({ as: "use", programId: value });
    else change({ as: "create", name, ...(rate ?? { kind: "percentage", value: "" }) });
  };
  const create = key === "" ? t("mapping.createNamed", { name }) : t("mapping.createProgram");
  const chosen = choice?.as === "use" ? choice.programId : choice?.as;
  return (
    <BlockStack gap="200">
      <Select
        label={t("mapping.choiceOf", { name })}
        labelHidden
        placeholder={t("mapping.choose")}
        options={[
          { value: "create", label: create },
          ...known.map(({ value, label }) => ({ value, label: t("mapping.useProgram", { name: label }) })),
          { value: "usual", label: t("mapping.usualProgram") },
        ]}
        value={chosen ?? ""}
        onChange={choose}
      />
      {choice?.as === "create" && (
        <InlineGrid columns={2} gap="200">
          <Select
            label={t("mapping.rateKindOf", { name })}
            labelHidden
            options={rateKinds.map((value) => ({ value, label: t(`mapping.rateKinds.${value}`) }))}
            value={choice.kind}
            onChange={(kind) => change({ ...choice, kind: kind as typeof choice.kind })}
          />
          <TextField
            label={t("mapping.rateOf", { name })}
            labelHidden
            requiredIndicator
            value={choice.value}
            inputMode="decimal"
            maxLength={30}
            autoComplete="off"
            {...(choice.kind === "percentage" ? { suffix: "%" } : { prefix: currency })}
            onChange={(value) => change({ ...choice, value })}
          />
        </InlineGrid>
      )}
    </BlockStack>
  );
}
