import type { ClaimWire } from "#app/contracts/claim.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { ClaimList } from "../attribution/claim-list.tsx";
import { Decided } from "../attribution/claims-page.tsx";
import { useDecideClaim } from "../attribution/use-decide-claim.ts";

/** What affiliates claimed of an order; nothing where nobody did. */
export function OrderClaims({ claims, timeZone }: { claims: readonly ClaimWire[]; timeZone: string }) {
  const { ask, refusal, decided, isBusy } = useDecideClaim();
  if (claims.length === 0) return null;
  return (
    <Section title="Claims">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {decided && <Decided {...decided} />}
      <ClaimList claims={claims} timeZone={timeZone} isBusy={isBusy} onDecide={ask} />
    </Section>
  );
}
