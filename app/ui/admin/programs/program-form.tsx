import { BlockStack } from "@shopify/polaris";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import { Section } from "../../shared/detail-page.tsx";
import { BacktestOffer } from "../backtests/backtest-offer.tsx";
import type { ProgramAnswer } from "./program-answer.ts";
import { ProgramFields, shownPaths } from "./program-fields.tsx";
import { TermsEditingForm } from "./terms-editing-form.tsx";
import type { SavedProgram } from "./use-program-form.ts";
import { useTermsForm } from "./use-terms-form.ts";

type Props = {
  saved: SavedProgram;
  answer: ProgramAnswer | undefined;
  /** Null for a program that is not made yet. */
  programId: string | null;
  currency: string;
  timeZone: string;
  submitLabel: string;
};

/** The form of a new or a known program, with what its terms would pay. */
export function ProgramForm({ saved, answer, programId, currency, timeZone, submitLabel }: Props) {
  const state = useTermsForm({ saved, answer, programId, affiliateId: null, currency });
  const { values, refusal, set } = state;
  return (
    <BlockStack gap="400">
      <TermsEditingForm state={state} timeZone={timeZone} submitLabel={submitLabel} fields={shownPaths}>
        <Section title="Program">
          <ProgramFields values={values} refusal={refusal} onChange={set} />
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
