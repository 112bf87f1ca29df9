import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { FileChoices } from "#app/domain/statements/reading.ts";
import { confirmUpload, readUploadedStatement, uploadStatement } from "#app/http/statement-upload.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";

type File = { readonly bytes: Buffer; readonly said: Readonly<Record<string, unknown>> };

/**
 * Uploads a statement file and confirms its reading, with the corrections in `said`. Where the file does not tell how
 * money that left is written, it has a minus.
 */
export async function importStatement(
  asker: Omit<Parameters<typeof uploadStatement>[0], "now">,
  { bytes, said }: File,
  now: Date,
): Promise<ProviderStatement | Refusal> {
  const { fileName = "statement.csv", ...corrections } = said as FileChoices & { fileName?: string };
  const ctx = { ...asker, now };
  const draft = await uploadStatement(ctx, { bytes, fileName });
  if (isRefusal(draft)) return draft;
  const { draftId } = draft;
  const found = await readUploadedStatement(ctx, { draftId, corrections });
  if (isRefusal(found)) return found;
  const asksDirection = found.read?.questions.some(({ setting }) => setting === "direction") ?? false;
  const answers = asksDirection ? { direction: "minus_is_out" as const, ...corrections } : corrections;
  return await confirmUpload(ctx, { draftId, corrections: answers, rememberAs: "" });
}
