import type { ProgramId } from "#app/domain/ids.ts";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import { programEndMail, termsMail } from "#app/gateways/email/terms-mails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { db } from "#app/platform/db.server.ts";
import { frozenTerms, versionId } from "#app/store/frozen-terms.ts";
import { wasTold } from "#app/store/outbox.ts";
import { findProgram } from "#app/store/programs.ts";
import { isWithdrawn } from "#app/store/waiting-versions.ts";
import type { EmailOf, EventEmails } from "./event-emails.ts";

type TermsEventName = keyof Pick<EventEmails, "terms.changed" | "terms.withdrawn" | "program.ended">;

const kinds = { reduction: "lower", improvement: "better", change: "new" } as const;

export const termsEmails: Pick<EventEmails, TermsEventName> = {
  "terms.changed": termsEmail,
  "terms.withdrawn": async ({ reader, affiliate, event, payload }) => {
    const { shopId, affiliateId } = affiliate;
    const change = { name: "terms.changed", subjectId: event.subjectId, receiver: affiliateId } as const;
    if (!(await wasTold(db(), shopId, change))) return null;
    const startsAt = new Date(payload.startsAt);
    const news = { program: payload.programName, changes: [], kind: "withdrawn", startsAt } as const;
    return await termsMail({ ...reader, link: termsLink() }, news);
  },
  "program.ended": ({ reader, payload: { programName: program, endsAt, reason } }) =>
    programEndMail(
      { ...reader, link: termsLink() },
      { program, reason: reason ?? undefined, endsAt: new Date(endsAt) },
    ),
};

const termsLink = () => appAddress("/portal/terms");

async function termsEmail({ reader, shop, payload }: EmailOf<"terms.changed">) {
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
  return await termsMail(
    { ...reader, link: termsLink() },
    {
      program: payload.programName,
      changes: compareTerms(former, next).changes,
      kind: kinds[payload.effect],
      startsAt: new Date(payload.startsAt),
    },
  );
}
