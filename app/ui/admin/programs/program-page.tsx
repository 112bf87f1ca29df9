import { Form, useSearchParams } from "@remix-run/react";
import { Banner, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { JoiningWire } from "#app/contracts/joining.ts";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { TermsVersionWire } from "#app/contracts/terms-change.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import {
  DetailPage,
  type EventDetails,
  type HistoryEntry,
  HistoryList,
  Section,
} from "../../shared/detail-page.tsx";
import { formatDate, formatMoney } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { ownFigureUrl } from "../reports/report-figures.ts";
import { DescriptionField, JoiningSection, NameField } from "./editor/program-fields.tsx";
import { TermsForm } from "./editor/terms-form.tsx";
import { earnWords } from "./offer-words.ts";
import { VersionList, WaitingTerms } from "./program-past.tsx";
import { valuesOfProgram } from "./program-values.ts";
import { programsList } from "./programs-list.ts";
import { EndFormsWithoutScript, useEndActions } from "./status-actions.tsx";
import { CurrencyBanner } from "./terms/currency-banner.tsx";
import { typed } from "./terms/draft.ts";
import { daysWords } from "./terms-text.ts";
import { type ProgramAnswer, useTermsForm } from "./use-program-form.ts";

provideTexts({ programs });

export type ProgramPageData = {
  readonly program: ProgramWire;
  /** Terms of a backtest to start from; null for the saved ones. */
  readonly draft: ProgramWire["terms"] | null;
  readonly joining: JoiningWire;
  readonly canEmail: boolean;
  readonly versions: readonly TermsVersionWire[];
  readonly history: readonly HistoryEntry[];
  readonly currency: string;
  readonly timeZone: string;
};

type Props = ProgramPageData & { answer: ProgramAnswer | undefined; isNew: boolean };

/** Page of a program: its state, the editor, and its past. */
export function ProgramPage(props: Props) {
  const { program, joining, versions, history, currency, timeZone, answer, isNew } = props;
  const t = useText("programs");
  const { actions, dialog } = useEndActions(program);
  useAnswerToast(answer, (done) => doneText(done, timeZone));
  const joinPage = joining.mode === "open" && joining.joinUrl !== null ? joining.joinUrl : null;
  return (
    <DetailPage
      title={program.name}
      back={programsList()}
      secondaryActions={
        joinPage === null ? [] : [{ content: t("page.viewJoinPage"), url: joinPage, external: true }]
      }
      moreActions={actions}
    >
      {isNew && <CreatedBanner program={program} />}
      <ProgramStrip program={program} timeZone={timeZone} isNew={isNew} />
      {program.waiting && <WaitingTerms waiting={program.waiting} timeZone={timeZone} />}
      <CurrencyBanner terms={program.terms} currency={currency} />
      <ProgramForm key={program.id} {...props} />
      <Section title={t("page.history")}>
        <Text as="h3" variant="headingSm">
          {t("versions.title")}
        </Text>
        <VersionList versions={versions} timeZone={timeZone} />
        <Text as="h3" variant="headingSm">
          {t("versions.timeline")}
        </Text>
        <HistoryList entries={history} timeZone={timeZone} />
      </Section>
      <EndFormsWithoutScript program={program} />
      {dialog}
    </DetailPage>
  );
}

function ProgramForm({ program, joining, draft, canEmail, currency, timeZone, answer }: Props) {
  const t = useText("programs");
  const [query] = useSearchParams();
  const state = useTermsForm({
    saved: {
      values: valuesOfProgram(program, joining),
      revision: program.revision,
      joiningRevision: joining.revision,
      draft: draft && typed(draft),
    },
    answer,
    programId: program.id,
    affiliateId: null,
    currency,
  });
  const { nextNotice } = program;
  return (
    <TermsForm
      state={state}
      timeZone={timeZone}
      backtests={backtestsPath(program.id, null)}
      opened={query.get("section") === "joining" ? ["joining"] : []}
      before={<NameField state={state} />}
      after={<DescriptionField state={state} />}
      sections={
        <JoiningSection
          state={state}
          joinUrl={joining.joinUrl}
          isActive={program.status === "active"}
          canEmail={canEmail}
          noticeHelp={
            nextNotice &&
            t("joining.noticeNext", {
              days: daysWords(nextNotice.days),
              date: formatDate(nextNotice.from, timeZone),
            })
          }
        />
      }
    />
  );
}

function CreatedBanner({ program }: { program: ProgramWire }) {
  const t = useText("programs");
  if (program.status !== "active") return <Banner tone="success" title={t("page.createdDraft")} />;
  const earn = t("offer.affiliates", { pay: earnWords({ commission: typed(program.terms.commission) }) });
  return (
    <Banner
      tone="success"
      title={t("page.created", { earn })}
      action={{ content: t("page.invite"), url: "/dashboard/affiliates/invite" }}
    />
  );
}

type StripProps = { program: ProgramWire; timeZone: string; isNew: boolean };

/** State and figures. A program that was just created gets the focus here. */
function ProgramStrip({ program, timeZone, isNew }: StripProps) {
  const t = useText("programs");
  const strip = useRef<HTMLDivElement>(null);
  const { id, status, earnsUntil, affiliates, figures } = program;
  const { orders, commission } = figures;
  useEffect(() => {
    if (!isNew) return;
    document.documentElement.scrollTo({ top: 0 });
    strip.current?.focus({ preventScroll: true });
  }, [isNew]);
  const links: [string, string][] = [
    [`/dashboard/affiliates?program=${id}`, t("strip.affiliates", { count: affiliates })],
    [ownFigureUrl({ program: id }, "orders"), t("strip.orders", { count: orders })],
    [
      ownFigureUrl({ program: id }, "commission", commission.currencyCode),
      t("strip.commission", { amount: formatMoney(commission) }),
    ],
  ];
  return (
    <div ref={strip} tabIndex={-1} className="program-strip">
      <Card>
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <InlineStack gap="200" blockAlign="center">
            <StatusBadge of="program" state={status} />
            <Text as="p">
              {links.map(([url, text], index) => (
                <Fragment key={url}>
                  {index > 0 && "; "}
                  <Link url={url} monochrome>
                    {text}
                  </Link>
                </Fragment>
              ))}
            </Text>
          </InlineStack>
          <InlineStack gap="300" blockAlign="center">
            {earnsUntil && (
              <Text as="p">{t("strip.earnsUntil", { date: formatDate(earnsUntil, timeZone) })}</Text>
            )}
            {status !== "active" && earnsUntil === null && <Text as="p">{t(`strip.${status}`)}</Text>}
            {program.nextStatuses.includes("active") && <ActivateForm />}
          </InlineStack>
        </InlineStack>
      </Card>
    </div>
  );
}

/** Activates at once. It takes nothing from anybody. */
function ActivateForm(): ReactNode {
  const t = useText("programs");
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="status" value="active" />
      <Button submit variant="primary">
        {t("strip.activate")}
      </Button>
    </Form>
  );
}

function doneText(answer: Extract<ProgramAnswer, { ok: true }>, timeZone: string): string {
  const t = merchantText("programs");
  const { intent, startsAt, status } = answer;
  if (intent === "withdraw") return t("page.withdrawn");
  if (startsAt) return t("page.startsLater", { date: formatDate(startsAt, timeZone) });
  return intent === "save" ? t("page.saved") : t(`status.done.${status}`);
}

/** History entry of a program as a sentence. An action from a later version is shown by its name. */
export function programHistoryText(action: string, details: EventDetails): string {
  const t = merchantText("programs");
  if (action === "created") {
    return details["status"] === "active" ? t("audit.createdActive") : t("audit.createdDraft");
  }
  if (action === "deleted") return t("audit.deleted");
  if (action === "changed") return changedText(details);
  if (action === "joining-changed") {
    return details["mode"] === "open" ? t("audit.joiningOpen") : t("audit.joiningInvitation");
  }
  const version = String(details["version"]);
  if (action === "scheduled new terms") return t("audit.scheduled", { version });
  if (action === "withdrew scheduled terms") return t("audit.withdrew", { version });
  const status = statuses.find((one) => action === `became ${one}`);
  return status ? t("audit.became", { status: t(`status.${status}`) }) : action;
}

const statuses: readonly ProgramStatus[] = ["draft", "active", "paused", "archived"];

function changedText({ changed, version, to }: EventDetails): string {
  const t = merchantText("programs");
  const fields = Array.isArray(changed) ? changed.filter((name) => typeof name === "string") : [];
  const parts = fields.map((name) => {
    if (name === "terms") return t("audit.terms", { version: String(version) });
    if (name === "status") return t("audit.status", { status: String(to) });
    return name === "noticeDays" || name === "name" || name === "description" ? t(`audit.${name}`) : name;
  });
  return parts.length === 0 ? t("audit.nothing") : t("audit.changed", { fields: parts.join(", ") });
}
