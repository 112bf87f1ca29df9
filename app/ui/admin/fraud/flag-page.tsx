import { Link, Text } from "@shopify/polaris";
import type { FlagPictureWire, FlagWire } from "#app/contracts/flag.ts";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { actionText, subjectUrl } from "./flag-words.ts";
import { SharesPicture } from "./shares-picture.tsx";
import { UsePicture } from "./use-picture.tsx";
import { type DeniableCommission, useDecideFlag } from "./use-decide-flag.ts";

type Props = {
  flag: FlagWire;
  /** The commission that confirming it can deny, or null. */
  deniable: DeniableCommission | null;
  picture: FlagPictureWire | null;
  timeZone: string;
};

/** One flag: why it was raised, what it does, and what a person makes of it. */
export function FlagPage({ flag, deniable, picture, timeZone }: Props) {
  const { actions, refusal } = useDecideFlag(flag, deniable);
  return (
    <DetailPage
      title={`${flag.name}: ${flag.about.name}`}
      status={flag.status}
      back={{ content: "Flags", url: "/dashboard/affiliates/flags" }}
      secondaryActions={actions}
      aside={
        <Section title="About">
          <FactList facts={factsOf(flag, timeZone)} />
        </Section>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Section title="Why it was raised">
        <Text as="p">{flag.text}</Text>
        <SharesPicture evidence={flag.evidence} />
        {picture !== null && <UsePicture picture={picture} />}
        <Text as="p" tone="subdued">
          {`Score ${flag.score} of 100. Customers and addresses are compared by keyed hashes; none of them is kept.`}
        </Text>
      </Section>
      {flag.decidedBy !== null && flag.decidedAt !== null && (
        <Section title="Decision">
          <Text as="p">
            {`${flag.status === "dismissed" ? "Dismissed" : "Confirmed"} by ${flag.decidedBy}, `}
            <time dateTime={flag.decidedAt}>{formatDateTime(flag.decidedAt, timeZone)}</time>
          </Text>
          {flag.note !== "" && <Text as="p">{flag.note}</Text>}
        </Section>
      )}
    </DetailPage>
  );
}

function factsOf(flag: FlagWire, timeZone: string) {
  const { about, affiliate } = flag;
  const names = { order: "Order", code: "Code", affiliate: "Affiliate" };
  const own = { term: names[about.kind], description: <Link url={subjectUrl(flag)}>{about.name}</Link> };
  const whose = {
    term: "Affiliate",
    description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
  };
  return [
    ...(about.kind === "affiliate" ? [] : [own]),
    whose,
    { term: "Does", description: actionText(flag.action) },
    { term: "Raised", description: formatDateTime(flag.raisedAt, timeZone) },
  ];
}
