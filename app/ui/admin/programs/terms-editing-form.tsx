import { Form } from "@remix-run/react";
import { BlockStack } from "@shopify/polaris";
import type { ReactNode } from "react";
import { SaveButtons } from "../../shared/save-buttons.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { ScheduleQuestion } from "./schedule-question.tsx";
import { PreviewSection } from "./preview/preview-section.tsx";
import { PreviewSummary } from "./preview/preview-summary.tsx";
import { TermsFormBanner, TermsFormPart } from "./terms-form.tsx";
import type { TermsFormState } from "./use-terms-form.ts";

type Props = {
  state: TermsFormState;
  timeZone: string;
  submitLabel: string;
  /** Names of the fields above the terms, which show their faults themselves. */
  fields: readonly string[];
  /** Those fields. */
  children?: ReactNode;
};

/** The form of terms, with what they would pay; without scripts it posts like any form. */
export function TermsEditingForm({ state, timeZone, submitLabel, fields, children }: Props) {
  const { values, revision, set, form, preview, refusal, errors, currency, isDirty, isBusy } = state;
  const unsaved = { isDirty, isBusy, onDiscard: state.discard };
  return (
    <BlockStack gap="400">
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="intent" value="save" />
        {revision !== null && <input type="hidden" name="revision" value={revision} />}
        <BlockStack gap="400">
          <TermsFormBanner refusal={refusal} fields={fields} isDirty={isDirty} onDiscard={state.discard} />
          <ScheduleQuestion plan={state.plan} form={form} timeZone={timeZone} />
          {children}
          <TermsFormPart
            terms={values.terms}
            refusal={refusal}
            errors={errors}
            currency={currency}
            onChange={(terms) => set({ terms })}
          />
          <PreviewSummary preview={preview} />
          <div className="outside-cards">
            <SaveButtons submitLabel={submitLabel} {...unsaved} />
          </div>
        </BlockStack>
        <UnsavedGuard {...unsaved} onSave={() => form.current?.requestSubmit()} />
      </Form>
      <PreviewSection preview={preview} terms={values.terms} currency={currency} timeZone={timeZone} />
    </BlockStack>
  );
}
