import { logoPath } from "#app/domain/logo-image.ts";
import { appAddress } from "#app/platform/app-address.server.ts";

type LogoShop = {
  readonly shopId: string;
  readonly logoHash: string | null;
  readonly logoUrl: string | null;
};

/** The address of a store's logo: the one that it uploaded, else the one that it named; null where it has none. */
export function logoAddressOf({ shopId, logoHash, logoUrl }: LogoShop): string | null {
  return logoHash === null ? logoUrl : appAddress(logoPath(shopId, logoHash));
}
