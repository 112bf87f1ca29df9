import { BlockStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { affiliateLinkPath, type LinkPlaces } from "#app/domain/affiliate-link.ts";
import { readStoreTarget, targetFaultText } from "#app/domain/store-target.ts";
import { CopyButton } from "../copy-button.tsx";

type Props = { code: string; places: LinkPlaces };

/** Any page of the store, pasted, becomes a link at once; nothing is kept. */
export function DeepLinkMaker({ code, places }: Props) {
  const [address, setAddress] = useState("");
  const { storeRoot, shopDomain, appUrl } = places;
  const read = readStoreTarget(address, { root: storeRoot, domain: shopDomain });
  const isTyped = address.trim() !== "";
  const link = "path" in read ? `${appUrl}${affiliateLinkPath(code, shopDomain, read.path)}` : "";
  return (
    <BlockStack gap="300">
      <TextField
        id="deep-link-address"
        label="Page of the store"
        value={address}
        onChange={setAddress}
        autoComplete="off"
        maxLength={2000}
        placeholder={`${storeRoot}products/…`}
        helpText="Paste the address of any page: the link to it appears below."
        {...(isTyped && "fault" in read && { error: targetFaultText(read.fault) })}
      />
      {isTyped && link !== "" && (
        <TextField
          label="Link to this page"
          value={link}
          readOnly
          autoComplete="off"
          connectedRight={<CopyButton text={link} label="Copy link to this page" />}
        />
      )}
      <Text as="p" tone="subdued">
        A link made here counts for the referral code. Make a link of its own to see its clicks apart.
      </Text>
    </BlockStack>
  );
}
