import type { ClickId } from "#app/domain/ids.ts";
import { findLinkOwner } from "#app/store/link-owners.ts";
import type { KeptClick } from "./keep-clicks.ts";
import { isLive, keptClick, linkedClick } from "./link-click.ts";

/** A click on a code that could not be looked up when it was followed. */
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

/** The click of whoever has the code; null where nobody has it, or its link leads nowhere any more. */
export async function resolveClick(click: UnknownClick): Promise<KeptClick | null> {
  const owner = await findLinkOwner(click.codeKey, click.shopDomain);
  if (!owner || !isLive(owner)) return null;
  return keptClick(owner, { ...click, ...linkedClick(owner, click.search) });
}
