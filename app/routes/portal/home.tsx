import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { homeOf } from "#app/http/portal-pages.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { HomePage } from "#app/ui/portal/home-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "home", (t) => t("nav.home"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  return await homeOf(await requireAffiliate(request));
}

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />;
}
