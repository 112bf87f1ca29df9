import { BlockStack, Button, DropZone, InlineError, InlineStack, Text } from "@shopify/polaris";
import { mostLogoBytes } from "#app/domain/logo-image.ts";
import { settings } from "#app/i18n/en/admin/settings.ts";
import { frameText } from "../../../shared/frame/frame-text.ts";
import { AppPage } from "../../../shared/frame/app-page.tsx";
import { Section } from "../../../shared/detail-page.tsx";
import type { FormAnswer } from "../../../shared/error-banner.tsx";
import { useFileUpload } from "../../../shared/form/use-file-upload.ts";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";
import { merchantText, provideTexts } from "../../../texts/use-text.ts";

provideTexts({ settings });
const t = merchantText("settings");

type LogoAnswer = { readonly done: "uploaded" | "removed" };

type Props = {
  readonly name: string;
  /** Address of the uploaded logo. */
  readonly logo: string | null;
};

/** Settings ▸ Affiliate portal: the logo on the join page, in the portal, and in emails. */
export function PortalSettingsPage({ name, logo }: Props) {
  const { fetcher, answer, upload, isBusy, error } = useFileUpload<FormAnswer<LogoAnswer>>({
    mostBytes: mostLogoBytes,
    tooLarge: t("portal.tooLarge"),
  });
  useAnswerToast(answer, doneText);
  return (
    <AppPage title={frameText("pages.portal")}>
      <Section title={t("portal.logo")}>
        {logo === null ? (
          <Text as="p">{t("portal.none", { name })}</Text>
        ) : (
          <img src={logo} alt={t("portal.alt", { name })} style={logoStyle} />
        )}
        <BlockStack gap="200">
          <DropZone
            id="logo"
            label={logo === null ? t("portal.upload") : t("portal.replace")}
            accept="image/png,image/jpeg,image/webp"
            allowMultiple={false}
            disabled={isBusy}
            onDrop={upload}
          >
            <DropZone.FileUpload actionTitle={t("portal.add")} actionHint={t("portal.hint")} />
          </DropZone>
          {error !== undefined && (
            <div role="alert">
              <InlineError message={error} fieldID="logo" />
            </div>
          )}
          <Text as="p" tone="subdued">
            {t("portal.about")}
          </Text>
        </BlockStack>
        {logo !== null && (
          <InlineStack>
            <Button
              tone="critical"
              loading={isBusy}
              onClick={() => fetcher.submit({ intent: "remove" }, { method: "post" })}
            >
              {t("portal.remove")}
            </Button>
          </InlineStack>
        )}
      </Section>
    </AppPage>
  );
}

/** A light background keeps a transparent dark logo visible in the dark theme. */
const logoStyle = {
  maxHeight: 64,
  maxWidth: "100%",
  objectFit: "contain",
  alignSelf: "start",
  background: "#fff",
  borderRadius: "var(--p-border-radius-100)",
} as const;

const doneText = ({ done }: LogoAnswer) => t(`portal.${done}`);
