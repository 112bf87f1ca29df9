import { describedCalls, openApiDocument } from "#app/api/openapi.ts";
import { preparedDocument } from "#app/http/prepared-document.ts";
import { apiDocumentScript, callsOf, renderApiDocument, schemasOf } from "#app/ui/docs/api-document.tsx";

function renderFor(server: string): string {
  const document = openApiDocument(server);
  return renderApiDocument({
    server,
    calls: callsOf(describedCalls, document),
    schemas: schemasOf(document),
  });
}

const answer = preparedDocument("text/html; charset=utf-8", renderFor, apiDocumentScript);

/** Renders the description that /api/v1/openapi.json answers. */
export function loader({ request }: { request: Request }): Response {
  return answer(request);
}
