import { ActionList, Badge, BlockStack, Button, InlineStack, Link, Popover, Text } from "@shopify/polaris";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import { useCallback, useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Folded, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatDate } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { NoNoticeSelect } from "../no-notice-select.tsx";

type Props = {
  readonly affiliate: Pick<AffiliateWire, "id" | "referralLink">;
  readonly codes: readonly CodeWire[];
  readonly timeZone: string;
};

/** The referral link, and the discount codes that credit the affiliate. */
export function LinksSection({ affiliate, codes, timeZone }: Props) {
  const t = useText("affiliates");
  const tc = useText("codes");
  const [reason, setReason] = useState("");
  const { id, referralLink } = affiliate;
  return (
    <Section
      title={t("links.title")}
      link={{ content: t("links.create"), url: `/dashboard/affiliates/links/new?affiliate=${id}` }}
    >
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="p" breakWord>
          {referralLink}
        </Text>
        <CopyButton text={referralLink} label={t("links.copy")} />
      </InlineStack>
      {codes.length === 0 && <Text as="p">{tc("ofAffiliate.none")}</Text>}
      {codes.map((one) => (
        <CodeRow key={one.code} one={one} reason={reason} timeZone={timeZone} />
      ))}
      {codes.length > 0 && <NoNoticeSelect value={reason} onChange={setReason} />}
      <Folded title={tc("ofAffiliate.assign")}>
        <AssignForm />
      </Folded>
      <InlineStack gap="400">
        <Link url={`/dashboard/affiliates/links?affiliate=${id}`}>{t("links.all")}</Link>
        <Link url={`/dashboard/affiliates/discounts/new?affiliate=${id}`}>{tc("ofAffiliate.create")}</Link>
      </InlineStack>
    </Section>
  );
}

function AssignForm() {
  const t = useText("codes");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: t("ofAffiliate.assigned"), type: "success" }),
    [addToast, t],
  );
  const { fetcher, answer, isBusy } = useIntent("assign-code", onDone);
  const { id, fields, banner } = useAppForm({
    id: "assign-code",
    defaultValue: { code: "" } satisfies FieldsOf<typeof affiliateForm>,
    answer,
    keeps: [],
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="assign-code" />
      <BlockStack gap="200">
        <ErrorBanner {...banner} />
        <FormTextField
          field={fields.code}
          label={t("ofAffiliate.code")}
          maxLength={255}
          helpText={t("ofAffiliate.assignHelp")}
          connectedRight={
            <Button submit loading={isBusy}>
              {t("ofAffiliate.assignButton")}
            </Button>
          }
        />
      </BlockStack>
    </fetcher.Form>
  );
}

type CodeRowProps = {
  readonly one: CodeWire;
  /** Reason to end codes without notice; empty while they wait for the notice period. */
  readonly reason: string;
  readonly timeZone: string;
};

/** A discount code with its discount, its status and its actions. */
function CodeRow({ one, reason, timeZone }: CodeRowProps) {
  const t = useText("codes");
  const { code, status, gives, endsAt } = one;
  const [isRenaming, setRenaming] = useState(false);
  const { actions, keep, isBusy, refusal } = useCodeActions(one, reason);
  const rename = { content: t("ofAffiliate.rename"), onAction: () => setRenaming(!isRenaming) };
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <InlineStack gap="200" blockAlign="center">
          <code>{code}</code>
          <StatusBadge of="code" state={status} />
          <Text as="span" tone="subdued">
            {status === "missing" ? t("ofAffiliate.missing") : gives}
          </Text>
          {endsAt && (
            <Badge tone="attention">{t("ofAffiliate.ends", { day: formatDate(endsAt, timeZone) })}</Badge>
          )}
        </InlineStack>
        <InlineStack gap="200">
          {endsAt && (
            <Button variant="tertiary" loading={isBusy} onClick={keep}>
              {t("ofAffiliate.keep", { code })}
            </Button>
          )}
          <CopyButton text={code} label={t("ofAffiliate.copy")} spoken={t("ofAffiliate.copyOne", { code })} />
          <CodeMenu
            code={code}
            isBusy={isBusy}
            items={status === "active" ? [rename, ...actions] : actions}
          />
        </InlineStack>
      </InlineStack>
      {isRenaming && <RenameForm code={code} onDone={() => setRenaming(false)} />}
    </BlockStack>
  );
}

type MenuItem = {
  readonly content: string;
  readonly destructive?: boolean;
  readonly onAction: () => void;
};

function CodeMenu({ code, isBusy, items }: { code: string; isBusy: boolean; items: readonly MenuItem[] }) {
  const t = useText("codes");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const button = (
    <Button
      icon={MenuHorizontalIcon}
      accessibilityLabel={t("ofAffiliate.more", { code })}
      loading={isBusy}
      onClick={() => setOpen(!isOpen)}
    />
  );
  return (
    <Popover active={isOpen} activator={button} onClose={close} autofocusTarget="first-node">
      <ActionList actionRole="menuitem" items={[...items]} onActionAnyItem={close} />
    </Popover>
  );
}

/** Actions on a code. Ending one waits for the notice period, or has a reason. */
function useCodeActions({ code, status }: CodeWire, reason: string) {
  const t = useText("codes");
  const confirm = useConfirm();
  const changed = t("ofAffiliate.changed", { code });
  const remove = useCodeForm("remove-code", changed);
  const drop = useCodeForm("delete-code", changed);
  const pause = useCodeForm("pause-code", changed);
  const resume = useCodeForm("resume-code", t("ofAffiliate.resumed", { code }));
  const forms = [remove, drop, pause, resume];
  const send = (form: typeof remove, intent: string) =>
    form.fetcher.submit({ intent, code, reason }, { method: "post" });
  const keep = () => send(resume, "resume-code");
  const askRemove = () =>
    confirm({
      title: t("ofAffiliate.removeTitle", { code }),
      message: t("ofAffiliate.removeMessage"),
      confirmLabel: t("ofAffiliate.remove"),
      destructive: true,
      onConfirm: () => send(remove, "remove-code"),
    });
  const askDelete = () =>
    confirm({
      title: t("ofAffiliate.deleteTitle", { code }),
      message: t("ofAffiliate.deleteMessage"),
      confirmLabel: t("ofAffiliate.delete"),
      destructive: true,
      onConfirm: () => send(drop, "delete-code"),
    });
  const actions: MenuItem[] = [
    status === "active"
      ? { content: t("ofAffiliate.pause"), onAction: () => send(pause, "pause-code") }
      : { content: t("ofAffiliate.resume"), onAction: keep },
    { content: t("ofAffiliate.remove"), destructive: true, onAction: askRemove },
    { content: t("ofAffiliate.delete"), destructive: true, onAction: askDelete },
  ];
  return {
    actions,
    keep,
    isBusy: forms.some((form) => form.isBusy),
    refusal: forms.map((form) => form.refusal).find((found) => found !== null) ?? null,
  };
}

function useCodeForm(intent: string, message: string) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message }), [addToast, message]);
  return useIntent(intent, onDone);
}

function RenameForm({ code, onDone }: { code: string; onDone: () => void }) {
  const t = useText("codes");
  const { addToast } = useUiActions();
  const done = useCallback(() => {
    addToast({ message: t("ofAffiliate.renamed"), type: "success" });
    onDone();
  }, [addToast, onDone, t]);
  const { fetcher, answer, isBusy } = useIntent("rename-code", done);
  const { id, fields, banner } = useAppForm({
    id: `rename-${code}`,
    defaultValue: { newCode: code } satisfies FieldsOf<typeof affiliateForm>,
    answer,
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="rename-code" />
      <input type="hidden" name="code" value={code} />
      <BlockStack gap="200">
        <ErrorBanner {...banner} />
        <FormTextField
          field={fields.newCode}
          label={t("ofAffiliate.newCode", { code })}
          maxLength={64}
          helpText={t("ofAffiliate.newCodeHelp")}
          connectedRight={
            <Button submit loading={isBusy}>
              {t("ofAffiliate.rename")}
            </Button>
          }
        />
      </BlockStack>
    </fetcher.Form>
  );
}
