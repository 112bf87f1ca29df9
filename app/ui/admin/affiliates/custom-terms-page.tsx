import { Form, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Button } from "@shopify/polaris";
import { useMemo, type FormEvent } from "react";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { CustomTermsWire } from "#app/contracts/program.ts";
import type { TermsVersionWire } from "#app/contracts/terms-change.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { formatDate } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { BacktestOffer } from "../backtests/backtest-offer.tsx";
import { VersionList, WaitingTerms } from "../programs/program-past.tsx";
import { type ProgramAnswer, useTermsForm } from "../programs/use-program-form.ts";
import { TermsEditingForm } from "../programs/terms-editing-form.tsx";
import { CurrencyBanner } from "../programs/terms/currency-banner.tsx";
import { typed } from "../programs/terms/draft.ts";

export type CustomTermsData = {
  readonly own: CustomTermsWire;
  /** Terms of a backtest to start from; null for the current terms. */
  readonly draft: CustomTermsWire["terms"] | null;
  readonly affiliateName: string;
  readonly programName: string;
  readonly versions: readonly TermsVersionWire[];
  readonly currency: string;
  readonly timeZone: string;
};

type Props = CustomTermsData & { answer: CustomTermsAnswer | undefined };

export type CustomTermsAnswer =
  | Extract<ProgramAnswer, { ok: false }>
  | {
      readonly ok: true;
      readonly intent: "save" | "end" | "withdraw";
      readonly revision: number;
      /** ISO instant at which the change starts, if later. */
      readonly startsAt: string | null;
    };

/** Custom terms of one affiliate in one program (T12). */
export function CustomTermsPage(props: Props) {
  const { own, affiliateName, programName, versions, timeZone, answer } = props;
  useAnswerToast(answer, (done) => doneText(done, timeZone));
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
      {own.waiting && <WaitingTerms waiting={own.waiting} timeZone={timeZone} />}
      {own.own && <CurrencyBanner terms={own.terms} currency={props.currency} />}
      <CustomTermsForm key={`${own.affiliate} ${own.program}`} {...props} />
      {own.own && own.waiting?.terms !== null && <EndCustomTerms affiliateName={affiliateName} />}
      {versions.length > 0 && (
        <Section title="Own terms over time">
          <VersionList versions={versions} timeZone={timeZone} />
        </Section>
      )}
    </DetailPage>
  );
}

function CustomTermsForm({ own, draft, currency, timeZone, answer }: Props) {
  const heard = useMemo(() => savedAnswer(answer), [answer]);
  const state = useTermsForm({
    saved: {
      values: { name: "", description: "", noticeDays: "", terms: typed(own.terms) },
      revision: own.revision,
      draft: draft && typed(draft),
    },
    answer: heard,
    programId: own.program,
    affiliateId: own.affiliate,
    currency,
  });
  const submitLabel = own.own ? "Save own terms" : "Use own terms";
  const page = backtestsPath(own.program, own.affiliate);
  return (
    <BlockStack gap="400">
      <TermsEditingForm state={state} timeZone={timeZone} submitLabel={submitLabel} fields={noFields} />
      <BacktestOffer page={page} kind="own" terms={state.values.terms} />
    </BlockStack>
  );
}

/** The form has no fields besides the terms. */
const noFields: readonly string[] = [];

/** The form's state handles a save. Ending custom terms returns other terms, which replace the form's values. */
function savedAnswer(answer: CustomTermsAnswer | undefined): ProgramAnswer | undefined {
  if (answer?.ok !== true) return answer;
  return answer.intent === "save" ? { ...answer, intent: "save", status: "" } : undefined;
}

function EndCustomTerms({ affiliateName }: { affiliateName: string }) {
  const confirm = useConfirm();
  const submit = useSubmit();

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    confirm({
      title: "End these own terms?",
      message: `${affiliateName} earns what the program pays everyone again. If that is less, it starts after the notice period. Earlier orders keep the own terms.`,
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

function doneText({ intent, startsAt }: Extract<CustomTermsAnswer, { ok: true }>, timeZone: string): string {
  if (intent === "withdraw") return "New terms withdrawn";
  if (startsAt) return `New terms start ${formatDate(startsAt, timeZone)}`;
  return intent === "save" ? "Own terms saved" : "Own terms ended";
}
