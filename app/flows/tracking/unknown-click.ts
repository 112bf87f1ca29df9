import type { ClickId } from "#app/domain/ids.ts";
import { findLinkOwner } from "#app/store/link-owners.ts";
import type { KeptClick } from "./keep-clicks.ts";
import { isLive, keptClick, linkedClick } from "./link-click.ts";

/** A click on a code that could not be looked up at the time. */
export type UnknownClick = {
  readonly clickId: ClickId;
  readonly occurredAt: Date;
  readonly codeKey: string;
  readonly shopDomain: string | null;
  readonly search: string;
  readonly referrerHost: string;
  readonly source: "link" | "landing";
  readonly visitor: string;
  readonly bot: boolean;
};

/** The click, credited to the code's current owner. Null if nobody has the code, or its link is closed. */
export async function resolveClick(click: UnknownClick): Promise<KeptClick | null> {
  const owner = await findLinkOwner(click.codeKey, click.shopDomain);
  if (!owner || !isLive(owner)) return null;
  return keptClick(owner, { ...click, ...linkedClick(owner, click.search) });
}
