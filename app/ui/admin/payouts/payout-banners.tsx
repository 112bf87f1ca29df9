import { Banner, Link } from "@shopify/polaris";
import type { PayoutDetailWire } from "#app/contracts/payout.ts";
import { onePerson } from "#app/domain/payouts/batch.ts";
import { sumText } from "./payout-words.ts";

type Props = {
  payout: PayoutDetailWire;
  /** People of the store who have opened the app. */
  staffCount: number;
  onRetry: () => void;
};

/** What a person has to know of a batch, and what they can do about it. */
export function PayoutBanners({ payout, staffCount, onRetry }: Props) {
  return (
    <>
      {payout.error !== "" && (
        <Banner
          tone="critical"
          title="It does not go on"
          action={{ content: "Try again", onAction: onRetry }}
        >
          <p>{payout.error}</p>
        </Banner>
      )}
      <Otherwise payout={payout} />
      <Approval payout={payout} staffCount={staffCount} />
    </>
  );
}

/** Whoever confirmed saw something else: both are shown, and they are asked again. */
function Otherwise({ payout: { status, expected, planned, confirmedBy } }: { payout: PayoutDetailWire }) {
  if (status === "done" && planned.count === 0) {
    return (
      <Banner tone="info" title="Nobody was left to pay">
        <p>Whoever could be paid is in another payout already, or could not be paid any more.</p>
      </Banner>
    );
  }
  if (status !== "planned" || confirmedBy !== null) return null;
  if (expected === null) {
    return (
      <Banner tone="info" title="Planned by the schedule">
        <p>{`It comes to ${sumText(planned)}. Confirm it to have it sent, or cancel it.`}</p>
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title="It came out otherwise than what you saw">
      <p>{`You saw ${sumText(expected)}. Planned are ${sumText(planned)}. Nothing is sent before you confirm that.`}</p>
    </Banner>
  );
}

function Approval({ payout, staffCount }: Omit<Props, "onRetry">) {
  const { status, needsApproval, confirmedBy, approvedBy } = payout;
  if (status !== "planned" || !needsApproval || confirmedBy === null || approvedBy !== null) return null;
  return (
    <Banner tone="warning" title="It waits for a second member of staff">
      <p>
        {`It is above the amount that you set, and ${confirmedBy} confirmed it. `}
        {staffCount < 2 ? onePerson : "Somebody else of your store has to approve it"}.{" "}
        <Link url="/dashboard/settings/payouts">Payout settings</Link>
      </p>
    </Banner>
  );
}
