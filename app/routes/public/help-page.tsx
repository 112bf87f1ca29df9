import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link, Text } from "@shopify/polaris";
import { findHelpPage } from "#app/http/help-pages.server.ts";
import { help } from "#app/i18n/en/admin/help.ts";
import { provideTexts, useText } from "#app/ui/texts/use-text.ts";

provideTexts({ help });

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export function loader({ params }: LoaderFunctionArgs) {
  const page = findHelpPage(params["page"] ?? "");
  if (!page) throw new Response(null, { status: 404 });
  return { title: page.title, html: page.html };
}

/** A help page. */
export default function HelpPage() {
  const { title, html } = useLoaderData<typeof loader>();
  const t = useText("help");
  return (
    <main className="prose">
      <Link url="/help">{t("all")}</Link>
      <Text as="h1" variant="heading2xl">
        {title}
      </Text>
      {/* The text is a document of this repository. */}
      <div className="prose-text" dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}
