import { Form, useSubmit } from "@remix-run/react";
import { Button, Card, Text } from "@shopify/polaris";
import { type ReactNode, useMemo } from "react";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { CustomTermsWire } from "#app/contracts/program.ts";
import type { TermsVersionWire } from "#app/contracts/terms-change.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { formatListDate } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { TermsForm } from "../programs/editor/terms-form.tsx";
import { VersionList, WaitingTerms } from "../programs/program-past.tsx";
import { valuesOfTerms } from "../programs/program-values.ts";
import { CurrencyBanner } from "../programs/terms/currency-banner.tsx";
import { typed } from "../programs/terms/draft.ts";
import { type ProgramAnswer, useTermsForm } from "../programs/use-program-form.ts";

provideTexts({ programs });

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
  const t = useText("programs");
  useAnswerToast(answer, (done) => doneText(done, timeZone));
  const end = useEndQuestion(affiliateName);
  const canEnd = own.own && own.waiting?.terms !== null;
  return (
    <DetailPage
      title={t("custom.title", { affiliate: affiliateName })}
      back={{ content: affiliateName, url: `/dashboard/affiliates/${own.affiliate}` }}
      secondaryActions={canEnd ? [{ content: t("custom.end"), destructive: true, onAction: end }] : []}
    >
      <Card>
        <Text as="p">
          {own.own
            ? t("custom.has", { program: programName })
            : t("custom.hasNot", { affiliate: affiliateName, program: programName })}
        </Text>
      </Card>
      {own.waiting && <WaitingTerms waiting={own.waiting} timeZone={timeZone} />}
      {own.own && <CurrencyBanner terms={own.terms} currency={props.currency} />}
      <CustomTermsForm key={`${own.affiliate} ${own.program}`} {...props} />
      {versions.length > 0 && (
        <Section title={t("custom.history")}>
          <VersionList versions={versions} timeZone={timeZone} />
        </Section>
      )}
      {canEnd && <EndWithoutScript />}
    </DetailPage>
  );
}

function CustomTermsForm({ own, draft, currency, timeZone, answer }: Props) {
  const heard = useMemo(() => savedAnswer(answer), [answer]);
  const state = useTermsForm({
    saved: { values: valuesOfTerms(own.terms), revision: own.revision, draft: draft && typed(draft) },
    answer: heard,
    programId: own.program,
    affiliateId: own.affiliate,
    currency,
  });
  return (
    <TermsForm state={state} timeZone={timeZone} backtests={backtestsPath(own.program, own.affiliate)} />
  );
}

/** The form's state handles a save. Ending custom terms returns other terms, which replace the form's values. */
function savedAnswer(answer: CustomTermsAnswer | undefined): ProgramAnswer | undefined {
  if (answer?.ok !== true) return answer;
  return answer.intent === "save" ? { ...answer, intent: "save", status: "active" } : undefined;
}

function useEndQuestion(affiliate: string): () => void {
  const t = useText("programs");
  const confirm = useConfirm();
  const submit = useSubmit();
  return () =>
    confirm({
      title: t("custom.ask"),
      message: t("custom.askText", { affiliate }),
      confirmLabel: t("custom.end"),
      destructive: true,
      onConfirm: () => submit({ intent: "end" }, { method: "post" }),
    });
}

function EndWithoutScript(): ReactNode {
  const t = useText("programs");
  return (
    <noscript>
      <Form method="post">
        <input type="hidden" name="intent" value="end" />
        <Button submit tone="critical">
          {t("custom.end")}
        </Button>
      </Form>
    </noscript>
  );
}

function doneText({ intent, startsAt }: Extract<CustomTermsAnswer, { ok: true }>, timeZone: string): string {
  const t = merchantText("programs");
  if (intent === "withdraw") return t("page.withdrawn");
  if (startsAt) return t("page.startsLater", { date: formatListDate(startsAt, timeZone) });
  return intent === "save" ? t("custom.saved") : t("custom.ended");
}
