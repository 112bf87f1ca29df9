import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { programListQuery } from "#app/contracts/program.ts";
import { programToWire } from "#app/contracts/program-to-wire.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { ProgramsPage } from "#app/ui/admin/programs/programs-page.tsx";

export const meta: MetaFunction = () => [{ title: "Affiliate Programs" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, programListQuery);
  const { programs, total } = await readPrograms(shop, query);
  return {
    programs: programs.map(programToWire),
    pagination: { page: query.page, limit: query.limit, total },
    timeZone: shop.timeZone,
    notice: new URL(request.url).searchParams.has("deleted") ? "Program deleted" : null,
  };
}

export default function Programs() {
  return <ProgramsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Affiliate Programs" message="Failed to fetch programs" />;
}
