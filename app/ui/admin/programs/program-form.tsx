import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack } from "@shopify/polaris";
import { useRef } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage } from "../../shared/field-errors.ts";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import type { ProgramAnswer } from "./program-answer.ts";
import { ProgramFields, shownPaths } from "./program-fields.tsx";
import { SampleText } from "./sample-text.tsx";
import { useProgramForm, type SavedProgram } from "./use-program-form.ts";

type Props = {
  saved: SavedProgram;
  answer: ProgramAnswer | undefined;
  currency: string;
  submitLabel: string;
};

/** The form of a new or a known program; without scripts it posts like any form. */
export function ProgramForm({ saved, answer, currency, submitLabel }: Props) {
  const { values, revision, isDirty, set, discard } = useProgramForm(saved, answer);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const refusal = answer?.ok === false ? answer : null;
  const isConflict = refusal?.errors.some((error) => error.field === "revision") ?? false;
  return (
    <Form method="post" ref={form} noValidate>
      <input type="hidden" name="intent" value="save" />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      <BlockStack gap="400">
        {isConflict && isDirty ? (
          <Banner
            title="Error"
            tone="critical"
            action={{ content: "Discard mine and show the newest", onAction: discard }}
          >
            <p>{refusal?.message}</p>
          </Banner>
        ) : (
          <ErrorBanner message={bannerMessage(refusal, shownPaths)} />
        )}
        <ProgramFields values={values} refusal={refusal} currency={currency} onChange={set} />
        <SampleText values={values} currency={currency} />
        <InlineStack align="end" gap="200">
          <Button disabled={!isDirty || isBusy} onClick={discard}>
            Discard
          </Button>
          <Button submit variant="primary" loading={isBusy}>
            {submitLabel}
          </Button>
        </InlineStack>
      </BlockStack>
      <UnsavedGuard
        isDirty={isDirty}
        isBusy={isBusy}
        onSave={() => form.current?.requestSubmit()}
        onDiscard={discard}
      />
    </Form>
  );
}
