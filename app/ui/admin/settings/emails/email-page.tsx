import { Form, useFetcher, useNavigation } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  FormLayout,
  InlineStack,
  Layout,
  Select,
  Text,
} from "@shopify/polaris";
import { useState } from "react";
import type { emailTextForm, EmailWire } from "#app/contracts/emails.ts";
import type { Language } from "#app/domain/languages.ts";
import { languageNames } from "#app/i18n/languages.ts";
import { frameText } from "../../../shared/frame/frame-text.ts";
import { AppPage } from "../../../shared/frame/app-page.tsx";
import { AppSaveBar } from "../../../shared/frame/app-save-bar.tsx";
import { useConfirm } from "../../../shared/confirm-modal.tsx";
import { Section } from "../../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../../shared/error-banner.tsx";
import { FormTextField } from "../../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../../shared/form/use-app-form.ts";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";
import { isSwitchable, switchedText } from "./emails-page.tsx";

type Preview = { readonly subject: string; readonly html: string; readonly text: string };
type EmailTextAnswer =
  | { readonly ok: true; readonly intent: "save" | "reset" | "test" }
  | { readonly ok: true; readonly intent: "preview"; readonly preview: Preview }
  | ({ readonly ok: false } & FormRefusal);

type SwitchAnswer = { readonly ok: true; readonly enabled: boolean } | ({ readonly ok: false } & FormRefusal);

export type EmailPageProps = {
  readonly email: EmailWire;
  readonly language: Language;
  readonly preview: Preview;
  /** Addresses that a test can be sent to. */
  readonly testTo: readonly { readonly value: "me" | "contact"; readonly email: string }[];
  readonly answer: EmailTextAnswer | undefined;
};

/** Settings ▸ Emails ▸ one email: its text in one language next to the default, and a preview. */
export function EmailPage(props: EmailPageProps) {
  const { email, language, answer } = props;
  useAnswerToast(answer, doneText);
  const switching = useFetcher<SwitchAnswer>();
  useAnswerToast(switching.data, switchedText);
  const turn = (enabled: boolean) =>
    switching.submit(
      { kind: email.id, enabled: String(enabled) },
      { method: "post", action: "/dashboard/settings/notifications" },
    );
  const text = email.texts.find((one) => one.language === language) ?? email.texts[0];
  if (!text) return null;
  return (
    <AppPage
      title={email.title}
      subtitle={email.about}
      backAction={{ content: frameText("pages.notifications"), url: "/dashboard/settings/notifications" }}
      {...(isSwitchable(email) &&
        email.enabled && {
          secondaryActions: [
            { content: "Turn off", disabled: switching.state !== "idle", onAction: () => turn(false) },
          ],
        })}
    >
      <BlockStack gap="400">
        {switching.data?.ok === false && (
          <ErrorBanner message={switching.data.message} answer={switching.data} />
        )}
        {!email.enabled && (
          <Banner
            tone="info"
            {...(isSwitchable(email) && {
              action: { content: "Turn on", loading: switching.state !== "idle", onAction: () => turn(true) },
            })}
          >
            This email is turned off.
          </Banner>
        )}
        {!text.fits && (
          <Banner tone="warning">
            Your text has a variable that this email no longer has. The default text is sent until you change
            it.
          </Banner>
        )}
        {email.texts.length > 1 && (
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <InlineStack gap="200">
              {email.texts.map((one) => (
                <Button
                  key={one.language}
                  url={`/dashboard/settings/notifications/${email.id}?language=${one.language}`}
                  variant={one.language === language ? "secondary" : "tertiary"}
                  accessibilityLabel={`${languageNames[one.language]}${one.language === language ? ", selected" : ""}`}
                >
                  {languageNames[one.language]}
                </Button>
              ))}
            </InlineStack>
          </Box>
        )}
        {/* A new key after saving resets the form to the saved values. */}
        <TextForm key={`${language} ${JSON.stringify(text.custom)}`} {...props} text={text} />
      </BlockStack>
    </AppPage>
  );
}

const doneTexts = { save: "Email saved", reset: "Default text restored", test: "Test email sent" } as const;
const doneText = (done: EmailTextAnswer & { readonly ok: true }) =>
  done.intent === "preview" ? "Preview updated" : doneTexts[done.intent];

/** The newer of two answers: the errors of a refused save end when the text is previewed without errors. */
function useLatestAnswer(
  saved: EmailTextAnswer | undefined,
  tried: EmailTextAnswer | undefined,
): EmailTextAnswer | undefined {
  const [latest, setLatest] = useState({ saved, tried, answer: saved });
  if (latest.saved === saved && latest.tried === tried) return latest.answer;
  const answer = latest.tried === tried ? saved : tried;
  setLatest({ saved, tried, answer });
  return answer;
}

function TextForm({
  language,
  preview,
  testTo,
  answer,
  text,
}: EmailPageProps & { readonly text: EmailWire["texts"][number] }) {
  const saved = text.custom ?? text.default;
  const isBusy = useNavigation().state !== "idle";
  const other = useFetcher<EmailTextAnswer>();
  useAnswerToast(other.data, doneText);
  const confirm = useConfirm();
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "email",
    defaultValue: { subject: saved.subject, body: saved.body } satisfies FieldsOf<typeof emailTextForm>,
    answer: useLatestAnswer(answer, other.data),
  });
  const shown = other.data?.ok === true && other.data.intent === "preview" ? other.data.preview : preview;
  const send = (intent: "preview" | "test", more: Readonly<Record<string, string>> = {}) =>
    other.submit({ intent, language, ...values, ...more }, { method: "post" });
  const reset = () =>
    confirm({
      title: "Reset to default?",
      message: "Your own text is deleted.",
      confirmLabel: "Reset to default",
      destructive: true,
      onConfirm: () => other.submit({ intent: "reset", language }, { method: "post" }),
    });
  return (
    <Layout>
      <Layout.Section>
        <BlockStack gap="400">
          <Form method="post" id={id} noValidate>
            <input type="hidden" name="intent" value="save" />
            <input type="hidden" name="language" value={language} />
            <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />
            <Section title="Text">
              <ErrorBanner {...banner} />
              <FormLayout>
                <FormTextField field={fields.subject} label="Subject" maxLength={200} />
                <FormTextField
                  field={fields.body}
                  label="Body"
                  multiline={10}
                  maxLength={10_000}
                  helpText={`Blank lines separate paragraphs. The button "${text.button}" and the footer follow.`}
                />
              </FormLayout>
              <InlineStack align="space-between" gap="200">
                <Button
                  onClick={reset}
                  disabled={text.custom === null || other.state !== "idle"}
                  variant="plain"
                >
                  Reset to default
                </Button>
              </InlineStack>
            </Section>
          </Form>
          <PreviewSection preview={shown} isBusy={other.state !== "idle"} onUpdate={() => send("preview")} />
          <TestSection
            testTo={testTo}
            isBusy={other.state !== "idle"}
            onSend={(to) => send("test", { to })}
          />
        </BlockStack>
      </Layout.Section>
      <Layout.Section variant="oneThird">
        <BlockStack gap="400">
          <Section title="Variables">
            <BlockStack as="ul" gap="300">
              {text.variables.map(({ name, about, sample }) => (
                <li key={name}>
                  <Text as="p" fontWeight="semibold" breakWord>{`{${name}}`}</Text>
                  <Text as="p">{about}</Text>
                  <Text as="p" tone="subdued" breakWord>
                    {sample}
                  </Text>
                </li>
              ))}
            </BlockStack>
          </Section>
          {(text.custom !== null || isDirty) && (
            <Section title="Default text">
              <Text as="p" fontWeight="semibold" breakWord>
                {text.default.subject}
              </Text>
              {text.default.body.split("\n\n").map((paragraph) => (
                <Text key={paragraph} as="p" breakWord>
                  {paragraph}
                </Text>
              ))}
            </Section>
          )}
        </BlockStack>
      </Layout.Section>
    </Layout>
  );
}

type PreviewProps = { readonly preview: Preview; readonly isBusy: boolean; readonly onUpdate: () => void };

function PreviewSection({ preview, isBusy, onUpdate }: PreviewProps) {
  const [isPlain, setPlain] = useState(false);
  return (
    <Section title="Preview">
      <InlineStack align="space-between" gap="200">
        <Button onClick={onUpdate} loading={isBusy}>
          Update preview
        </Button>
        <Button variant="plain" onClick={() => setPlain(!isPlain)}>
          {isPlain ? "Show as HTML" : "Show as plain text"}
        </Button>
      </InlineStack>
      <Text as="p" fontWeight="semibold" breakWord>
        {preview.subject}
      </Text>
      {isPlain ? (
        <pre style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", margin: 0 }}>{preview.text}</pre>
      ) : (
        <iframe
          title="Preview of the email"
          sandbox=""
          srcDoc={preview.html}
          style={{ width: "100%", height: "28rem", border: 0 }}
        />
      )}
    </Section>
  );
}

type TestProps = {
  readonly testTo: EmailPageProps["testTo"];
  readonly isBusy: boolean;
  readonly onSend: (to: string) => void;
};

function TestSection({ testTo, isBusy, onSend }: TestProps) {
  const [to, setTo] = useState<string>(testTo[0]?.value ?? "me");
  return (
    <Section title="Test email">
      {testTo.length === 0 ? (
        <Text as="p">Add a contact email under Settings to send yourself a test.</Text>
      ) : (
        <InlineStack gap="200" blockAlign="end">
          <Select
            label="To"
            options={testTo.map(({ value, email }) => ({ value, label: email }))}
            value={to}
            onChange={setTo}
          />
          <Button onClick={() => onSend(to)} loading={isBusy}>
            Send test email
          </Button>
        </InlineStack>
      )}
    </Section>
  );
}
