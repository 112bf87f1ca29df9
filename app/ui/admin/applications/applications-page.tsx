import { useSearchParams } from "@remix-run/react";
import { EmptyState, Text } from "@shopify/polaris";
import type { ApplicationWire } from "#app/contracts/application.ts";
import { applications as texts } from "#app/i18n/en/admin/applications.ts";
import type { ColumnTitle, ListColumn, ListSpec } from "#app/contracts/lists/list-spec.ts";
import { applicationList } from "#app/contracts/lists/programs.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { BulkResult } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import type { ChosenProgram } from "../../shared/pickers/filter-pickers.tsx";
import { stateOptions, stateText, StatusBadge } from "../../shared/status-badge.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { ApplicationDrawer } from "./application-drawer.tsx";
import {
  answerTo,
  decisionText,
  type ApplicationQuestion,
  shortened,
  shownQuestions,
} from "./application-words.ts";
import { useDecideApplications } from "./decide-modal.tsx";

provideTexts({ applications: texts });

export type ApplicationsData = {
  readonly applications: readonly ApplicationWire[];
  readonly pagination: PageOfList;
  readonly program: ChosenProgram | null;
  /** Active programs that applicants can be approved into. */
  readonly programs: readonly ChosenProgram[];
  /** True if there are applications in any state. */
  readonly hasAny: boolean;
  /** Days until a declined applicant can apply again, by program. */
  readonly reapplyDays: Readonly<Record<string, number>>;
  /** Page with the open programs; null if none takes applications. */
  readonly joinUrl: string | null;
  readonly timeZone: string;
};

const views = stateOptions("application", ["approved", "declined", "unconfirmed"]);

/** Affiliates ▸ Applications: applicants with their answers in columns. */
export function ApplicationsPage(data: ApplicationsData) {
  const { applications, pagination, program, hasAny, joinUrl, timeZone } = data;
  const t = useText("applications");
  const [query] = useSearchParams();
  const deciding = useDecideApplications(data);
  const questions = shownQuestions(applications);
  const status = views.find(({ value }) => value === query.get("status"))?.value ?? "new";
  const isNew = !query.get("status");
  const isNarrowed = Boolean(query.get("search") ?? query.get("program"));
  const bulk = (["approve", "decline"] as const).map((decision) => ({
    content: t(`list.${decision}`),
    onAction: (ids: string[], clear: () => void) => deciding.ask(decision, ids, clear),
  }));
  const noun = { singular: t("list.application"), plural: t("list.applications") };
  return (
    <>
      <ListPage
        list={listWith(questions, isNew ? "suggested" : "status")}
        title={frameText("pages.applications")}
        searchLabel={t("list.search")}
        allLabel={stateText("application", "new")}
        statuses={views}
        hasOthers={hasAny}
        program={program}
        resourceName={noun}
        error={deciding.refusal?.message ?? null}
        errorAnswer={deciding.refusal}
        banner={
          deciding.result && <BulkResult noun={noun} result={deciding.result} onDismiss={deciding.dismiss} />
        }
        bulkActions={isNew ? bulk : []}
        noneTitle={isNarrowed ? undefined : t(`list.none.${status}`)}
        rows={applications}
        rowOf={(application) => rowOf(application, query)}
        renderCells={{
          decision: (application) => <DecisionCell application={application} />,
          ...Object.fromEntries(
            questions.map((question) => [
              question.label,
              (application: ApplicationWire) => <Answer application={application} question={question} />,
            ]),
          ),
        }}
        timeZone={timeZone}
        pagination={pagination}
        emptyState={<NoApplications joinUrl={joinUrl} />}
      />
      <ApplicationDrawer
        applications={applications}
        timeZone={timeZone}
        isBusy={deciding.isBusy}
        onDecide={deciding.ask}
      />
      {deciding.modal}
    </>
  );
}

/** The list with a column for each question. */
function listWith(
  questions: readonly ApplicationQuestion[],
  decision: ColumnTitle,
): ListSpec<ApplicationWire> {
  const { columns, ...list } = applicationList;
  const asked = questions.map(({ label }): [string, ListColumn<ApplicationWire>] => [
    label,
    { title: { question: shortened(label, longestQuestion) }, drawn: true },
  ]);
  return {
    ...list,
    columns: { ...Object.fromEntries(asked), ...columns, decision: { ...columns.decision, title: decision } },
    shown: ["name", "appliedAt", "program", ...asked.map(([label]) => label), "decision"],
  };
}

function rowOf({ id, email, status }: ApplicationWire, query: URLSearchParams) {
  const opened = new URLSearchParams(query);
  opened.set(drawerParameter, id);
  return {
    id,
    url: `/dashboard/affiliates/applications?${opened.toString()}`,
    detail: email,
    isSelectable: status === "new",
  };
}

function Answer({ application, question }: { application: ApplicationWire; question: ApplicationQuestion }) {
  const t = useText("applications");
  const answer = answerTo(application, question);
  const text = answer === "yes" ? t("answers.yes") : answer.replace(/^https:\/\//, "");
  return <>{shortened(text, longestAnswer)}</>;
}

/** The drawer shows long questions and answers in full. */
const longestQuestion = 25;
const longestAnswer = 60;

function DecisionCell({ application }: { application: ApplicationWire }) {
  const { status } = application;
  const text = decisionText(application);
  if (status === "unconfirmed") {
    return <StatusBadge of="application" state={status} />;
  }
  return <>{text}</>;
}

function NoApplications({ joinUrl }: { joinUrl: string | null }) {
  const t = useText("applications");
  if (joinUrl === null) {
    const programs = { content: t("list.viewPrograms"), url: "/dashboard/programs" };
    return (
      <EmptyState heading={t("list.none.new")} action={programs} image="/empty-affiliates.svg">
        <p>{t("list.closed")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState heading={t("list.none.new")} image="/empty-affiliates.svg">
      <p>{t("list.share")}</p>
      <Text as="p" breakWord>
        {joinUrl}
      </Text>
      <CopyButton text={joinUrl} label={t("list.copy")} />
    </EmptyState>
  );
}
