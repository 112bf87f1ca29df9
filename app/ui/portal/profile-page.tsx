import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Page, Text } from "@shopify/polaris";
import { type ReactNode } from "react";
import type { ownProfileForm, OwnProfileWire } from "#app/contracts/portal.ts";
import { Section } from "../shared/detail-page.tsx";
import { bannerMessage, type FormRefusal } from "../shared/error-banner.tsx";
import { FormTextField } from "../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../shared/form/use-app-form.ts";
import { useText } from "../texts/use-text.ts";
import { OwnErrorBanner } from "./own-error-banner.tsx";

type ProfileAnswer =
  { readonly ok: true; readonly intent: "name" | "email" } | ({ readonly ok: false } & FormRefusal);
type Props = OwnProfileWire & { readonly answer: ProfileAnswer | null };

/** The affiliate's name and email, and a button to sign out everywhere. */
export function ProfilePage({ name, email, newEmail, answer }: Props) {
  const t = useText("home");
  const refusal = answer?.ok === false ? answer : null;
  return (
    <main>
      <Page title={t("nav.profile")} backAction={{ content: t("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          <OwnErrorBanner message={bannerMessage(refusal, ["name", "email"])} answer={refusal} />
          {answer?.ok && answer.intent === "name" && <Banner tone="success">{t("profile.saved")}</Banner>}
          <Section title={t("profile.name")}>
            {/* A new key after saving resets the form to the saved name. */}
            <FieldForm key={name} intent="name" value={name} refusal={refusal} button={t("profile.save")} />
          </Section>
          <Section title={t("profile.email")}>
            <Text as="p">{t("profile.present", { email })}</Text>
            {newEmail !== null && <Banner tone="info">{t("profile.sent", { email: newEmail })}</Banner>}
            <FieldForm
              key={newEmail ?? ""}
              intent="email"
              value=""
              refusal={refusal}
              button={t("profile.sendLink")}
            />
          </Section>
          <Section title={t("profile.sessions")}>
            <IntentForm intent="sign-out-everywhere">
              <BlockStack gap="300">
                <Text as="p">{t("profile.sessionsHelp")}</Text>
                <InlineStack>
                  <Button submit>{t("profile.signOutEverywhere")}</Button>
                </InlineStack>
              </BlockStack>
            </IntentForm>
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function IntentForm({ intent, id, children }: { intent: string; id?: string; children: ReactNode }) {
  return (
    <Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

type FieldProps = {
  readonly intent: "name" | "email";
  readonly value: string;
  readonly refusal: FormRefusal | null;
  readonly button: string;
};

function FieldForm({ intent, value, refusal, button }: FieldProps) {
  const t = useText("home");
  const defaultValue: Partial<Record<typeof intent, string>> = { [intent]: value };
  const { id, fields } = useAppForm({
    id: `profile-${intent}`,
    defaultValue: defaultValue satisfies FieldsOf<typeof ownProfileForm>,
    answer: refusal,
  });
  const field = fields[intent];
  const isBusy = useNavigation().state !== "idle";
  return (
    <IntentForm intent={intent} id={id}>
      <BlockStack gap="300">
        {field && (
          <FormTextField
            field={field}
            label={intent === "name" ? t("profile.nameLabel") : t("profile.newEmail")}
            type={intent === "email" ? "email" : "text"}
            autoComplete={intent}
          />
        )}
        <InlineStack>
          <Button submit loading={isBusy}>
            {button}
          </Button>
        </InlineStack>
      </BlockStack>
    </IntentForm>
  );
}
