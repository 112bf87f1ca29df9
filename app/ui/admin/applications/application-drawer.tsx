import { useFetcher, useSearchParams } from "@remix-run/react";
import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import { ChevronLeftIcon, ChevronRightIcon } from "@shopify/polaris-icons";
import { useCallback, useState } from "react";
import type { applicationsForm, ApplicationWire } from "#app/contracts/application.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { type Fact, FactList } from "../../shared/detail-page.tsx";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { Drawer } from "../../shared/drawer.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatDateTime } from "../../shared/format.ts";
import type { BulkOutcome } from "../../shared/list/bulk-result.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { countOf, decisionText, reapplyText } from "./application-words.ts";

type Props = {
  applications: readonly ApplicationWire[];
  timeZone: string;
  isBusy: boolean;
  onDecide: (decision: Decision, ids: readonly string[], onDecided: () => void) => void;
};

/** An application in a drawer over the list, with links to the previous and the next one. */
export function ApplicationDrawer({ applications, ...rest }: Props) {
  const [query, setQuery] = useSearchParams();
  const index = applications.findIndex(({ id }) => id === query.get(drawerParameter));
  const show = useCallback(
    (id: string | null) => {
      const changed = (before: URLSearchParams) => {
        if (id === null) before.delete(drawerParameter);
        else before.set(drawerParameter, id);
        return before;
      };
      setQuery(changed, { preventScrollReset: true, replace: id !== null });
    },
    [setQuery],
  );
  const application = applications[index];
  if (!application) return null;
  return (
    <OpenDrawer
      application={application}
      previous={applications[index - 1]?.id ?? null}
      next={applications[index + 1]?.id ?? null}
      onShow={show}
      {...rest}
    />
  );
}

type OpenProps = Omit<Props, "applications"> & {
  application: ApplicationWire;
  previous: string | null;
  next: string | null;
  onShow: (id: string | null) => void;
};

function OpenDrawer({ application, previous, next, onShow, timeZone, isBusy, onDecide }: OpenProps) {
  const { id, name, status, suggestedRule } = application;
  const close = useCallback(() => onShow(null), [onShow]);
  // A native modal dialog covers everything else, so this one must close before the confirmation opens.
  const decide = (decision: Decision) => {
    close();
    onDecide(decision, [id], close);
  };
  return (
    <Drawer title={name} onClose={close}>
      <InlineStack align="space-between" blockAlign="center">
        <StatusBadge of="application" state={status} />
        <ButtonGroup variant="segmented">
          <Step icon={ChevronLeftIcon} label="Previous application" to={previous} onShow={onShow} />
          <Step icon={ChevronRightIcon} label="Next application" to={next} onShow={onShow} />
        </ButtonGroup>
      </InlineStack>
      {suggestedRule !== null && <Banner tone="info">{`Rule "${suggestedRule}" would approve.`}</Banner>}
      <FactList facts={answerFacts(application)} />
      <FactList facts={sourceFacts(application, timeZone)} />
      {application.message !== "" && (
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            Message sent
          </Text>
          <Text as="p">{application.message}</Text>
        </BlockStack>
      )}
      {application.affiliateId !== null && (
        <Link url={`/dashboard/affiliates/${application.affiliateId}`}>View affiliate</Link>
      )}
      <NoteForm key={id} application={application} />
      {status === "new" && (
        <div style={actionsStyle}>
          <InlineStack gap="200" align="end">
            <Button loading={isBusy} onClick={() => decide("decline")}>
              Decline
            </Button>
            <Button variant="primary" loading={isBusy} onClick={() => decide("approve")}>
              Approve
            </Button>
          </InlineStack>
        </div>
      )}
    </Drawer>
  );
}

/** Stays visible at the bottom of the screen, however long the answers are. */
const actionsStyle = {
  position: "sticky",
  bottom: 0,
  padding: "var(--p-space-300) 0",
  background: "var(--p-color-bg)",
} as const;
const linesStyle = { whiteSpace: "pre-line", overflowWrap: "anywhere" } as const;

type StepProps = {
  icon: typeof ChevronLeftIcon;
  label: string;
  to: string | null;
  onShow: (id: string) => void;
};

function Step({ icon, label, to, onShow }: StepProps) {
  return (
    <Button
      icon={icon}
      accessibilityLabel={label}
      disabled={to === null}
      onClick={() => to !== null && onShow(to)}
    />
  );
}

function answerFacts({ answers }: ApplicationWire): Fact[] {
  return answers.map(({ label, value }) => ({ term: label, description: <Answer value={value} /> }));
}

/** Links of applicants are shown as plain text and open in a new tab. */
function Answer({ value }: { value: string }) {
  if (value === "") {
    return (
      <Text as="span" tone="subdued">
        No answer
      </Text>
    );
  }
  if (value === "yes") return <>Yes</>;
  if (!/^https?:\/\/\S+$/.test(value)) return <span style={linesStyle}>{value}</span>;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer nofollow" className="Polaris-Link">
      {value}
    </a>
  );
}

function sourceFacts(application: ApplicationWire, timeZone: string): Fact[] {
  const { email, program, referrer, country, orders, utm } = application;
  const campaign = Object.entries(utm).map(([name, value]) => `${name}: ${value}`);
  const facts: (Fact | null)[] = [
    { term: "Email", description: email },
    { term: "Program", description: program.name },
    { term: "Applied", description: formatDateTime(application.appliedAt, timeZone) },
    { term: "Terms accepted", description: `Version ${application.termsVersion}` },
    country === null ? null : { term: "Country", description: country },
    orders === null ? null : { term: "Orders as customer", description: String(orders) },
    referrer === null ? null : { term: "Came from", description: referrer },
    campaign.length === 0 ? null : { term: "Campaign", description: campaign.join(", ") },
    application.decidedAt === null
      ? null
      : {
          term: "Decision",
          description: `${decisionText(application)}, ${formatDateTime(application.decidedAt, timeZone)}`,
        },
  ];
  return facts.filter((fact) => fact !== null);
}

function NoteForm({ application: { id, note } }: { application: ApplicationWire }) {
  const { addToast } = useUiActions();
  const onSaved = useCallback(() => addToast({ message: "Note saved" }), [addToast]);
  const { fetcher, answer, isBusy } = useIntent("note", onSaved);
  const {
    id: formId,
    fields,
    isDirty,
    banner,
  } = useAppForm({
    id: "application",
    defaultValue: { note } satisfies FieldsOf<typeof applicationsForm>,
    answer,
  });
  return (
    <fetcher.Form method="post" id={formId}>
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="id" value={id} />
      <BlockStack gap="200">
        <ErrorBanner {...banner} />
        <FormTextField
          field={fields.note}
          label="Note"
          multiline={2}
          maxLength={2000}
          helpText="Only your team sees this."
        />
        <InlineStack align="end">
          <Button submit loading={isBusy} disabled={!isDirty}>
            Save note
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

type DecisionAnswer = BulkOutcome | ({ readonly ok: false } & FormRefusal);
export type Decision = "approve" | "decline";

/** Approves or declines applications after a confirmation. The message is part of the email about the decision. */
export function useDecideApplications(
  applications: readonly ApplicationWire[],
  reapplyDays: Readonly<Record<string, number>>,
) {
  const fetcher = useFetcher<DecisionAnswer>();
  const confirm = useConfirm();
  const [dismissed, setDismissed] = useState<unknown>(null);
  const { data: answer, submit } = fetcher;
  const shown = answer === dismissed ? undefined : answer;
  useAnswerToast(answer, doneText);

  function ask(decision: Decision, ids: readonly string[], onDecided: () => void): void {
    const isApproval = decision === "approve";
    const chosen = applications.filter(({ id }) => ids.includes(id));
    const days = chosen.map(({ program }) => reapplyDays[program.id] ?? 0);
    confirm({
      title: `${isApproval ? "Approve" : "Decline"} ${countOf(ids.length)}?`,
      message: isApproval ? "They get an email with their link." : reapplyText(days),
      confirmLabel: `${isApproval ? "Approve" : "Decline"} ${ids.length}`,
      destructive: !isApproval,
      note: { label: isApproval ? "Message (optional)" : "Reason (sent)", missing: null },
      onConfirm: (message) => {
        const form = new FormData();
        form.set("intent", "decide");
        form.set("decision", decision);
        form.set("message", message);
        for (const id of ids) form.append("ids", id);
        submit(form, { method: "post" });
        onDecided();
      },
    });
  }

  return {
    ask,
    isBusy: fetcher.state !== "idle",
    refusal: shown?.ok === false ? shown : null,
    /** Only if some could not be decided. Otherwise the toast is enough. */
    result: shown?.ok === true && shown.unchanged.length > 0 ? shown : null,
    dismiss: useCallback(() => setDismissed(answer), [answer]),
  };
}

function doneText({ changed, status }: BulkOutcome): string {
  return `${countOf(changed)} ${status}`;
}
