import { BlockStack, Text, TextField } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { CopyButton } from "../copy-button.tsx";
import type { LinkTexts } from "./link-texts.ts";

const kinds = ["short", "direct", "discount"] as const;

type Props = {
  forms: LinkWire["forms"];
  texts: LinkTexts;
  /** Copies a text, and says so. */
  Copy?: typeof CopyButton;
};

/** The ways in which a link can be written, each to be copied. */
export function LinkFormList({ forms, texts, Copy = CopyButton }: Props) {
  return (
    <BlockStack gap="300">
      {kinds.map((kind) => {
        const address = forms[kind];
        if (address === null) return null;
        const { label, help, copy } = texts.forms[kind];
        return (
          <TextField
            key={kind}
            label={label}
            value={address}
            readOnly
            autoComplete="off"
            helpText={help}
            connectedRight={<Copy text={address} label={copy} />}
          />
        );
      })}
      <Text as="p" tone="subdued">
        {texts.formsHelp}
      </Text>
    </BlockStack>
  );
}
