import { methodName } from "#app/i18n/method-words.ts";
import { Button, Card, InlineStack, Text } from "@shopify/polaris";
import { type ReactNode, useCallback } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import type { PayoutPauseWire } from "#app/contracts/payout.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatDateTime, formatListDate, formatMoney } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import type { useStatusActions } from "./use-status-actions.ts";

export type StripData = {
  readonly affiliate: AffiliateWire;
  /** End of the invitation's link; null unless the affiliate is invited. */
  readonly invitation: { readonly endsAt: string; readonly isOver: boolean } | null;
  readonly payoutPause: PayoutPauseWire;
  /** Payout details, masked. */
  readonly payoutDetails: PayoutDetailsAnswer;
  /** False where no email server is set up. */
  readonly canEmail: boolean;
  readonly timeZone: string;
};

type Props = StripData & { readonly changes: ReturnType<typeof useStatusActions> };

/** The affiliate's state in one line, with the one button for the next step. */
export function AffiliateStrip(props: Props) {
  const { payoutPause, payoutDetails, affiliate } = props;
  if (affiliate.status === "invited") return <InvitedStrip {...props} />;
  if (affiliate.status === "pending") {
    return <ChangeStrip {...props} text="strip.applied" button="strip.approve" />;
  }
  if (affiliate.status === "suspended") {
    return <ChangeStrip {...props} text="strip.suspended" button="strip.reactivate" />;
  }
  if (affiliate.status === "rejected") return <DeclinedStrip {...props} />;
  if (payoutPause.paused) return <PausedStrip {...props} />;
  if (payoutDetails.next) return <NewDetailsStrip {...props} next={payoutDetails.next} />;
  const isWaiting = payoutDetails.current === null && availableText(affiliate) !== null;
  return isWaiting ? <MissingDetailsStrip {...props} /> : <ActiveStrip {...props} />;
}

type StripProps = {
  readonly affiliate: AffiliateWire;
  readonly text: ReactNode;
  readonly refusal?: FormRefusal | null;
  readonly children?: ReactNode;
};

function Strip({ affiliate, text, refusal = null, children }: StripProps) {
  return (
    <>
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Card>
        <InlineStack align="space-between" blockAlign="center" gap="300">
          <InlineStack gap="200" blockAlign="center">
            <StatusBadge of="affiliate" state={affiliate.status} />
            <Text as="p">{text}</Text>
          </InlineStack>
          {children}
        </InlineStack>
      </Card>
    </>
  );
}

function InvitedStrip({ affiliate, invitation, canEmail, changes, timeZone }: Props) {
  const t = useText("affiliates");
  const day = formatListDate(affiliate.invitedAt ?? affiliate.createdAt, timeZone);
  const end = invitation === null ? "" : formatListDate(invitation.endsAt, timeZone);
  const text = t(invitation?.isOver ? "strip.expired" : "strip.invited", { day, end });
  return (
    <Strip affiliate={affiliate} text={text} refusal={changes.refusal}>
      <Button variant="primary" loading={changes.isBusy} onClick={changes.inviteAgain}>
        {canEmail ? t("strip.inviteAgain") : t("strip.createLink")}
      </Button>
    </Strip>
  );
}

type ChangeStripProps = Props & {
  readonly text: "strip.applied" | "strip.suspended";
  readonly button: "strip.approve" | "strip.reactivate";
};

function ChangeStrip({ affiliate, changes, text, button }: ChangeStripProps) {
  const t = useText("affiliates");
  return (
    <Strip affiliate={affiliate} text={t(text)} refusal={changes.refusal}>
      <Button variant="primary" loading={changes.isBusy} onClick={() => changes.ask("active")}>
        {t(button)}
      </Button>
    </Strip>
  );
}

function DeclinedStrip({ affiliate, changes }: Props) {
  const t = useText("affiliates");
  return <Strip affiliate={affiliate} text={t("strip.declined")} refusal={changes.refusal} />;
}

function PausedStrip({ affiliate, payoutPause: { by, note } }: Props) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("strip.resumed") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("resume-payouts", onDone);
  const text =
    note === ""
      ? t("strip.pausedNoNote", { by: by ?? "" })
      : t("strip.paused", { by: by ?? "", note: note.replace(/\.$/, "") });
  return (
    <Strip affiliate={affiliate} text={text} refusal={refusal}>
      <Button
        variant="primary"
        loading={isBusy}
        onClick={() => fetcher.submit({ intent: "resume-payouts" }, { method: "post" })}
      >
        {t("strip.resume")}
      </Button>
    </Strip>
  );
}

function NewDetailsStrip({ affiliate, next, timeZone }: Props & { next: PayoutDetailsWire }) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: t("strip.usedNow") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("use-details", onDone);
  const ask = () =>
    confirm({
      title: t("strip.useNowTitle"),
      message: t("strip.useNowMessage", { name: affiliate.name }),
      confirmLabel: t("strip.useNow"),
      onConfirm: () => fetcher.submit({ intent: "use-details", details: next.id }, { method: "post" }),
    });
  const text = t("strip.newDetails", { time: formatDateTime(next.effectiveAt ?? "", timeZone) });
  return (
    <Strip affiliate={affiliate} text={text} refusal={refusal}>
      <Button variant="primary" loading={isBusy} onClick={ask}>
        {t("strip.useNow")}
      </Button>
    </Strip>
  );
}

function MissingDetailsStrip({ affiliate }: Props) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("strip.asked") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("ask-for-details", onDone);
  const text = t("strip.noDetails", { amount: availableText(affiliate) ?? "" });
  return (
    <Strip affiliate={affiliate} text={text} refusal={refusal}>
      <Button
        variant="primary"
        loading={isBusy}
        onClick={() => fetcher.submit({ intent: "ask-for-details" }, { method: "post" })}
      >
        {t("strip.ask")}
      </Button>
    </Strip>
  );
}

function ActiveStrip({ affiliate, payoutDetails, timeZone }: Props) {
  const t = useText("affiliates");
  const programs = affiliate.programs.map(({ name }) => name).join(", ");
  const day = formatListDate(affiliate.acceptedAt ?? affiliate.createdAt, timeZone);
  const amount = availableText(affiliate);
  const { current } = payoutDetails;
  const next = amount !== null && current !== null;
  const texts = [
    programs === "" ? t("strip.noProgram") : t("strip.active", { programs, day }),
    ...(next ? [t("strip.nextPayout", { amount, method: methodName(current.method) })] : []),
  ];
  return (
    <Strip affiliate={affiliate} text={texts.join(" ")}>
      {next && (
        <Button variant="primary" url={`/dashboard/affiliates/payouts/new?affiliates=${affiliate.id}`}>
          {t("strip.pay")}
        </Button>
      )}
    </Strip>
  );
}

/** Amounts above zero that can be paid out. Null without any. */
function availableText({ balances }: AffiliateWire): string | null {
  const due = balances.map(({ available }) => available).filter(({ amount }) => Number(amount) > 0);
  return due.length === 0 ? null : due.map(formatMoney).join(", ");
}
