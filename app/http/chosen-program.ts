import { isRefusal } from "#app/domain/refusal.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";

/** The program that a list is narrowed to by its address, or null where it is not. */
export async function chosenProgram(
  shop: Parameters<typeof readProgram>[0],
  id: string | null | undefined,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (!id) return null;
  const found = await readProgram(shop, id);
  // The list is empty then, and has to say what empties it.
  return { id, name: isRefusal(found) ? "Unknown program" : found.name };
}
