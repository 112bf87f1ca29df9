import { Form } from "@remix-run/react";
import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import { type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { AppSaveBar } from "../../../shared/frame/app-save-bar.tsx";
import { useText } from "../../../texts/use-text.ts";
import { joiningBody } from "../joining/joining-draft.ts";
import { PreviewCard } from "../preview/preview-card.tsx";
import { baseRate, type TermsDraft, tiersOf } from "../terms/draft.ts";
import { TermsEditingContext, useEditorCurrency } from "../terms/editor-context.ts";
import { RateFields } from "../terms/pay-fields.tsx";
import { RuleList } from "../terms/rule-list.tsx";
import { summaries } from "../terms/section-summaries.ts";
import { BaseFields, BonusList, CapFields, TimeFields } from "../terms/terms-sections.tsx";
import { TierFields } from "../terms/tier-fields.tsx";
import type { TermsFormState } from "../use-program-form.ts";
import { EditorSection, type SectionName, SectionsContext, useSections } from "./editor-section.tsx";
import { FormErrors, sectionsOf } from "./form-errors.tsx";
import { PlainTermsFields } from "./plain-terms-fields.tsx";
import { ScheduleQuestion } from "./schedule-question.tsx";

type Props = {
  state: TermsFormState;
  timeZone: string;
  /** The page that takes the draft to be tested on past orders. */
  backtests: string;
  /** Sections that are open at first. */
  opened?: readonly SectionName[];
  /** True for a new program, whose save bar shows from the start. */
  unsavedTitle?: string;
  onDiscard?: () => void;
  /** Fields before and after the rate. */
  before?: ReactNode;
  after?: ReactNode;
  /** More sections. */
  sections?: ReactNode;
  /** Beside the form, above the preview. */
  status?: ReactNode;
};

const noneOpened: readonly SectionName[] = [];

/** The editor of terms with its preview. Without JavaScript it posts like any form. */
export function TermsForm({ state, timeZone, backtests, opened = noneOpened, ...parts }: Props) {
  const { values, form, refusal, errors, leave, currency, isDirty, isBusy } = state;
  const editing = useMemo(() => ({ currency, errors, leave }), [currency, errors, leave]);
  const sections = useSections(opened);
  const [heard, setHeard] = useState(refusal);
  if (refusal !== heard) {
    setHeard(refusal);
    if (refusal) sections.show(sectionsOf(errors));
  }
  const { unsavedTitle, onDiscard = state.discard } = parts;
  return (
    <TermsEditingContext.Provider value={editing}>
      <SectionsContext.Provider value={sections}>
        <BlockStack gap="400">
          <FormErrors state={state} isProgram={values.joining !== null} />
          <div className="editor-grid">
            <Form method="post" ref={form} noValidate className="editor-form">
              <div className="editor-main">
                <BlockStack gap="400">
                  <PostedFields state={state} />
                  <ScheduleQuestion plan={state.plan} form={form} timeZone={timeZone} />
                  <CommissionCard state={state} before={parts.before} after={parts.after} />
                  <TermsSections state={state} more={parts.sections} />
                  <SaveWithoutScript />
                </BlockStack>
              </div>
              {parts.status && <div className="editor-status">{parts.status}</div>}
              <AppSaveBar
                isDirty={isDirty}
                isBusy={isBusy}
                onSave={() => form.current?.requestSubmit()}
                onDiscard={onDiscard}
                {...(unsavedTitle !== undefined && { newTitle: unsavedTitle })}
              />
            </Form>
            <PreviewCard state={state} timeZone={timeZone} backtests={backtests} />
          </div>
        </BlockStack>
      </SectionsContext.Provider>
    </TermsEditingContext.Provider>
  );
}

const neverChanges = () => () => undefined;

/** False on a page without a script, and on the server. */
function useScript(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** Hidden fields of the form that a script fills from the editor. */
function PostedFields({ state }: { state: TermsFormState }) {
  const { values, revision, joiningRevision, isJoiningChanged } = state;
  const { terms, noticeDays, joining } = values;
  return (
    <>
      <input type="hidden" name="intent" value="save" />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      {useScript() && (
        <>
          <input type="hidden" name="commissionType" value="edited" />
          <input type="hidden" name="terms" value={JSON.stringify(terms)} />
          {joining && <input type="hidden" name="noticeDays" value={noticeDays} />}
          {joining && isJoiningChanged && (
            <input
              type="hidden"
              name="joining"
              value={JSON.stringify(joiningBody(joining, joiningRevision))}
            />
          )}
        </>
      )}
    </>
  );
}

type CommissionProps = { state: TermsFormState; before: ReactNode; after: ReactNode };

/** The rate that everybody earns, between the fields about the program. */
function CommissionCard({ state, before, after }: CommissionProps) {
  const t = useText("programs");
  const { terms } = state.values;
  const { commission } = terms;
  const path = commission.type === "tiered" ? "terms.commission.below" : "terms.commission";
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("editor.commission")}
        </Text>
        {before}
        <noscript>
          {/* The editor needs JavaScript. */}
          <style>{".needs-script{display:none}"}</style>
          <PlainTermsFields values={state.values} refusal={state.refusal} currency={state.currency} />
        </noscript>
        <div className="needs-script editor-row editor-rate">
          <RateFields
            label={t("editor.earn")}
            pay={baseRate(terms)}
            path={path}
            onChange={(pay) =>
              state.set({
                terms: {
                  ...terms,
                  commission: commission.type === "tiered" ? { ...commission, below: pay } : pay,
                },
              })
            }
          />
        </div>
        {after}
      </BlockStack>
    </Card>
  );
}

function TermsSections({ state, more }: { state: TermsFormState; more: ReactNode }) {
  const { terms } = state.values;
  const set = (change: Partial<TermsDraft>) => state.set({ terms: { ...terms, ...change } });
  return (
    <div className="needs-script">
      <Card padding="0">
        <EditorSection name="rules" summary={summaries.rules(terms)}>
          <RuleList terms={terms} onChange={set} />
        </EditorSection>
        <EditorSection name="tiers" summary={summaries.tiers(terms)}>
          <Tiers terms={terms} onChange={set} />
        </EditorSection>
        <EditorSection name="bonuses" summary={summaries.bonuses(terms)}>
          <BonusList bonuses={terms.bonuses} onChange={(bonuses) => set({ bonuses })} />
        </EditorSection>
        <EditorSection name="base" summary={summaries.base(terms)}>
          <BaseFields base={terms.base} onChange={(base) => set({ base })} />
        </EditorSection>
        <EditorSection name="limits" summary={summaries.limits(terms)}>
          <CapFields caps={terms.caps} onChange={(caps) => set({ caps })} />
        </EditorSection>
        <EditorSection name="timing" summary={summaries.timing(terms)}>
          <TimeFields terms={terms} onChange={set} />
        </EditorSection>
        {more}
      </Card>
    </div>
  );
}

type TiersProps = { terms: TermsDraft; onChange: (change: Partial<TermsDraft>) => void };

/** Tiers of the rate that everybody earns. */
function Tiers({ terms, onChange }: TiersProps) {
  const t = useText("programs");
  const currency = useEditorCurrency();
  const { commission } = terms;
  if (commission.type === "tiered") {
    return (
      <TierFields
        pay={commission}
        path="terms.commission"
        onChange={(pay) => onChange({ commission: pay })}
        onFlat={(below) => onChange({ commission: below })}
      />
    );
  }
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="p" tone="subdued">
        {t("tiers.help")}
      </Text>
      <Button onClick={() => onChange({ commission: tiersOf(commission, currency) })}>
        {t("tiers.add")}
      </Button>
    </BlockStack>
  );
}

/** The save bar needs a script. */
function SaveWithoutScript() {
  const t = useText("programs");
  return (
    <noscript>
      <Button submit variant="primary">
        {t("editor.save")}
      </Button>
    </noscript>
  );
}
