import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { type InviteData, InviteFields, type Invited, inviteUrl, useInviteForm } from "./invite-form.tsx";

provideTexts({ affiliates });

type Props = InviteData & { refusal: FormRefusal | null; invited: Invited | null };

const listUrl = "/dashboard/affiliates";

/** Invites an affiliate by email, or by a link to copy. */
export function InvitePage({ invited, refusal, ...data }: Props) {
  const t = useText("affiliates");
  const list = { content: t("list.title"), url: listUrl };
  if (invited === null) return <InviteForm data={data} refusal={refusal} />;
  return (
    <AppPage title={t("invite.title")} backAction={list} narrowWidth>
      <Section title={t("invite.linkFor", { name: invited.name })}>
        <InvitationLink link={invited.link} />
        <InlineStack align="end">
          <Button url={`${listUrl}/${invited.id}`}>{t("invite.view")}</Button>
        </InlineStack>
      </Section>
    </AppPage>
  );
}

function InviteForm({ data, refusal }: { data: InviteData; refusal: FormRefusal | null }) {
  const t = useText("affiliates");
  const { id, fields, values, banner, discard, submit } = useInviteForm(data, refusal);
  const isBusy = useNavigation().state !== "idle";
  const { programIds, ...texts } = values;
  return (
    <AppPage
      title={t("invite.title")}
      backAction={{ content: t("list.title"), url: listUrl }}
      narrowWidth
      secondaryActions={[{ content: t("invite.csv"), url: `${inviteUrl}/many` }]}
    >
      <Card>
        <Form method="post" id={id} noValidate>
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            <InviteFields {...data} fields={fields} chosen={programIds} />
            <InlineStack align="end" gap="200">
              <Button url={listUrl}>{t("invite.cancel")}</Button>
              <Button submit variant="primary" loading={isBusy}>
                {data.canEmail ? t("invite.send") : t("invite.createLink")}
              </Button>
            </InlineStack>
          </BlockStack>
          <AppSaveBar
            isDirty={Object.values(texts).some((text) => text !== "")}
            isBusy={isBusy}
            onSave={submit}
            onDiscard={discard}
          />
        </Form>
      </Card>
    </AppPage>
  );
}
