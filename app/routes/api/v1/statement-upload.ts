import { mappingBody } from "#app/contracts/statement-draft.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { FileChoices } from "#app/domain/statements/choices.ts";
import { discardDraft, noSuchDraft, saveChoices } from "#app/flows/payouts/statement-drafts.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { readUploadedStatement, uploadToWire } from "#app/http/statement-upload.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, params, now }) => {
    const asked = { draftId: params["id"] ?? "", corrections: {} };
    const found = await readUploadedStatement(context, asked, now);
    return isRefusal(found) ? found : uploadToWire(found);
  },
});

const correct = apiRoute({
  need: "write",
  body: mappingBody,
  run: async ({ context, params, body, now }) => {
    // Settings that the body leaves out are absent, never undefined.
    const corrections = body as FileChoices;
    const asked = { draftId: params["id"] ?? "", corrections };
    const found = await readUploadedStatement(context, asked, now);
    if (isRefusal(found)) return found;
    const { draft, read } = found;
    if (!read) return noSuchDraft;
    await saveChoices(draft, { ...draft.choices, ...corrections });
    return uploadToWire(found);
  },
});

const discard = apiRoute({
  need: "write",
  run: async ({ context, params }) => {
    const gone = await discardDraft(context.shopId, params["id"] ?? "");
    return gone === true ? { discarded: true } : gone;
  },
});

export async function action(args: Parameters<typeof correct>[0]): Promise<Response> {
  if (args.request.method === "PUT") return await correct(args);
  return args.request.method === "DELETE" ? await discard(args) : methodNotAllowed("GET", "PUT", "DELETE");
}
