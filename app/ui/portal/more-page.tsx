import { BlockStack, Button, Link, Page, Text } from "@shopify/polaris";
import { mailLink, TaggedText } from "../texts/tagged-text.tsx";
import { Section } from "../shared/detail-page.tsx";
import { useText } from "../texts/use-text.ts";

const places = [
  { name: "links", url: "/portal/links" },
  { name: "claims", url: "/portal/claims" },
  { name: "statements", url: "/portal/statements" },
  { name: "terms", url: "/portal/terms" },
  { name: "details", url: "/portal/payout-details" },
  { name: "notifications", url: "/portal/notifications" },
  { name: "profile", url: "/portal/profile" },
] as const;

type Props = { readonly shopName: string; readonly contactEmail: string | null };

/** Pages of the portal without a place in its bar, and signing out. */
export function MorePage({ shopName, contactEmail }: Props) {
  const t = useText("home");
  return (
    <main>
      <Page title={t("nav.more")}>
        <Section title={shopName}>
          <BlockStack gap="400">
            <ul className="portal-lines">
              {places.map(({ name, url }) => (
                <li key={name}>
                  <Link url={url}>{t(`nav.${name}`)}</Link>
                </li>
              ))}
            </ul>
            {contactEmail !== null && (
              <Text as="p" tone="subdued">
                <TaggedText text={t("nav.questions", { email: contactEmail })} tags={{ mail: mailLink }} />
              </Text>
            )}
            <form method="post" action="/portal/sign-out">
              <Button submit>{t("nav.signOut")}</Button>
            </form>
          </BlockStack>
        </Section>
      </Page>
    </main>
  );
}
