import type { ApplicationEventName } from "#app/domain/events.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Application } from "#app/store/applications.ts";
import { type EmailSecret, recordEvents } from "#app/store/outbox.ts";
import type { Program } from "#app/store/programs.ts";
import { hasEmailServer } from "./send-link.ts";

type ApplicationEvent = {
  readonly name: Exclude<ApplicationEventName, "application.approved">;
  readonly application: Pick<Application, "shopId" | "applicationId" | "programId">;
  readonly program: Pick<Program, "name">;
  readonly secret?: EmailSecret;
  readonly now: Date;
};

/** Records an event of an application, and an email to the applicant. */
export async function recordApplicationEvent(tx: Tx, event: ApplicationEvent): Promise<void> {
  const { name, application, program, secret, now } = event;
  const { shopId, applicationId, programId } = application;
  const recorded = {
    name,
    subjectId: applicationId,
    affiliateId: null,
    payload: { applicationId, programId, programName: program.name },
    receivers: applicantOf(applicationId, secret),
  };
  await recordEvents(tx, shopId, [recorded], now);
}

/** Empty without an email server, because a very late answer is of no use. */
export function applicantOf(applicationId: string, secret?: EmailSecret) {
  return hasEmailServer() ? [{ receiver: applicationId, affiliateId: null, ...(secret && { secret }) }] : [];
}
