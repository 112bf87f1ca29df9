import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { ownTermsWords } from "#app/http/terms-words.server.ts";
import { OwnTermsPage } from "#app/ui/portal/own-terms-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "terms", (t) => t("page.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireAffiliate(request);
  return { programs: await ownTermsWords(request, context) };
}

export default function OwnTerms() {
  return <OwnTermsPage {...useLoaderData<typeof loader>()} />;
}
