import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, DropZone, InlineStack, Page, Text } from "@shopify/polaris";
import { Section } from "../../../shared/detail-page.tsx";
import { ErrorBanner } from "../../../shared/error-banner.tsx";
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
  function upload(files: File[]) {
    const [file] = files;
    if (!file) return;
    const form = new FormData();
    form.set("file", file);
    fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  }
  return (
    <Page title="Affiliate portal" backAction={{ content: "Settings", url: "/dashboard/settings" }}>
      <Section title="Logo">
        <ErrorBanner message={data?.ok === false ? data.message : null} answer={data} />
        {logo === null ? (
          <Text as="p">Affiliates see your store&apos;s name: {name}.</Text>
        ) : (
          <img
            src={logo}
            alt={`Logo of ${name}`}
            style={{ maxHeight: 64, maxWidth: "100%", objectFit: "contain", alignSelf: "start" }}
          />
        )}
        <BlockStack gap="200">
          <DropZone
            label={logo === null ? "Upload a logo" : "Replace the logo"}
            accept="image/png,image/jpeg,image/webp"
            allowMultiple={false}
            disabled={isBusy}
            onDrop={upload}
          >
            <DropZone.FileUpload actionTitle="Add image" actionHint="PNG, JPEG, or WebP up to 1 MB" />
          </DropZone>
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

const doneText = ({ done }: { readonly done: "uploaded" | "removed" }) =>
  done === "uploaded" ? "Logo uploaded" : "Logo removed";
