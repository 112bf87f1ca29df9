import type { z } from "zod";
import { utmOfForm, type linkForm, type ownLinkForm } from "#app/contracts/link-forms.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { updateLink, type LinkKey } from "#app/flows/links/update-link.ts";

type Fields = z.output<typeof linkForm> | z.output<typeof ownLinkForm>;
/** Does what one of the forms of a link's page asks, the merchant's or the affiliate's. */
export async function changeLink(
  named: LinkKey,
  fields: Fields,
  ctx: Parameters<typeof updateLink>[0],
): Promise<{ ok: true; intent: Fields["intent"] } | Refusal> {
  const result = await updateLink(ctx, named, changeOf(fields));
  return isRefusal(result) ? result : { ok: true, intent: fields.intent };
}

function changeOf(fields: Fields): Parameters<typeof updateLink>[2] {
  if (fields.intent === "edit") return { ...fields, utm: utmOfForm(fields) };
  return { status: fields.intent === "archive" ? "archived" : fields.status };
}
