import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Button } from "@shopify/polaris";
import { useEffect, useMemo, useRef, type FormEvent } from "react";
import type { OwnTermsWire } from "#app/contracts/program.ts";
import type { VersionWire } from "#app/contracts/version-to-wire.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { useShowFault } from "../../shared/use-show-fault.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { PreviewSection } from "../programs/preview/preview-section.tsx";
import { PreviewSummary } from "../programs/preview/preview-summary.tsx";
import { usePreview } from "../programs/preview/use-preview.ts";
import { VersionList } from "../programs/program-past.tsx";
import type { ProgramAnswer } from "../programs/program-answer.ts";
import { TermsFormBanner, TermsFormButtons, TermsFormPart } from "../programs/terms-form.tsx";
import { typed } from "../programs/terms/draft.ts";
import { useProgramForm } from "../programs/use-program-form.ts";

export type OwnTermsData = {
  readonly own: OwnTermsWire;
  readonly affiliateName: string;
  readonly programName: string;
  readonly versions: readonly VersionWire[];
  readonly currency: string;
  readonly timeZone: string;
};

type Props = OwnTermsData & { answer: OwnTermsAnswer | undefined };

export type OwnTermsAnswer =
  | Extract<ProgramAnswer, { ok: false }>
  | { readonly ok: true; readonly intent: "save" | "end"; readonly revision: number };

/** T12: what one affiliate earns in one program, where that is not what the program pays everybody. */
export function OwnTermsPage(props: Props) {
  const { own, affiliateName, programName, versions, timeZone, answer } = props;
  useAnswerToast(answer);
  return (
    <DetailPage
      title={`Own terms in ${programName}`}
      subtitle={affiliateName}
      back={{ content: affiliateName, url: `/dashboard/affiliates/${own.affiliate}` }}
    >
      <Banner tone="info">
        <p>
          {own.own
            ? `${affiliateName} has own terms in this program. Changes of the program's terms do not change them.`
            : `${affiliateName} earns under the terms of the program. What you save here holds for ${affiliateName} alone, for orders from now on.`}
        </p>
      </Banner>
      <OwnTermsForm key={`${own.affiliate} ${own.program}`} {...props} />
      {own.own && <EndOwnTerms affiliateName={affiliateName} />}
      {versions.length > 0 && (
        <Section title="Own terms over time">
          <VersionList versions={versions} timeZone={timeZone} />
        </Section>
      )}
    </DetailPage>
  );
}

function OwnTermsForm({ own, currency, timeZone, answer }: Props) {
  const saved = {
    values: { name: "", description: "", terms: typed(own.terms) },
    revision: own.revision,
  };
  const heard = useMemo(() => savedAnswer(answer), [answer]);
  const state = useProgramForm(saved, heard, currency);
  const { values, revision, isDirty, isJudged, set, discard } = state;
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const asked = { programId: own.program, affiliateId: own.affiliate, terms: values.terms, currency };
  const preview = usePreview(asked);
  const refusal = answer?.ok === false ? answer : null;
  useShowFault(form, refusal);
  const judged = isJudged ? (refusal?.errors ?? []) : [];
  return (
    <BlockStack gap="400">
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="intent" value="save" />
        {revision !== null && <input type="hidden" name="revision" value={revision} />}
        <BlockStack gap="400">
          <TermsFormBanner refusal={refusal} fields={[]} isDirty={isDirty} onDiscard={discard} />
          <TermsFormPart
            terms={values.terms}
            refusal={refusal}
            errors={[...judged, ...preview.errors]}
            currency={currency}
            onChange={(terms) => set({ terms })}
          />
          <PreviewSummary preview={preview} />
          <TermsFormButtons
            submitLabel={own.own ? "Save own terms" : "Use own terms"}
            isDirty={isDirty}
            isBusy={isBusy}
            onDiscard={discard}
          />
        </BlockStack>
        <UnsavedGuard
          isDirty={isDirty}
          isBusy={isBusy}
          onSave={() => form.current?.requestSubmit()}
          onDiscard={discard}
        />
      </Form>
      <PreviewSection preview={preview} terms={values.terms} currency={currency} timeZone={timeZone} />
    </BlockStack>
  );
}

/** The form's state knows a save; ending the own terms brings other terms, which it takes over. */
function savedAnswer(answer: OwnTermsAnswer | undefined): ProgramAnswer | undefined {
  if (answer?.ok !== true) return answer;
  return answer.intent === "save" ? { ...answer, intent: "save", status: "" } : undefined;
}

function EndOwnTerms({ affiliateName }: { affiliateName: string }) {
  const confirm = useConfirm();
  const submit = useSubmit();

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    confirm({
      title: "End these own terms?",
      message: `Orders created from now on earn ${affiliateName} what the program pays everybody. Orders created before keep the own terms.`,
      confirmLabel: "End own terms",
      destructive: true,
      onConfirm: () => submit(form),
    });
  }

  return (
    <Form method="post" onSubmit={ask}>
      <input type="hidden" name="intent" value="end" />
      <Button submit tone="critical">
        End own terms
      </Button>
    </Form>
  );
}

/** Says once what was done. */
function useAnswerToast(answer: OwnTermsAnswer | undefined): void {
  const { addToast } = useUiActions();
  const told = useRef<unknown>(null);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    addToast({ message: answer.intent === "save" ? "Own terms saved" : "Own terms ended" });
  }, [answer, addToast]);
}
