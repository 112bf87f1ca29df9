import { useSearchParams } from "@remix-run/react";
import { EmptyState, Text } from "@shopify/polaris";
import type { ApplicationWire } from "#app/contracts/application.ts";
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
import { ApplicationDrawer, useDecideApplications } from "./application-drawer.tsx";
import {
  answerTo,
  applicationNoun,
  decisionText,
  type ApplicationQuestion,
  shortened,
  shownQuestions,
} from "./application-words.ts";

export type ApplicationsData = {
  readonly applications: readonly ApplicationWire[];
  readonly pagination: PageOfList;
  readonly program: ChosenProgram | null;
  /** True if there are applications in any state. */
  readonly hasAny: boolean;
  /** Days until a declined applicant can apply again, by program. */
  readonly reapplyDays: Readonly<Record<string, number>>;
  /** Page with the open programs; null if none takes applications. */
  readonly joinUrl: string | null;
  readonly timeZone: string;
};

const views = stateOptions("application", ["approved", "declined", "unconfirmed"]);

const noneTitles = {
  new: "No new applications",
  approved: "No approved applications",
  declined: "No declined applications",
  unconfirmed: "No applications with an unconfirmed email",
} as const;

/** Affiliates ▸ Applications: applicants with their answers in columns. */
export function ApplicationsPage(data: ApplicationsData) {
  const { applications, pagination, program, hasAny, reapplyDays, joinUrl, timeZone } = data;
  const [query] = useSearchParams();
  const deciding = useDecideApplications(applications, reapplyDays);
  const questions = shownQuestions(applications);
  const status = views.find(({ value }) => value === query.get("status"))?.value ?? "new";
  const isNew = !query.get("status");
  const isNarrowed = Boolean(query.get("search") ?? query.get("program"));
  const bulk = (["approve", "decline"] as const).map((decision) => ({
    content: decision === "approve" ? "Approve" : "Decline",
    onAction: (ids: string[], clear: () => void) => deciding.ask(decision, ids, clear),
  }));
  return (
    <>
      <ListPage
        list={listWith(questions, isNew ? "suggested" : "status")}
        title={frameText("pages.applications")}
        searchLabel="Search by name or email"
        allLabel={stateText("application", "new")}
        statuses={views}
        hasOthers={hasAny}
        program={program}
        resourceName={applicationNoun}
        error={deciding.refusal?.message ?? null}
        errorAnswer={deciding.refusal}
        banner={
          deciding.result && (
            <BulkResult noun={applicationNoun} result={deciding.result} onDismiss={deciding.dismiss} />
          )
        }
        bulkActions={isNew ? bulk : []}
        noneTitle={isNarrowed ? undefined : noneTitles[status]}
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
  return <>{shortened(shownAnswer(answerTo(application, question)), longestAnswer)}</>;
}

/** The drawer shows long questions and answers in full. */
const longestQuestion = 25;
const longestAnswer = 60;

function shownAnswer(value: string): string {
  return value === "yes" ? "Yes" : value.replace(/^https:\/\//, "");
}

function DecisionCell({ application }: { application: ApplicationWire }) {
  const { status } = application;
  const text = decisionText(application);
  if (status === "unconfirmed") {
    return <StatusBadge of="application" state={status} />;
  }
  return <>{text}</>;
}

function NoApplications({ joinUrl }: { joinUrl: string | null }) {
  if (joinUrl === null) {
    const programs = { content: "View programs", url: "/dashboard/programs" };
    return (
      <EmptyState heading="No new applications" action={programs} image="">
        <p>To get applications, let anyone apply on a program&apos;s Joining page.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState heading="No new applications" image="">
      <p>Share your join page to get applications.</p>
      <Text as="p" breakWord>
        {joinUrl}
      </Text>
      <CopyButton text={joinUrl} label="Copy link" />
    </EmptyState>
  );
}
