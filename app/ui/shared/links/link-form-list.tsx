import { BlockStack, Text, TextField } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { CopyButton } from "../copy-button.tsx";

type Form = { readonly label: string; readonly address: string; readonly help: string };

function formsOf({ short, direct, discount }: LinkWire["forms"]): Form[] {
  return [
    { label: "Short link", address: short, help: "For anywhere. Each click is counted." },
    {
      label: "Direct link",
      address: direct,
      help: "Leads to the page itself, for places that forbid forwarding.",
    },
    ...(discount === null
      ? []
      : [{ label: "Link with discount", address: discount, help: "Puts the code into the cart." }]),
  ];
}

/** The ways in which a link can be written, each to be copied. */
export function LinkFormList({ forms }: { forms: LinkWire["forms"] }) {
  return (
    <BlockStack gap="300">
      {formsOf(forms).map(({ label, address, help }) => (
        <TextField
          key={label}
          label={label}
          value={address}
          readOnly
          autoComplete="off"
          helpText={help}
          connectedRight={<CopyButton text={address} label={`Copy ${label.toLowerCase()}`} />}
        />
      ))}
      <Text as="p" tone="subdued">
        All of them lead to the same page and count for the same affiliate.
      </Text>
    </BlockStack>
  );
}
