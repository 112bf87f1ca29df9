import { BlockStack, Button, DropZone, InlineError, InlineStack, Text } from "@shopify/polaris";
import { mostLogoBytes } from "#app/domain/logo-image.ts";
import { frameText } from "../../../shared/frame/frame-text.ts";
import { AppPage } from "../../../shared/frame/app-page.tsx";
import { Section } from "../../../shared/detail-page.tsx";
import type { FormAnswer } from "../../../shared/error-banner.tsx";
import { useFileUpload } from "../../../shared/form/use-file-upload.ts";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";

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
    tooLarge: "The logo must be at most 1 MB.",
  });
  useAnswerToast(answer, doneText);
  return (
    <AppPage title={frameText("pages.portal")}>
      <Section title="Logo">
        {logo === null ? (
          <Text as="p">Affiliates see your store&apos;s name: {name}.</Text>
        ) : (
          <img src={logo} alt={`Logo of ${name}`} style={logoStyle} />
        )}
        <BlockStack gap="200">
          <DropZone
            id="logo"
            label={logo === null ? "Upload a logo" : "Replace the logo"}
            accept="image/png,image/jpeg,image/webp"
            allowMultiple={false}
            disabled={isBusy}
            onDrop={upload}
          >
            <DropZone.FileUpload actionTitle="Add image" actionHint="PNG, JPEG, or WebP up to 1 MB" />
          </DropZone>
          {error !== undefined && (
            <div role="alert">
              <InlineError message={error} fieldID="logo" />
            </div>
          )}
          <Text as="p" tone="subdued">
            Shown on the join page, in the portal, and in emails.
          </Text>
        </BlockStack>
        {logo !== null && (
          <InlineStack>
            <Button
              tone="critical"
              loading={isBusy}
              onClick={() => fetcher.submit({ intent: "remove" }, { method: "post" })}
            >
              Remove logo
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

const doneText = ({ done }: LogoAnswer) => (done === "uploaded" ? "Logo uploaded" : "Logo removed");
