import type { LinkForms } from "#app/domain/affiliate-link.ts";
import type { LinkWire } from "./link.ts";

type LinkView = {
  readonly linkId: string;
  readonly name: string;
  readonly status: LinkWire["status"];
  readonly affiliateId: string;
  readonly affiliateName: string;
  readonly slug: string;
  readonly target: string;
  readonly subId: string;
  readonly utm: Readonly<Record<string, string>>;
  readonly programId: string | null;
  readonly programName: string | null;
  readonly discountCode: string | null;
  readonly forms: LinkForms;
  readonly clicks: number;
  readonly orders: number;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A link as the API and the screens show it. */
export function linkToWire(view: LinkView): LinkWire {
  const { programId, programName } = view;
  return {
    id: view.linkId,
    name: view.name,
    status: view.status,
    affiliate: { id: view.affiliateId, name: view.affiliateName },
    slug: view.slug,
    target: view.target,
    subId: view.subId,
    utm: { ...view.utm },
    program: programId === null ? null : { id: programId, name: programName ?? programId },
    discountCode: view.discountCode,
    forms: { ...view.forms },
    figures: { clicks: view.clicks, orders: view.orders },
    revision: view.revision,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}
