import { apiCalls } from "#app/contracts/api-calls.ts";
import { openApiDocument } from "#app/contracts/openapi.ts";
import { preparedDocument } from "#app/http/prepared-document.ts";
import { apiDocumentScript, renderApiDocument } from "#app/ui/docs/api-document.tsx";
import { callsOf, schemasOf } from "#app/ui/docs/documented-calls.ts";

function renderFor(server: string): string {
  const document = openApiDocument(server);
  return renderApiDocument({ server, calls: callsOf(apiCalls, document), schemas: schemasOf(document) });
}

const answer = preparedDocument("text/html; charset=utf-8", renderFor, apiDocumentScript);

/** Rendered from the same description that /api/v1/openapi.json answers. */
export function loader({ request }: { request: Request }): Response {
  return answer(request);
}
