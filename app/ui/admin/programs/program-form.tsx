import { Form, useNavigation } from "@remix-run/react";
import { BlockStack } from "@shopify/polaris";
import { useRef } from "react";
import { BacktestOffer } from "../backtests/backtest-offer.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { useShowFault } from "../../shared/use-show-fault.ts";
import { PreviewSection } from "./preview/preview-section.tsx";
import { PreviewSummary } from "./preview/preview-summary.tsx";
import { usePreview } from "./preview/use-preview.ts";
import type { ProgramAnswer } from "./program-answer.ts";
import { ProgramFields, shownPaths } from "./program-fields.tsx";
import { TermsFormBanner, TermsFormButtons, TermsFormPart } from "./terms-form.tsx";
import { useProgramForm, type SavedProgram } from "./use-program-form.ts";

type Props = {
  saved: SavedProgram;
  answer: ProgramAnswer | undefined;
  /** Null for a program that is not made yet. */
  programId: string | null;
  currency: string;
  timeZone: string;
  submitLabel: string;
};

/** The form of a new or a known program, with what its terms would pay; without scripts it posts like any form. */
export function ProgramForm({ saved, answer, programId, currency, timeZone, submitLabel }: Props) {
  const { values, revision, isDirty, isJudged, set, discard } = useProgramForm(saved, answer, currency);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const preview = usePreview({ programId, affiliateId: null, terms: values.terms, currency });
  const refusal = answer?.ok === false ? answer : null;
  useShowFault(form, refusal);
  const judged = isJudged ? (refusal?.errors ?? []) : [];
  return (
    <BlockStack gap="400">
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="intent" value="save" />
        {revision !== null && <input type="hidden" name="revision" value={revision} />}
        <BlockStack gap="400">
          <TermsFormBanner refusal={refusal} fields={shownPaths} isDirty={isDirty} onDiscard={discard} />
          <Section title="Program">
            <ProgramFields values={values} refusal={refusal} onChange={set} />
          </Section>
          <TermsFormPart
            terms={values.terms}
            refusal={refusal}
            errors={[...judged, ...preview.errors]}
            currency={currency}
            onChange={(terms) => set({ terms })}
          />
          <PreviewSummary preview={preview} />
          <TermsFormButtons submitLabel={submitLabel} isDirty={isDirty} isBusy={isBusy} onDiscard={discard} />
        </BlockStack>
        <UnsavedGuard
          isDirty={isDirty}
          isBusy={isBusy}
          onSave={() => form.current?.requestSubmit()}
          onDiscard={discard}
        />
      </Form>
      <PreviewSection preview={preview} terms={values.terms} currency={currency} timeZone={timeZone} />
      {programId !== null && <BacktestOffer programId={programId} terms={values.terms} />}
    </BlockStack>
  );
}
