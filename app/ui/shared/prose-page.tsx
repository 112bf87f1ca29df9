import { BlockStack, Link, Text } from "@shopify/polaris";

export type ProseSection = {
  readonly heading: string;
  readonly text: readonly string[];
  /** Fragment that other pages link to, as in /privacy#contact. */
  readonly id?: string;
  /** Below the text. */
  readonly link?: { readonly text: string; readonly url: string } | null;
};

/** A text page: title, lead and sections. */
export function ProsePage({ title, sections }: { title: string; sections: readonly ProseSection[] }) {
  return (
    <main className="prose">
      <BlockStack gap="600">
        <Text as="h1" variant="heading2xl">
          {title}
        </Text>
        {sections.map(({ heading, text, id, link }) => (
          <BlockStack key={heading} gap="200" {...(id !== undefined && { id })}>
            <Text as="h2" variant="headingMd">
              {heading}
            </Text>
            {text.map((paragraph) => (
              <Text key={paragraph} as="p">
                {paragraph}
              </Text>
            ))}
            {link && (
              <Text as="p">
                <Link url={link.url}>{link.text}</Link>
              </Text>
            )}
          </BlockStack>
        ))}
      </BlockStack>
    </main>
  );
}
