import {
  Banner,
  BlockStack,
  Button,
  FormLayout,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useCallback, useState } from "react";
import { CopyButton } from "../../shared/copy-button.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { useSettingsForm } from "./settings-answer.ts";

const scopes = [
  { label: "Read only", value: "read" },
  { label: "Read and write", value: "write" },
];

/** Makes an API key and shows it, this once. */
export function MakeKeyForm() {
  const [keyName, setKeyName] = useState("");
  const [scope, setScope] = useState("read");
  const onDone = useCallback(() => setKeyName(""), []);
  const { fetcher, answer, refusal, isBusy } = useSettingsForm("make-key", onDone);
  const nameError = fieldError(refusal, "keyName");
  return (
    <BlockStack gap="400">
      {answer?.ok === true && answer.intent === "make-key" && <NewKey text={answer.text} />}
      <ErrorBanner message={bannerMessage(refusal, ["keyName", "scope"])} answer={refusal} />
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="make-key" />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label="Key name"
              name="keyName"
              value={keyName}
              onChange={setKeyName}
              autoComplete="off"
              maxLength={80}
              placeholder="Accounting export"
              {...(nameError !== undefined && { error: nameError })}
            />
            <Select label="It may" name="scope" options={scopes} value={scope} onChange={setScope} />
          </FormLayout.Group>
          <Button submit loading={isBusy}>
            Create API key
          </Button>
        </FormLayout>
      </fetcher.Form>
    </BlockStack>
  );
}

function NewKey({ text }: { text: string }) {
  return (
    <Banner tone="success" title="API key created">
      <BlockStack gap="200">
        <p>Copy it now: it is not shown again.</p>
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" breakWord>
            <code>{text}</code>
          </Text>
          <CopyButton text={text} label="Copy key" />
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}
