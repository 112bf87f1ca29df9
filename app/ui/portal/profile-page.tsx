import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Page, Text, TextField } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import type { OwnProfileWire } from "#app/contracts/own-profile.ts";
import { Section } from "../shared/detail-page.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../shared/field-errors.ts";
import { useText } from "../texts/use-text.ts";

type Answer =
  { readonly ok: true; readonly intent: "name" | "email" } | ({ readonly ok: false } & FormRefusal);
type Props = OwnProfileWire & { readonly answer: Answer | null };

/** The affiliate's name and email, and the end of all their sessions. */
export function ProfilePage({ name, email, newEmail, answer }: Props) {
  const t = useText("home");
  const refusal = answer?.ok === false ? answer : null;
  return (
    <main>
      <Page title={t("nav.profile")} backAction={{ content: t("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          <ErrorBanner message={bannerMessage(refusal, ["name", "email"])} answer={refusal} />
          {answer?.ok && answer.intent === "name" && <Banner tone="success">{t("profile.saved")}</Banner>}
          <Section title={t("profile.name")}>
            {/* The saved name begins a new form. */}
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

function IntentForm({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <Form method="post" noValidate>
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
  const [values, setValues] = useState(() => textsGiven(refusal, { [intent]: value }));
  const isBusy = useNavigation().state !== "idle";
  const error = fieldError(refusal, intent);
  return (
    <IntentForm intent={intent}>
      <BlockStack gap="300">
        <TextField
          id={`profile-${intent}`}
          name={intent}
          label={intent === "name" ? t("profile.nameLabel") : t("profile.newEmail")}
          type={intent === "email" ? "email" : "text"}
          value={values[intent] ?? ""}
          onChange={(text) => setValues({ [intent]: text })}
          autoComplete={intent}
          {...(error !== undefined && { error })}
        />
        <InlineStack>
          <Button submit loading={isBusy}>
            {button}
          </Button>
        </InlineStack>
      </BlockStack>
    </IntentForm>
  );
}
