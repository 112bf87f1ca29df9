import { BlockStack, Button, FormLayout, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import { findRateBps, WHOLE_BPS } from "#app/domain/money.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { bannerMessage, ErrorBanner, fieldError, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatBps, formatMoney } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { InvitationLink } from "../affiliates/invitation-link.tsx";
import { trackingText } from "../tracking/tracking-text.ts";
import type { SetupShown } from "./setup-shown.ts";

type StepProps = { readonly setup: SetupShown; readonly onDone: () => void };

const programs = "/dashboard/programs";

/** Creates a program in place, or activates a draft. */
export function ProgramStep({ setup, onDone }: StepProps) {
  const t = useText("dashboard");
  const { draft, steps } = setup;
  if (steps.some(({ id, done }) => id === "program" && done)) {
    return (
      <AppLink className="dash-link" url={programs}>
        {t("setup.program.view")}
      </AppLink>
    );
  }
  return draft ? (
    <DraftProgram draft={draft} onDone={onDone} />
  ) : (
    <NewProgram defaults={setup.defaults} onDone={onDone} />
  );
}

type DraftProps = { readonly draft: NonNullable<SetupShown["draft"]>; readonly onDone: () => void };

function DraftProgram({ draft, onDone }: DraftProps) {
  const t = useText("dashboard");
  const done = useDone(t("setup.program.activated"), onDone);
  const { fetcher, refusal, isBusy } = useIntent("activate-program", done);
  return (
    <BlockStack gap="300">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Text as="p">{t("setup.program.isDraft")}</Text>
      <fetcher.Form method="post" className="setup-actions">
        <input type="hidden" name="intent" value="activate-program" />
        <input type="hidden" name="programId" value={draft.id} />
        <Button submit variant="primary" loading={isBusy}>
          {t("setup.program.activate")}
        </Button>
        <Button variant="plain" url={`${programs}/${draft.id}`}>
          {t("setup.program.edit", { name: draft.name })}
        </Button>
      </fetcher.Form>
    </BlockStack>
  );
}

type NewProgramProps = Pick<SetupShown, "defaults"> & { readonly onDone: () => void };

const newProgram = "create-program";
/** Other errors are shown above the fields. */
const programFields = ["name", "percent"];

function NewProgram({ defaults, onDone }: NewProgramProps) {
  const t = useText("dashboard");
  const { addToast } = useUiActions();
  const [name, setName] = useState<string>(t("setup.program.usualName"));
  const [percent, setPercent] = useState("10");
  const done = useCallback(
    ({ status }: { readonly status: string }) => {
      addToast({ message: status === "draft" ? t("setup.program.savedDraft") : t("setup.program.created") });
      onDone();
    },
    [addToast, onDone, t],
  );
  const { fetcher, refusal, isBusy } = useIntent<ProgramAnswer>(newProgram, done);
  const isDraft = fetcher.formData?.get("status") === "draft";
  const saveDraft = () =>
    fetcher.submit({ intent: newProgram, name, percent, status: "draft" }, { method: "post" });
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value={newProgram} />
      <input type="hidden" name="status" value="active" />
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, programFields)} answer={refusal} />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label={t("setup.program.name")}
              name="name"
              autoComplete="off"
              maxLength={120}
              value={name}
              onChange={setName}
              {...(fieldError(refusal, "name") !== undefined && { error: t("setup.program.nameError") })}
            />
            <TextField
              label={t("setup.program.rate")}
              name="percent"
              autoComplete="off"
              inputMode="decimal"
              suffix={t("setup.program.ofSale")}
              value={percent}
              onChange={setPercent}
              {...(fieldError(refusal, "percent") !== undefined && { error: t("setup.program.rateError") })}
            />
          </FormLayout.Group>
        </FormLayout>
        <TermsPreview percent={percent} defaults={defaults} />
        <div className="setup-actions">
          <Button submit variant="primary" loading={isBusy && !isDraft}>
            {t("setup.program.create")}
          </Button>
          <Button loading={isBusy && isDraft} onClick={saveDraft}>
            {t("setup.program.saveDraft")}
          </Button>
          <Button
            variant="plain"
            url={`${programs}/new?${new URLSearchParams({ name, percent }).toString()}`}
          >
            {t("setup.program.moreOptions")}
          </Button>
        </div>
      </BlockStack>
    </fetcher.Form>
  );
}

type ProgramAnswer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true; readonly status: string };

/** The typed terms in words for affiliates. Empty while the rate is incomplete. */
function TermsPreview({ percent, defaults }: Pick<SetupShown, "defaults"> & { readonly percent: string }) {
  const t = useText("dashboard");
  const bps = findRateBps(percent);
  if (bps === null || bps <= 0 || bps > WHOLE_BPS) return null;
  const { windowDays: window, approvalDays: approval } = defaults;
  return (
    <Text as="p" tone="subdued">
      {t("setup.program.preview", {
        promise: t("setup.program.promise", { rate: formatBps(bps) }),
        window,
        approval,
      })}
    </Text>
  );
}

const affiliates = "/dashboard/affiliates";

/** Invites the first affiliate, by email or, without an email server, by a link to copy. */
export function InviteStep({ setup, onDone }: StepProps) {
  const t = useText("dashboard");
  const [sent, setSent] = useState<string | null>(null);
  const { addToast } = useUiActions();
  const done = useCallback(
    ({ link }: Extract<InviteAnswer, { readonly ok: true }>) => {
      addToast({ message: link === undefined ? t("setup.invite.sent") : t("setup.invite.linkCreated") });
      // A link is shown only once, so the step stays open.
      if (link === undefined) onDone();
      else setSent(link);
    },
    [addToast, onDone, t],
  );
  const { fetcher, refusal, isBusy } = useIntent<InviteAnswer>("invite", done);
  const { id, fields, banner } = useAppForm({
    id: "setup-invite",
    defaultValue: { name: "", email: "" },
    answer: refusal,
  });
  if (sent !== null) return <InvitationLink link={sent} />;
  if (setup.affiliate) {
    return (
      <AppLink className="dash-link" url={affiliates}>
        {t("setup.invite.view")}
      </AppLink>
    );
  }
  return (
    <BlockStack gap="400">
      <fetcher.Form method="post" id={id} noValidate>
        <input type="hidden" name="intent" value="invite" />
        <BlockStack gap="300">
          <ErrorBanner {...banner} />
          <FormLayout>
            <FormLayout.Group>
              <FormTextField field={fields.name} label={t("setup.invite.name")} maxLength={120} />
              <FormTextField
                field={fields.email}
                label={t("setup.invite.email")}
                type="email"
                maxLength={254}
              />
            </FormLayout.Group>
          </FormLayout>
          {setup.program && (
            <Text as="p" tone="subdued">
              {t("setup.invite.promise", { promise: setup.program.promise })}
            </Text>
          )}
          <div className="setup-actions">
            <Button submit variant="primary" loading={isBusy}>
              {setup.canEmail ? t("setup.invite.send") : t("setup.invite.createLink")}
            </Button>
          </div>
        </BlockStack>
      </fetcher.Form>
      <JoinPage setup={setup} />
    </BlockStack>
  );
}

type InviteAnswer =
  | ({ readonly ok: false } & FormRefusal)
  | { readonly ok: true; readonly name: string; readonly link?: string };

/** The join page works once a program takes applications. */
function JoinPage({ setup: { joinUrl, program } }: Pick<StepProps, "setup">) {
  const t = useText("dashboard");
  if (joinUrl === null) {
    if (program === null) return null;
    return (
      <AppLink className="dash-link" url={`${programs}/${program.id}/joining`}>
        {t("setup.invite.openJoining")}
      </AppLink>
    );
  }
  return (
    <TextField
      label={t("setup.invite.share")}
      value={joinUrl.replace(/^https?:\/\//, "")}
      readOnly
      autoComplete="off"
      connectedRight={<CopyButton text={joinUrl} label={t("setup.invite.copy")} />}
    />
  );
}

type TrackingProps = {
  readonly tracking: TrackingWire;
  readonly isEmbedOn: boolean | null;
  readonly isChecking: boolean;
  readonly timeZone: string;
};

/** Leads to the app embed's switch in the theme editor. */
export function TrackingStep(shown: TrackingProps) {
  const t = useText("dashboard");
  return (
    <BlockStack gap="300">
      <Text as="p">{t("setup.tracking.text")}</Text>
      <TrackingStatus {...shown} />
      <div className="setup-actions">
        <Button variant="primary" url={shown.tracking.embed.switchUrl} target="_blank">
          {t("setup.tracking.open")}
        </Button>
      </div>
    </BlockStack>
  );
}

function TrackingStatus({ isChecking, ...shown }: TrackingProps) {
  const t = useText("tracking");
  return <output className="dash-subdued">{isChecking ? t("checking") : trackingText(t, shown)}</output>;
}

/** Waits for the first sale. A development store has test orders only. */
export function SaleStep({ setup: { affiliate, testOrder } }: Pick<StepProps, "setup">) {
  const t = useText("dashboard");
  return (
    <BlockStack gap="300">
      <Text as="p">{t("setup.sale.text")}</Text>
      {testOrder && (
        <Text as="p">
          {t("setup.sale.test", { amount: formatMoney(testOrder.amount) })}{" "}
          <AppLink className="dash-link" url={`/dashboard/orders/${encodeURIComponent(testOrder.orderId)}`}>
            {t("setup.sale.viewTest", { name: testOrder.name })}
          </AppLink>
        </Text>
      )}
      {affiliate && (
        <div className="setup-actions">
          <CopyButton text={affiliate.link} label={t("setup.sale.copy", { name: affiliate.name })} />
        </div>
      )}
    </BlockStack>
  );
}

/** Calls `onDone` once the action has worked, with a toast. */
function useDone(message: string, onDone: () => void): () => void {
  const { addToast } = useUiActions();
  return useCallback(() => {
    addToast({ message });
    onDone();
  }, [addToast, message, onDone]);
}
