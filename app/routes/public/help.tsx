import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link, Text } from "@shopify/polaris";
import { helpEntries } from "#app/http/help-pages.server.ts";
import { help } from "#app/i18n/en/admin/help.ts";
import { merchantText, provideTexts, useText } from "#app/ui/texts/use-text.ts";

provideTexts({ help });

export const meta: MetaFunction = () => [{ title: merchantText("help")("title") }];

export function loader() {
  return { entries: helpEntries };
}

/** The contents of the help pages. */
export default function Help() {
  const { entries } = useLoaderData<typeof loader>();
  const t = useText("help");
  return (
    <main className="prose">
      <Text as="h1" variant="heading2xl">
        {t("title")}
      </Text>
      <ul className="prose-text">
        {entries.map(({ name, title }) => (
          <li key={name}>
            <Link url={`/help/${name}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
