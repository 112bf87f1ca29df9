import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack, Page, TextField } from "@shopify/polaris";
import { useRef, useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven, type FormRefusal } from "../../shared/field-errors.ts";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { InvitationLink, NoMailServerBanner } from "./invitation-link.tsx";
import { ProgramChoice, type ProgramOption } from "./program-choice.tsx";

type InvitePageProps = {
  programs: readonly ProgramOption[];
  refusal: FormRefusal | null;
  /** False where no email server is set up. */
  canEmail: boolean;
  /** Who was invited just now by a link that the merchant sends. */
  invited: { readonly id: string; readonly name: string; readonly link: string } | null;
};

const list = { content: "Affiliates", url: "/dashboard/affiliates" };
const names = ["name", "email", "referralCode", "note", "programIds"];
const empty = { name: "", email: "", referralCode: "", note: "" };

/** Invites an affiliate by email, or by a link to copy. */
export function InvitePage({ invited, ...form }: InvitePageProps) {
  if (invited === null) return <InviteForm {...form} />;
  return (
    <Page title="Invite Affiliate" backAction={list} narrowWidth>
      <InvitationLink name={invited.name} link={invited.link}>
        <InlineStack align="end">
          <Button url={`/dashboard/affiliates/${invited.id}`}>View affiliate</Button>
        </InlineStack>
      </InvitationLink>
    </Page>
  );
}

function InviteForm({ programs, refusal, canEmail }: Omit<InvitePageProps, "invited">) {
  const [values, setValues] = useState(() => textsGiven(refusal, empty));
  const active = programs.filter((program) => program.status === "active");
  const [programIds, setProgramIds] = useState(() =>
    refusal?.given ? [refusal.given["programIds"] ?? []].flat() : active.map((program) => program.id),
  );
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const isTyped = Object.values(values).some((text) => text !== "");

  function field(name: keyof typeof empty) {
    const error = fieldError(refusal, name);
    return {
      id: `invite-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      ...(error !== undefined && { error }),
    };
  }

  return (
    <Page
      title="Invite Affiliate"
      backAction={list}
      narrowWidth
      secondaryActions={[{ content: "Invite from CSV", url: "/dashboard/affiliates/invite/many" }]}
    >
      <Card>
        <Form method="post" ref={form} noValidate>
          <BlockStack gap="400">
            <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
            {!canEmail && <NoMailServerBanner />}
            <FormLayout>
              <TextField
                {...field("name")}
                label="Name"
                autoComplete="off"
                maxLength={120}
                requiredIndicator
              />
              <TextField
                {...field("email")}
                label="E-mail"
                type="email"
                autoComplete="off"
                maxLength={254}
                requiredIndicator
                helpText={
                  canEmail
                    ? "The invitation is sent there. Its link holds for 14 days."
                    : "The affiliate signs in with this address."
                }
              />
              <TextField
                {...field("referralCode")}
                label="Referral code"
                autoComplete="off"
                maxLength={32}
                helpText="Part of the affiliate's link. Leave it empty and one is made from the name."
              />
              <ProgramChoice
                programs={programs}
                selected={programIds}
                onChange={setProgramIds}
                error={fieldError(refusal, "programIds")}
              />
              <TextField
                {...field("note")}
                label="Note"
                autoComplete="off"
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
          <UnsavedGuard
            isDirty={isTyped}
            isBusy={busy}
            onSave={() => form.current?.requestSubmit()}
            onDiscard={() => setValues(empty)}
          />
        </Form>
      </Card>
    </Page>
  );
}
