import type { AffiliateStatus } from "#app/domain/affiliate.ts";

const texts: Record<AffiliateStatus, ((shop: string) => string) | null> = {
  active: null,
  invited: (shop) => `${shop} has invited you. Accept the invitation in your mail to take part.`,
  pending: (shop) => `${shop} has to approve you before you earn. Until then your link does not count.`,
  suspended: (shop) =>
    `${shop} has suspended your participation. New orders do not earn for you; what you earned before stays.`,
  rejected: (shop) =>
    `You do not take part in the affiliate program of ${shop}. What you earned before stays.`,
};

/** What a status means for the affiliate; nothing where all is well. */
export function statusText(status: AffiliateStatus, shop: string): string | null {
  return texts[status]?.(shop) ?? null;
}
