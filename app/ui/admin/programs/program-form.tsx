import { BlockStack, Link } from "@shopify/polaris";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import { Section } from "../../shared/detail-page.tsx";
import { BacktestOffer } from "../backtests/backtest-offer.tsx";
import { formatDate } from "../../shared/format.ts";
import type { ProgramAnswer } from "./program-answer.ts";
import { JoiningFields, ProgramFields, shownPaths } from "./program-fields.tsx";
import { daysWords } from "./terms-text.ts";
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
  /** A shorter notice period that starts later. */
  nextNotice?: ProgramWire["nextNotice"];
};

/** The form of a new or a known program, with what its terms would pay. */
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
