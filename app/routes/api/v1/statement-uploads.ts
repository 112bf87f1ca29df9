import { uploadQuery } from "#app/contracts/statement-draft.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { readUploadedStatement, uploadStatement, uploadToWire } from "#app/http/statement-upload.ts";

export function loader() {
  return methodNotAllowed("POST");
}

/** The body is the file itself. Nothing is imported before its reading is confirmed. */
export const action = apiRoute({
  need: "write",
  query: uploadQuery,
  status: 201,
  takesFile: true,
  run: async ({ context, file: bytes, query: { fileName }, now }) => {
    const draft = await uploadStatement(context, { bytes, fileName: fileName || "statement" }, now);
    if (isRefusal(draft)) return draft;
    const { draftId } = draft;
    const found = await readUploadedStatement(context, { draftId, corrections: {} }, now);
    return isRefusal(found) ? found : uploadToWire(found);
  },
});
