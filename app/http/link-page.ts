import type { z } from "zod";
import { type linkForm, type ownLinkForm, utmOfForm } from "#app/contracts/link-forms.ts";
import { linkWire } from "#app/contracts/link.ts";
import { encode } from "#app/contracts/wire.ts";
import type { ShopWith } from "#app/domain/context.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { type AffiliateRefusal, isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { linkPlacesOf } from "#app/flows/links/link-fields.ts";
import { readLink, readLinkChoices, readLinkStory } from "#app/flows/links/read-links.ts";
import { type LinkKey, updateLink } from "#app/flows/links/update-link.ts";
import { qrCodeOf, qrFile } from "./qr-code.ts";

type Named = { readonly linkId: string; readonly owner?: AffiliateId };

/** Data for a link's page, both the merchant's and the affiliate's. A refusal when there is no such link. */
export async function linkPageOf(
  shop: ShopWith<"domain" | "storefrontUrl" | "timeZone">,
  named: Named,
  now: Date,
) {
  const story = await readLinkStory(shop, named, now);
  if (isRefusal(story)) return story;
  const { link, formerSlugs, days } = story;
  return {
    link: encode(linkWire, link),
    formerSlugs,
    days,
    qr: qrCodeOf(link.forms.short),
    choices: await readLinkChoices(shop.shopId, link.affiliate.id),
    addressStart: addressStartOf(shop),
    timeZone: shop.timeZone,
    history: story.history,
  };
}

/** Start of a link's address, before the slug. */
export function addressStartOf(shop: ShopWith<"domain" | "storefrontUrl" | "timeZone">): string {
  return `${linkPlacesOf(shop).appUrl.replace(/^https?:\/\//, "")}/r/`;
}

/** A link's QR code as a file. The file name selects the format. */
export async function linkQrFile(
  shop: ShopWith<"domain" | "storefrontUrl" | "timeZone">,
  named: Named,
  file: string,
): Promise<Response | Refusal | null> {
  const link = await readLink(shop, named);
  return isRefusal(link) ? link : qrFile(link.forms.short, file);
}

type Fields = z.output<typeof linkForm> | z.output<typeof ownLinkForm>;
/** Does what one of the forms of a link's page asks, the merchant's or the affiliate's. */
export async function changeLink(
  named: LinkKey,
  fields: Fields,
  ctx: Parameters<typeof updateLink>[0],
): Promise<{ ok: true; intent: Fields["intent"] } | AffiliateRefusal> {
  const result = await updateLink(ctx, named, changeOf(fields));
  return isRefusal(result) ? result : { ok: true, intent: fields.intent };
}

function changeOf(fields: Fields): Parameters<typeof updateLink>[2] {
  if (fields.intent === "edit") return { ...fields, utm: utmOfForm(fields) };
  return { status: fields.intent === "archive" ? "archived" : fields.status };
}
