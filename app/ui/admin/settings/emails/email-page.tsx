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
import { notifications } from "#app/i18n/en/admin/notifications.ts";
import { frameText } from "../../../shared/frame/frame-text.ts";
import { AppPage } from "../../../shared/frame/app-page.tsx";
import { AppSaveBar } from "../../../shared/frame/app-save-bar.tsx";
import { useConfirm } from "../../../shared/confirm-modal.tsx";
import { Section } from "../../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../../shared/error-banner.tsx";
import { FormTextField } from "../../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../../shared/form/use-app-form.ts";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";
import { merchantText, provideTexts } from "../../../texts/use-text.ts";
import { isSwitchable, switchedText } from "./emails-page.tsx";

provideTexts({ notifications });
const t = merchantText("notifications");

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
            { content: t("turn.off"), disabled: switching.state !== "idle", onAction: () => turn(false) },
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
              action: {
                content: t("turn.on"),
                loading: switching.state !== "idle",
                onAction: () => turn(true),
              },
            })}
          >
            {t("email.off")}
          </Banner>
        )}
        {!text.fits && <Banner tone="warning">{t("email.outdated")}</Banner>}
        {email.texts.length > 1 && (
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <InlineStack gap="200">
              {email.texts.map((one) => (
                <Button
                  key={one.language}
                  url={`/dashboard/settings/notifications/${email.id}?language=${one.language}`}
                  variant={one.language === language ? "secondary" : "tertiary"}
                  accessibilityLabel={
                    one.language === language
                      ? t("email.language", { language: languageNames[one.language] })
                      : languageNames[one.language]
                  }
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

const doneText = (done: EmailTextAnswer & { readonly ok: true }) => t(`done.${done.intent}`);

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
      title: t("email.resetTitle"),
      message: t("email.resetText"),
      confirmLabel: t("email.reset"),
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
            <Section title={t("email.text")}>
              <ErrorBanner {...banner} />
              <FormLayout>
                <FormTextField field={fields.subject} label={t("email.subject")} maxLength={200} />
                <FormTextField
                  field={fields.body}
                  label={t("email.body")}
                  multiline={10}
                  maxLength={10_000}
                  helpText={t("email.bodyHelp", { button: text.button })}
                />
              </FormLayout>
              <InlineStack align="space-between" gap="200">
                <Button
                  onClick={reset}
                  disabled={text.custom === null || other.state !== "idle"}
                  variant="plain"
                >
                  {t("email.reset")}
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
          <Section title={t("email.variables")}>
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
            <Section title={t("email.defaultText")}>
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
    <Section title={t("email.preview")}>
      <InlineStack align="space-between" gap="200">
        <Button onClick={onUpdate} loading={isBusy}>
          {t("email.update")}
        </Button>
        <Button variant="plain" onClick={() => setPlain(!isPlain)}>
          {t(isPlain ? "email.html" : "email.plain")}
        </Button>
      </InlineStack>
      <Text as="p" fontWeight="semibold" breakWord>
        {preview.subject}
      </Text>
      {isPlain ? (
        <pre style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere", margin: 0 }}>{preview.text}</pre>
      ) : (
        <iframe
          title={t("email.frame")}
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
    <Section title={t("email.test")}>
      {testTo.length === 0 ? (
        <Text as="p">{t("email.noAddress")}</Text>
      ) : (
        <InlineStack gap="200" blockAlign="end">
          <Select
            label={t("email.to")}
            options={testTo.map(({ value, email }) => ({ value, label: email }))}
            value={to}
            onChange={setTo}
          />
          <Button onClick={() => onSend(to)} loading={isBusy}>
            {t("email.send")}
          </Button>
        </InlineStack>
      )}
    </Section>
  );
}
