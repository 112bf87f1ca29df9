import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { apiCalls } from "#app/contracts/api-calls.ts";
import { openApiDocument } from "#app/contracts/openapi.ts";
import { ApiPage } from "#app/ui/docs/api-page.tsx";
import { callsOf, type DocumentedCall } from "#app/ui/docs/documented-calls.ts";

export const meta: MetaFunction = () => [{ title: "API of the Affiliate Platform" }];

/** Rendered from the same description that /api/v1/openapi.json answers. */
export function loader({ request }: { request: Request }): { server: string; calls: DocumentedCall[] } {
  const server = new URL(request.url).origin;
  return { server, calls: callsOf(apiCalls, openApiDocument(server)) };
}

export default function ApiDocs() {
  const { server, calls } = useLoaderData<typeof loader>();
  return <ApiPage server={server} calls={calls} />;
}
