import { useSearchParams } from "@remix-run/react";
import { Badge, EmptyState, Text } from "@shopify/polaris";
import type { ApplicationWire } from "#app/contracts/application.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { formatDate } from "../../shared/format.ts";
import { BulkResult } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import type { ChosenProgram } from "../../shared/list/program-filter.tsx";
import { ApplicationDrawer } from "./application-drawer.tsx";
import {
  answerTo,
  applicationNoun,
  decisionText,
  type Question,
  shortened,
  shownQuestions,
  statusNames,
  statusTones,
} from "./application-words.ts";
import { useDecideApplications } from "./use-decide-applications.ts";

export type ApplicationsData = {
  readonly applications: readonly ApplicationWire[];
  readonly pagination: PageOfList;
  readonly program: ChosenProgram | null;
  /** There are applications in some state. */
  readonly hasAny: boolean;
  /** Days until somebody who is declined can apply again, by program. */
  readonly reapplyDays: Readonly<Record<string, number>>;
  /** The page that lists the open programs; null while none takes applications. */
  readonly joinUrl: string | null;
  readonly timeZone: string;
};

const views = (["approved", "declined", "unconfirmed"] as const).map((value) => ({
  value,
  label: statusNames[value],
}));

const noneTitles = {
  new: "No new applications",
  approved: "No approved applications",
  declined: "No declined applications",
  unconfirmed: "No applications with an unconfirmed email",
} as const;

/** Affiliates ▸ Applications: people who want to join, with their answers side by side. */
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
        title="Applications"
        searchLabel="Search by name or email"
        allLabel={statusNames.new}
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
        hasCards
        headings={[
          { title: "Applicant" },
          { title: "Applied", isAside: true },
          { title: "Program" },
          ...questions.map(({ label }) => ({ title: shortened(label, longestQuestion) })),
          { title: isNew ? "Suggested" : "Status" },
        ]}
        rows={applications.map((application) => rowOf(application, { query, questions, timeZone }))}
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

type RowContext = {
  readonly query: URLSearchParams;
  readonly questions: readonly Question[];
  readonly timeZone: string;
};

function rowOf(application: ApplicationWire, { query, questions, timeZone }: RowContext) {
  const opened = new URLSearchParams(query);
  opened.set(drawerParameter, application.id);
  return {
    id: application.id,
    url: `/dashboard/affiliates/applications?${opened.toString()}`,
    name: application.name,
    detail: application.email,
    isSelectable: application.status === "new",
    cells: [
      formatDate(application.appliedAt, timeZone),
      application.program.name,
      ...questions.map((question) => (
        <span key={question.label} className="short-cell" style={answerStyle}>
          <span className="card-label">{question.label}</span>{" "}
          {shortened(shownAnswer(answerTo(application, question)), longestAnswer)}
        </span>
      )),
      <Decided key="decision" application={application} />,
    ],
  };
}

/** The drawer has the whole of a long question or answer. */
const longestQuestion = 25;
const longestAnswer = 60;
const answerStyle = { maxInlineSize: "9rem" } as const;

function shownAnswer(value: string): string {
  return value === "yes" ? "Yes" : value.replace(/^https:\/\//, "");
}

function Decided({ application }: { application: ApplicationWire }) {
  const { status } = application;
  const text = decisionText(application);
  if (status === "unconfirmed") {
    return <Badge {...(statusTones[status] && { tone: statusTones[status] })}>{statusNames[status]}</Badge>;
  }
  return (
    <span className="short-cell" style={answerStyle}>
      {text}
    </span>
  );
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
