import { useSearchParams } from "@remix-run/react";
import { Banner, BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import { ChevronLeftIcon, ChevronRightIcon } from "@shopify/polaris-icons";
import { useCallback } from "react";
import type { applicationsForm, ApplicationWire } from "#app/contracts/application.ts";
import { type Fact, FactList } from "../../shared/detail-page.tsx";
import { drawerParameter } from "../../shared/drawer-address.ts";
import { Drawer } from "../../shared/drawer.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useText } from "../../texts/use-text.ts";
import { decisionText } from "./application-words.ts";
import type { Decision } from "./decide-modal.tsx";

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
  const t = useText("applications");
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
          <Step icon={ChevronLeftIcon} label={t("page.previous")} to={previous} onShow={onShow} />
          <Step icon={ChevronRightIcon} label={t("page.next")} to={next} onShow={onShow} />
        </ButtonGroup>
      </InlineStack>
      {suggestedRule !== null && (
        <Banner tone="info">{t("page.wouldApprove", { rule: suggestedRule })}</Banner>
      )}
      <FactList facts={answerFacts(application)} />
      <FactList facts={sourceFacts(application, timeZone, t)} />
      {application.message !== "" && (
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            {t("page.message")}
          </Text>
          <Text as="p">{application.message}</Text>
        </BlockStack>
      )}
      {application.affiliateId !== null && (
        <Link url={`/dashboard/affiliates/${application.affiliateId}`}>{t("page.affiliate")}</Link>
      )}
      <NoteForm key={id} application={application} />
      {status === "new" && (
        <div style={actionsStyle}>
          <InlineStack gap="200" align="end">
            <Button loading={isBusy} onClick={() => decide("decline")}>
              {t("list.decline")}
            </Button>
            <Button variant="primary" loading={isBusy} onClick={() => decide("approve")}>
              {t("list.approve")}
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
  const t = useText("applications");
  if (value === "") {
    return (
      <Text as="span" tone="subdued">
        {t("answers.none")}
      </Text>
    );
  }
  if (value === "yes") return <>{t("answers.yes")}</>;
  if (!/^https?:\/\/\S+$/.test(value)) return <span style={linesStyle}>{value}</span>;
  return (
    <a href={value} target="_blank" rel="noopener noreferrer nofollow" className="Polaris-Link">
      {value}
    </a>
  );
}

function sourceFacts(
  application: ApplicationWire,
  timeZone: string,
  t: TextFunction<"applications">,
): Fact[] {
  const { email, program, referrer, country, orders, utm } = application;
  const campaign = Object.entries(utm).map(([name, value]) => `${name}: ${value}`);
  const facts: (Fact | null)[] = [
    { term: t("page.email"), description: email },
    { term: t("page.program"), description: program.name },
    { term: t("page.applied"), description: formatDateTime(application.appliedAt, timeZone) },
    { term: t("page.terms"), description: t("page.version", { version: application.termsVersion }) },
    country === null ? null : { term: t("page.country"), description: country },
    orders === null ? null : { term: t("page.orders"), description: formatCount(orders) },
    referrer === null ? null : { term: t("page.referrer"), description: referrer },
    campaign.length === 0 ? null : { term: t("page.campaign"), description: campaign.join(", ") },
    application.decidedAt === null
      ? null
      : {
          term: t("page.decision"),
          description: t("decision.at", {
            decision: decisionText(application),
            time: formatDateTime(application.decidedAt, timeZone),
          }),
        },
  ];
  return facts.filter((fact) => fact !== null);
}

function NoteForm({ application: { id, note } }: { application: ApplicationWire }) {
  const t = useText("applications");
  const { addToast } = useUiActions();
  const onSaved = useCallback(() => addToast({ message: t("page.noteSaved") }), [addToast, t]);
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
          label={t("page.note")}
          multiline={2}
          maxLength={2000}
          helpText={t("page.noteHelp")}
        />
        <InlineStack align="end">
          <Button submit loading={isBusy} disabled={!isDirty}>
            {t("page.saveNote")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
