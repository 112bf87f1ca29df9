import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readStatementMonths } from "#app/flows/affiliates/read-statement-months.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { answered } from "#app/http/respond.ts";
import { OwnStatementsPage } from "#app/ui/portal/own-statements-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("statements.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, affiliate } = await requireAffiliate(request);
  return { months: answered(await readStatementMonths(shop, affiliate.affiliateId, requestTime())) };
}

export default function OwnStatements() {
  return <OwnStatementsPage {...useLoaderData<typeof loader>()} />;
}
