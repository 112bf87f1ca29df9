import { joiningToWire, type JoiningWire } from "#app/contracts/joining.ts";
import type { Joining } from "#app/domain/applications/joining.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { joinAddress } from "#app/flows/affiliates/apply.ts";
import { appAddress } from "#app/platform/app-address.server.ts";

/** How people join a program, with the address of its join page where it has one. */
export function joiningOf({ domain }: { readonly domain: string }, joining: Joining): JoiningWire {
  return joiningToWire(joining, joining.slug === "" ? null : joinAddress(domain, joining.slug));
}

/** The page that lists a store's open programs. */
export function joinPagesUrl({ domain }: { readonly domain: string }): string {
  return appAddress(`/join/${shopHandle(domain)}`);
}
