import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, DropZone, InlineError, InlineStack, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import { mostLogoBytes } from "#app/domain/logo-image.ts";
import { Section } from "../../../shared/detail-page.tsx";
import type { FormRefusal } from "../../../shared/field-errors.ts";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";

type Answer =
  { readonly ok: true; readonly done: "uploaded" | "removed" } | ({ readonly ok: false } & FormRefusal);

type Props = {
  readonly name: string;
  /** Address of the uploaded logo. */
  readonly logo: string | null;
};

/** Settings ▸ Affiliate portal: the logo on the join page, in the portal, and in emails. */
export function PortalSettingsPage({ name, logo }: Props) {
  const fetcher = useFetcher<Answer>();
  const { data } = fetcher;
  const isBusy = fetcher.state !== "idle";
  useAnswerToast(data, doneText);
  const [isTooLarge, setTooLarge] = useState(false);
  const refused = data?.ok === false && !isBusy ? data.message : null;
  const error = isTooLarge ? "The logo must be at most 1 MB." : refused;
  function upload(files: File[]) {
    const [file] = files;
    if (!file) return;
    // The server stops reading a file that is far too large, so the browser may never get its answer.
    setTooLarge(file.size > mostLogoBytes);
    if (file.size > mostLogoBytes) return;
    const form = new FormData();
    form.set("file", file);
    fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  }
  return (
    <Page title="Affiliate portal" backAction={{ content: "Settings", url: "/dashboard/settings" }}>
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
          {error !== null && (
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
    </Page>
  );
}

/** A dark logo without a background of its own stays visible in the dark theme. */
const logoStyle = {
  maxHeight: 64,
  maxWidth: "100%",
  objectFit: "contain",
  alignSelf: "start",
  background: "#fff",
  borderRadius: "var(--p-border-radius-100)",
} as const;

const doneText = ({ done }: { readonly done: "uploaded" | "removed" }) =>
  done === "uploaded" ? "Logo uploaded" : "Logo removed";
