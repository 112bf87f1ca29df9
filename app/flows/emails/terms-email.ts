import { tagsAt } from "#app/domain/tags.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import { programEndMail, termsMail } from "#app/gateways/email/terms-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { frozenTerms, versionId } from "#app/store/standings.ts";
import { wasTold } from "#app/store/outbox.ts";
import { findProgram } from "#app/store/programs.ts";
import { tagPeriodsOf } from "#app/store/tags.ts";
import { isWithdrawn } from "#app/store/waiting-versions.ts";
import type { EmailOf, EventEmails } from "./event-emails.ts";

type TermsEventName = keyof Pick<
  EventEmails,
  "terms.changed" | "terms.withdrawn" | "terms.changed_for_tags" | "terms.kept_for_tags" | "program.ended"
>;

export const termsEmails: Pick<EventEmails, TermsEventName> = {
  "terms.changed": termsEmail,
  "terms.withdrawn": (of) => withdrawnEmail(of, "terms.changed"),
  "terms.changed_for_tags": tagTermsEmail,
  "terms.kept_for_tags": (of) => withdrawnEmail(of, "terms.changed_for_tags"),
  "program.ended": ({ reader, payload: { programName: program, endsAt, reason } }) =>
    programEndMail(
      { ...reader, link: termsLink() },
      { program, reason: reason ?? undefined, endsAt: new Date(endsAt) },
    ),
};

const termsLink = () => appAddress("/portal/terms");

/** Only affiliates who were told of a change are told that it won't come. */
async function withdrawnEmail(
  { reader, affiliate, event, payload }: EmailOf<"terms.withdrawn" | "terms.kept_for_tags">,
  changed: "terms.changed" | "terms.changed_for_tags",
) {
  const { shopId, affiliateId } = affiliate;
  const change = { name: changed, subjectId: event.subjectId, receiver: affiliateId };
  if (!(await wasTold(db(), shopId, change))) return null;
  const startsAt = new Date(payload.startsAt);
  const news = { program: payload.programName, changes: [], kind: "withdrawn", startsAt } as const;
  return await termsMail({ ...reader, link: termsLink() }, news);
}

async function termsEmail({ reader, shop, affiliate, payload }: EmailOf<"terms.changed">) {
  const { shopId } = shop;
  const programId = payload.programId as ProgramId;
  if (await isWithdrawn(db(), shopId, { programId, version: payload.version })) return null;
  const before = { programId, number: payload.previousVersion };
  const after = { programId, number: payload.version };
  const known = await frozenTerms(db(), shopId, [before, after]);
  const [former, now] = [known.get(versionId(before)), known.get(versionId(after))];
  // Custom terms that end have no terms of their own: the program's apply again.
  const next = now ?? (await findProgram(db(), shopId, programId))?.terms;
  if (!former || !next) return null;
  const tags = await tagsWhen(shopId, affiliate.affiliateId, payload.startsAt);
  const { effect, changes } = compareTerms(termsForTags(former, tags), termsForTags(next, tags));
  if (changes.length === 0) return null;
  const atOnce = effect === "improvement" ? "better" : "new";
  return await termsMail(
    { ...reader, link: termsLink() },
    {
      program: payload.programName,
      changes,
      kind: payload.effect === "reduction" ? "lower" : atOnce,
      startsAt: new Date(payload.startsAt),
    },
  );
}

const tagKinds = { reduction: "lower", improvement: "better", change: "new" } as const;

/** Says nothing of the tags themselves. If tags changed again since, the later event is emailed instead. */
async function tagTermsEmail({ reader, shop, affiliate, payload }: EmailOf<"terms.changed_for_tags">) {
  const { shopId } = shop;
  const version = { programId: payload.programId as ProgramId, number: payload.version };
  const terms = (await frozenTerms(db(), shopId, [version])).get(versionId(version));
  if (!terms) return null;
  const [before, after] = [payload.tagsBefore, payload.tagsAfter].map((tags) => termsForTags(terms, tags));
  const startsAt = new Date(payload.startsAt);
  const judgedAt = startsAt > reader.now ? startsAt : reader.now;
  const tags = await tagsWhen(shopId, affiliate.affiliateId, judgedAt.toISOString());
  if (!before || !after || compareTerms(after, termsForTags(terms, tags)).changes.length > 0) return null;
  const news = {
    program: payload.programName,
    changes: compareTerms(before, after).changes,
    kind: tagKinds[payload.effect],
    startsAt,
    reason: payload.reason,
  };
  return await termsMail({ ...reader, link: termsLink() }, news);
}

async function tagsWhen(shopId: ShopId, affiliateId: AffiliateId, instant: string): Promise<string[]> {
  return tagsAt((await tagPeriodsOf(db(), shopId, [affiliateId])).get(affiliateId) ?? [], instant);
}
