import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack } from "@shopify/polaris";
import type { inviteForm } from "#app/contracts/affiliate.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { InvitationLink, NoEmailServerBanner } from "./invitation-link.tsx";
import { ProgramChoice, type ProgramOption } from "./program-choice.tsx";

type InvitePageProps = {
  programs: readonly ProgramOption[];
  refusal: FormRefusal | null;
  /** False where no email server is set up. */
  canEmail: boolean;
  /** The affiliate invited just now, with the link for the merchant to send. */
  invited: { readonly id: string; readonly name: string; readonly link: string } | null;
};

const list = { content: "Affiliates", url: "/dashboard/affiliates" };

/** Invites an affiliate by email, or by a link to copy. */
export function InvitePage({ invited, ...form }: InvitePageProps) {
  if (invited === null) return <InviteForm {...form} />;
  return (
    <AppPage title="Invite Affiliate" backAction={list} narrowWidth>
      <InvitationLink name={invited.name} link={invited.link}>
        <InlineStack align="end">
          <Button url={`/dashboard/affiliates/${invited.id}`}>View affiliate</Button>
        </InlineStack>
      </InvitationLink>
    </AppPage>
  );
}

function InviteForm({ programs, refusal, canEmail }: Omit<InvitePageProps, "invited">) {
  const active = programs.filter((program) => program.status === "active");
  const { id, fields, values, banner, discard, submit } = useAppForm({
    id: "invite",
    defaultValue: {
      name: "",
      email: "",
      referralCode: "",
      note: "",
      programIds: active.map((program) => program.id),
    } satisfies FieldsOf<typeof inviteForm>,
    answer: refusal,
  });
  const busy = useNavigation().state !== "idle";
  const { programIds: _chosen, ...texts } = values;

  return (
    <AppPage
      title="Invite Affiliate"
      backAction={list}
      narrowWidth
      secondaryActions={[{ content: "Invite from CSV", url: "/dashboard/affiliates/invite/many" }]}
    >
      <Card>
        <Form method="post" id={id} noValidate>
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            {!canEmail && <NoEmailServerBanner />}
            <FormLayout>
              <FormTextField field={fields.name} label="Name" maxLength={120} requiredIndicator />
              <FormTextField
                field={fields.email}
                label="E-mail"
                type="email"
                maxLength={254}
                requiredIndicator
                helpText={
                  canEmail
                    ? "The invitation is sent there. Its link holds for 14 days."
                    : "The affiliate signs in with this address."
                }
              />
              <FormTextField
                field={fields.referralCode}
                label="Referral code"
                maxLength={32}
                helpText="Part of the affiliate's link. Leave it empty and one is made from the name."
              />
              <ProgramChoice programs={programs} field={fields.programIds} />
              <FormTextField
                field={fields.note}
                label="Note"
                multiline={3}
                maxLength={2000}
                helpText="Only you and your staff see it."
              />
            </FormLayout>
            <InlineStack align="end" gap="200">
              <Button url={list.url}>Cancel</Button>
              <Button submit variant="primary" loading={busy}>
                {canEmail ? "Send invitation" : "Create link"}
              </Button>
            </InlineStack>
          </BlockStack>
          <AppSaveBar
            isDirty={Object.values(texts).some((text) => text !== "")}
            isBusy={busy}
            onSave={submit}
            onDiscard={discard}
          />
        </Form>
      </Card>
    </AppPage>
  );
}
