import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, Divider, InlineStack, Link, Text } from "@shopify/polaris";
import type { EmailWire } from "#app/contracts/emails.ts";
import { emailGroups } from "#app/domain/emails/kinds.ts";
import { emailWords } from "#app/i18n/en/admin/email-words.ts";
import { notifications } from "#app/i18n/en/admin/notifications.ts";
import { frameText } from "../../../shared/frame/frame-text.ts";
import { AppPage } from "../../../shared/frame/app-page.tsx";
import { Section } from "../../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../../shared/error-banner.tsx";
import { merchantText, provideTexts } from "../../../texts/use-text.ts";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";
provideTexts({ emailWords, notifications });
const words = merchantText("emailWords");
const t = merchantText("notifications");

type Props = {
  readonly emails: readonly EmailWire[];
  readonly contactEmail: string | null;
};

/** Settings ▸ Emails: every email that the app sends, and its switch. */
export function EmailsPage({ emails, contactEmail }: Props) {
  const fetcher = useFetcher<FormAnswer<{ readonly enabled: boolean }>>();
  const { data } = fetcher;
  useAnswerToast(data, switchedText);
  const groups = emailGroups.map((group) => ({
    title: words(`groups.${group}`),
    rows: emails.filter((email) => email.group === group && email.audience === "affiliate"),
  }));
  const own = emails.filter((email) => email.audience === "merchant");
  const titleOf = (id: string) => emails.find((email) => email.id === id)?.title ?? "";
  const change = (id: string, enabled: boolean) =>
    fetcher.submit({ kind: id, enabled: String(enabled) }, { method: "post" });
  return (
    <AppPage title={frameText("pages.notifications")}>
      <BlockStack gap="400">
        {data?.ok === false && <ErrorBanner message={data.message} answer={data} />}
        <Section title={t("you")}>
          <Text as="p" tone="subdued">
            {contactEmail === null ? t("noContact") : t("sentTo", { email: contactEmail })}
          </Text>
          <EmailRows emails={own} titleOf={titleOf} isBusy={fetcher.state !== "idle"} change={change} />
        </Section>
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ title, rows }) => (
            <Section key={title} title={t("affiliates", { group: title.toLowerCase() })}>
              <EmailRows emails={rows} titleOf={titleOf} isBusy={fetcher.state !== "idle"} change={change} />
            </Section>
          ))}
      </BlockStack>
    </AppPage>
  );
}

export const isSwitchable = ({ essential, digestOf }: EmailWire): boolean =>
  essential === null && digestOf === null;

export const switchedText = ({ enabled }: { readonly enabled: boolean }) =>
  t(enabled ? "turned.on" : "turned.off");

type RowsProps = {
  readonly emails: readonly EmailWire[];
  readonly titleOf: (id: string) => string;
  readonly isBusy: boolean;
  readonly change: (id: string, enabled: boolean) => void;
};

function EmailRows({ emails, ...rest }: RowsProps) {
  return (
    <BlockStack gap="300">
      {emails.map((email, index) => (
        <BlockStack key={email.id} gap="300">
          {index > 0 && <Divider />}
          <EmailRow email={email} {...rest} />
        </BlockStack>
      ))}
    </BlockStack>
  );
}

type EmailRowProps = Omit<RowsProps, "emails"> & { readonly email: EmailWire };

function EmailRow({ email, titleOf, isBusy, change }: EmailRowProps) {
  const { id, title, about, enabled, essential, digestOf, texts } = email;
  return (
    <InlineStack align="space-between" blockAlign="center" gap="300" wrap={false}>
      <Box maxWidth="34rem">
        <BlockStack gap="050">
          <InlineStack gap="200" blockAlign="center">
            <Link url={`/dashboard/settings/notifications/${id}`} removeUnderline>
              {title}
            </Link>
            {!enabled && <Badge>{t("isOff")}</Badge>}
            {texts.some((text) => text.custom !== null && text.fits) && (
              <Badge tone="info">{t("edited")}</Badge>
            )}
            {texts.some((text) => !text.fits) && <Badge tone="warning">{t("outdated")}</Badge>}
          </InlineStack>
          <Text as="p" tone="subdued">
            {about}
          </Text>
          {essential !== null && (
            <Text as="p" tone="subdued" variant="bodySm">
              {t("always", { reason: essential })}
            </Text>
          )}
          {digestOf !== null && (
            <Text as="p" tone="subdued" variant="bodySm">
              {t("sharedSwitch", { title: titleOf(digestOf) })}
            </Text>
          )}
        </BlockStack>
      </Box>
      {isSwitchable(email) && (
        <div className="no-break">
          <Button
            disabled={isBusy}
            onClick={() => change(id, !enabled)}
            accessibilityLabel={t(enabled ? "turnOne.off" : "turnOne.on", { title })}
          >
            {t(enabled ? "turn.off" : "turn.on")}
          </Button>
        </div>
      )}
    </InlineStack>
  );
}
