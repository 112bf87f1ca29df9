import { Banner, BlockStack, Link } from "@shopify/polaris";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { TermsVersionWire } from "#app/contracts/terms-change.ts";
import {
  DetailPage,
  FactList,
  type EventDetails,
  type HistoryEntry,
  HistoryList,
  Section,
} from "../../shared/detail-page.tsx";
import { formatCount, formatDate, formatMoney } from "../../shared/format.ts";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import type { ProgramAnswer } from "./use-program-form.ts";
import { ownFigureUrl } from "../reports/report-figures.ts";
import { CurrencyBanner } from "./terms/currency-banner.tsx";
import { ProgramForm } from "./program-form.tsx";
import { VersionList, WaitingTerms } from "./program-past.tsx";
import { valuesOfProgram } from "./program-values.ts";
import { typed } from "./terms/draft.ts";
import { StatusActions } from "./status-actions.tsx";

export const programsList = { content: "Affiliate Programs", url: "/dashboard/programs" };

export type ProgramPageData = {
  readonly program: ProgramWire;
  /** Terms of a backtest to start from; null for the saved ones. */
  readonly draft: ProgramWire["terms"] | null;
  readonly versions: readonly TermsVersionWire[];
  readonly history: readonly HistoryEntry[];
  readonly currency: string;
  readonly timeZone: string;
};

type Props = ProgramPageData & { answer: ProgramAnswer | undefined; isNew: boolean };

/** Page of a program: terms, state, members, figures and history. */
export function ProgramPage({ program, draft, versions, history, currency, timeZone, answer, isNew }: Props) {
  useAnswerToast(answer, (done) => doneText(done, timeZone));
  return (
    <DetailPage
      title={program.name}
      status={<StatusBadge of="program" state={program.status} />}
      back={programsList}
      secondaryActions={[{ content: "Joining", url: `/dashboard/programs/${program.id}/joining` }]}
      aside={
        <>
          <Section title="Status">
            <StatusActions program={program} timeZone={timeZone} />
          </Section>
          <Section title="Figures">
            <ProgramFacts program={program} />
          </Section>
        </>
      }
    >
      {isNew && program.status === "draft" && (
        <Banner tone="success" title="Program created">
          <p>It is a draft: activate it when affiliates may earn in it.</p>
        </Banner>
      )}
      {program.waiting && <WaitingTerms waiting={program.waiting} timeZone={timeZone} />}
      <CurrencyBanner terms={program.terms} currency={currency} />
      <ProgramForm
        key={program.id}
        saved={{
          values: valuesOfProgram(program),
          revision: program.revision,
          draft: draft && typed(draft),
        }}
        answer={answer}
        programId={program.id}
        currency={currency}
        timeZone={timeZone}
        submitLabel="Save"
        nextNotice={program.nextNotice}
      />
      <Section title="Terms over time">
        <BlockStack gap="200">
          <VersionList versions={versions} timeZone={timeZone} />
        </BlockStack>
      </Section>
      <Section title="History">
        <HistoryList entries={history} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

function ProgramFacts({ program }: { program: ProgramWire }) {
  const { id, affiliates } = program;
  const { orders, revenue, commission } = program.figures;
  const inIt = `${formatCount(affiliates)} ${affiliates === 1 ? "affiliate" : "affiliates"}`;
  return (
    <FactList
      facts={[
        {
          term: "In it",
          description: <Link url={`/dashboard/affiliates?program=${id}`}>{inIt}</Link>,
        },
        {
          term: "Credited orders",
          description: <Link url={ownFigureUrl({ program: id }, "orders")}>{formatCount(orders)}</Link>,
        },
        {
          term: "Revenue",
          description: (
            <Link url={ownFigureUrl({ program: id }, "net", revenue.currencyCode)}>
              {formatMoney(revenue)}
            </Link>
          ),
        },
        {
          term: "Commissions",
          description: (
            <Link url={ownFigureUrl({ program: id }, "commission", commission.currencyCode)}>
              {formatMoney(commission)}
            </Link>
          ),
        },
      ]}
    />
  );
}

function doneText(answer: Extract<ProgramAnswer, { ok: true }>, timeZone: string): string {
  if (answer.intent === "withdraw") return "New terms withdrawn";
  if (answer.startsAt) return `New terms start ${formatDate(answer.startsAt, timeZone)}`;
  return answer.intent === "save" ? "Program saved" : `Program: ${statusLabel(answer.status)}`;
}

/** History entry of a program as a sentence. An action from a later version is shown by its name. */
export function programHistoryText(action: string, details: EventDetails): string {
  if (action === "created") return details["status"] === "active" ? "Created, active" : "Created as a draft";
  if (action === "deleted") return "Deleted";
  if (action === "changed") return changedText(details);
  if (action === "joining-changed") {
    return details["mode"] === "open" ? "Joining: anyone can apply" : "Joining: invitation only";
  }
  const version = String(details["version"]);
  if (action === "scheduled new terms") return `Scheduled new terms (version ${version})`;
  if (action === "withdrew scheduled terms") return `Withdrew new terms (version ${version})`;
  return action.charAt(0).toUpperCase() + action.slice(1);
}

function changedText({ changed, version, to }: EventDetails): string {
  const fields = Array.isArray(changed) ? changed.filter((name) => typeof name === "string") : [];
  const parts = fields.map((name) => {
    if (name === "terms") return `terms (version ${String(version)})`;
    if (name === "noticeDays") return "notice period";
    return name === "status" ? `status (${String(to)})` : name;
  });
  return parts.length === 0 ? "Changed" : `Changed ${parts.join(", ")}`;
}
