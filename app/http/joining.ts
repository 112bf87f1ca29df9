import type { Joining } from "#app/domain/applications/joining.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { joinAddress } from "#app/flows/affiliates/apply.ts";
import { appAddress } from "#app/platform/app-address.server.ts";

/** How people join a program, with the address of its join page where it has one. */
export function joiningView({ domain }: { readonly domain: string }, joining: Joining) {
  const { slug, fields, isIndexable: indexable, ...rest } = joining;
  return {
    ...rest,
    slug,
    joinUrl: slug === "" ? null : joinAddress(domain, slug),
    fields: fields.map(({ isRequired: required, ...field }) => ({ ...field, required })),
    indexable,
  };
}

/** The page that lists a store's open programs. */
export function joinPagesUrl({ domain }: { readonly domain: string }): string {
  return appAddress(`/join/${shopHandle(domain)}`);
}
