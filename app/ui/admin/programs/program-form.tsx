import { BlockStack, FormLayout, Link, TextField } from "@shopify/polaris";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import { programDays } from "#app/domain/program.ts";
import { Section } from "../../shared/detail-page.tsx";
import { errorProp, type FormRefusal } from "../../shared/error-banner.tsx";
import { formatDate } from "../../shared/format.ts";
import { BacktestOffer } from "../backtests/backtest-offer.tsx";
import { type ProgramAnswer, type SavedProgram, useTermsForm } from "./use-program-form.ts";
import type { ProgramValues } from "./program-values.ts";
import { TermsEditingForm } from "./terms-editing-form.tsx";
import { daysWords } from "./terms-text.ts";

type Props = {
  saved: SavedProgram;
  answer: ProgramAnswer | undefined;
  /** Null for a new program. */
  programId: string | null;
  currency: string;
  timeZone: string;
  submitLabel: string;
  /** A shorter notice period that starts later. */
  nextNotice?: ProgramWire["nextNotice"];
};

/** Form for a new or existing program, with a preview of its terms. */
export function ProgramForm({
  saved,
  answer,
  programId,
  currency,
  timeZone,
  submitLabel,
  nextNotice,
}: Props) {
  const state = useTermsForm({ saved, answer, programId, affiliateId: null, currency });
  const { values, refusal, set } = state;
  return (
    <BlockStack gap="400">
      <TermsEditingForm state={state} timeZone={timeZone} submitLabel={submitLabel} fields={shownPaths}>
        <Section title="Program">
          <ProgramFields values={values} refusal={refusal} onChange={set} />
        </Section>
        <Section title="Joining">
          <JoiningFields
            values={values}
            refusal={refusal}
            onChange={set}
            notice={
              nextNotice
                ? `The shorter notice of ${daysWords(nextNotice.days)} starts ${formatDate(nextNotice.from, timeZone)}.`
                : null
            }
          />
          {programId !== null && (
            <Link url={`/dashboard/programs/${programId}/joining`}>Edit who can join</Link>
          )}
        </Section>
      </TermsEditingForm>
      <BacktestOffer
        page={backtestsPath(programId, null)}
        kind={programId === null ? "new" : "program"}
        terms={values.terms}
      />
    </BlockStack>
  );
}

type ShownPathsProps = {
  values: ProgramValues;
  refusal: FormRefusal | null;
  onChange: (change: Partial<ProgramValues>) => void;
};

/** Paths with a field here, so that the banner does not repeat their errors. */
const shownPaths = ["name", "description", "noticeDays"] as const;

/** Name and description. */
function ProgramFields({ values, refusal, onChange }: ShownPathsProps) {
  return (
    <FormLayout>
      <TextField
        id="program-name"
        name="name"
        autoComplete="off"
        value={values.name}
        onChange={(name) => onChange({ name })}
        {...errorProp(refusal, "name")}
        label="Program name"
        requiredIndicator
        maxLength={120}
      />
      <TextField
        id="program-description"
        name="description"
        autoComplete="off"
        value={values.description}
        onChange={(description) => onChange({ description })}
        {...errorProp(refusal, "description")}
        label="Description"
        multiline={3}
        maxLength={2000}
        helpText="What affiliates should know about it."
      />
    </FormLayout>
  );
}

type JoiningProps = ShownPathsProps & {
  /** A shorter notice period that starts later, in words. */
  notice: string | null;
};

/** Joining, and the notice period. */
function JoiningFields({ values, refusal, onChange, notice }: JoiningProps) {
  const help =
    values.noticeDays.trim() === "0"
      ? "Affiliates see that terms may change without notice."
      : "Affiliates who joined are told this long before lower terms start.";
  return (
    <TextField
      id="program-noticeDays"
      name="noticeDays"
      label="Notice before lower terms"
      type="number"
      min={programDays.notice.least}
      max={programDays.notice.most}
      suffix="days"
      autoComplete="off"
      value={values.noticeDays}
      onChange={(noticeDays) => onChange({ noticeDays })}
      helpText={notice ?? help}
      {...errorProp(refusal, "noticeDays")}
    />
  );
}
