import type { AffiliateStatus } from "#app/domain/affiliate.ts";

/** What a status means for the affiliate; nothing where all is well. */
export function statusText(status: AffiliateStatus, shop: string): string | null {
  switch (status) {
    case "active":
      return null;
    case "invited":
      return `${shop} has invited you. Accept the invitation in your mail to take part.`;
    case "pending":
      return `${shop} has to approve you before you earn. Until then your link does not count.`;
    case "suspended":
      return `${shop} has suspended your participation. New orders do not earn for you; what you earned before stays.`;
    case "rejected":
      return `You do not take part in the affiliate program of ${shop}. What you earned before stays.`;
  }
}
