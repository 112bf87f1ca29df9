import { ActionList, Badge, BlockStack, Button, InlineStack, Link, Popover, Text } from "@shopify/polaris";
import { MenuHorizontalIcon } from "@shopify/polaris-icons";
import { useCallback, useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Folded, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatListDate } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { EndDialog, type Ending } from "../end-dialog.tsx";

type Props = {
  readonly affiliate: Pick<AffiliateWire, "id" | "referralLink">;
  readonly codes: readonly CodeWire[];
  readonly timeZone: string;
};

/** The referral link, and the discount codes that credit the affiliate. */
export function LinksSection({ affiliate, codes, timeZone }: Props) {
  const t = useText("affiliates");
  const tc = useText("codes");
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
        <CodeRow key={one.code} one={one} timeZone={timeZone} />
      ))}
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
  readonly timeZone: string;
};

/** A discount code with its discount, its status and its actions. */
function CodeRow({ one, timeZone }: CodeRowProps) {
  const t = useText("codes");
  const { code, status, gives, endsAt } = one;
  const [isRenaming, setRenaming] = useState(false);
  const { actions, dialog, keep, isBusy, refusal } = useCodeActions(one);
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
            <Badge tone="attention">{t("ofAffiliate.ends", { day: formatListDate(endsAt, timeZone) })}</Badge>
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
      {dialog}
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

const ends = ["pause", "remove", "delete"] as const;

/** Actions on a code, and the dialog before one that ends it. */
function useCodeActions({ code, status }: CodeWire) {
  const t = useText("codes");
  const [asked, setAsked] = useState<(typeof ends)[number] | null>(null);
  const changed = t("ofAffiliate.changed", { code });
  const forms = {
    remove: useCodeForm("remove-code", changed),
    delete: useCodeForm("delete-code", changed),
    pause: useCodeForm("pause-code", changed),
    resume: useCodeForm("resume-code", t("ofAffiliate.resumed", { code })),
  };
  const send = (change: keyof typeof forms, reason = "") =>
    forms[change].fetcher.submit({ intent: `${change}-code`, code, reason }, { method: "post" });
  const keep = () => send("resume");
  const resume: MenuItem = { content: t("ofAffiliate.resume"), onAction: keep };
  const endings = ends.map((end): MenuItem => {
    const item = { content: t(`ofAffiliate.${end}`), onAction: () => setAsked(end) };
    return end === "pause" ? item : { ...item, destructive: true };
  });
  const ending: Ending | null = asked && {
    title: t(`ofAffiliate.${asked}Title`, { code }),
    message: t(`ofAffiliate.${asked}Message`),
    confirmLabel: t(`ofAffiliate.${asked}`),
    destructive: asked !== "pause",
    needsNotice: true,
    onEnd: (reason) => send(asked, reason),
  };
  const all = Object.values(forms);
  return {
    actions: status === "active" ? endings : [resume, ...endings.slice(1)],
    dialog: ending && <EndDialog ending={ending} onClose={() => setAsked(null)} />,
    keep,
    isBusy: all.some((form) => form.isBusy),
    refusal: all.map((form) => form.refusal).find((found) => found !== null) ?? null,
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
