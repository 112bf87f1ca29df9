import { BlockStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { affiliateLinkPath, type LinkPlaces } from "#app/domain/affiliate-link.ts";
import { readStoreTarget } from "#app/domain/store-target.ts";
import { useText } from "../texts/use-text.ts";
import { OwnCopyButton } from "./own-copy-button.tsx";

type Props = { code: string; places: LinkPlaces };

/** Any page of the store, pasted, becomes a link at once; nothing is kept. */
export function DeepLinkMaker({ code, places }: Props) {
  const t = useText("portal");
  const [address, setAddress] = useState("");
  const { storeRoot, shopDomain, appUrl } = places;
  const read = readStoreTarget(address, { root: storeRoot, domain: shopDomain });
  const isTyped = address.trim() !== "";
  const link = "path" in read ? `${appUrl}${affiliateLinkPath(code, shopDomain, read.path)}` : "";
  return (
    <BlockStack gap="300">
      <TextField
        id="deep-link-address"
        label={t("links.fields.page")}
        value={address}
        onChange={setAddress}
        autoComplete="off"
        maxLength={2000}
        placeholder={`${storeRoot}products/…`}
        helpText={t("links.deep.help")}
        {...(isTyped && "fault" in read && { error: t(`links.deep.fault.${read.fault}`) })}
      />
      {isTyped && link !== "" && (
        <TextField
          label={t("links.deep.link")}
          value={link}
          readOnly
          autoComplete="off"
          connectedRight={<OwnCopyButton text={link} label={t("links.deep.copy")} />}
        />
      )}
      <Text as="p" tone="subdued">
        {t("links.deep.note")}
      </Text>
    </BlockStack>
  );
}
