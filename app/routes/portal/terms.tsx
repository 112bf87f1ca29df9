import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { customTermsWords } from "#app/http/terms-words.server.ts";
import { CustomTermsPage } from "#app/ui/portal/custom-terms-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "terms", (t) => t("page.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireAffiliate(request);
  return { programs: await customTermsWords(request, context) };
}

export default function CustomTerms() {
  return <CustomTermsPage {...useLoaderData<typeof loader>()} />;
}
