import { Banner, Link } from "@shopify/polaris";
import type { CommissionDetailWire } from "#app/contracts/commission.ts";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import { Postings } from "../../shared/orders/postings.tsx";

type Props = { commission: CommissionDetailWire; timeZone: string };

/** One commission: where it is and why, whose it is, and its postings. */
export function CommissionPage({ commission, timeZone }: Props) {
  const { order, affiliate, program, releasedAt } = commission;
  return (
    <DetailPage
      title={`Commission of order ${order.name}`}
      subtitle={formatMoney(commission.amount)}
      status={commission.status}
      back={{ content: "Commissions", url: "/dashboard/affiliates/commissions" }}
      aside={
        <Section title="Details">
          <FactList
            facts={[
              { term: "Pending", description: formatMoney(commission.pending) },
              { term: "Payable", description: formatMoney(commission.payable) },
              { term: "Hold until", description: formatDateTime(commission.holdUntil, timeZone) },
              {
                term: "Released",
                description: releasedAt === null ? "Not yet" : formatDateTime(releasedAt, timeZone),
              },
              {
                term: "Affiliate",
                description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
              },
              {
                term: "Program",
                description: (
                  <>
                    <Link url={`/dashboard/programs/${program.id}`}>{program.name}</Link>, terms version{" "}
                    {program.version}
                  </>
                ),
              },
            ]}
          />
        </Section>
      }
    >
      <Banner tone="info">
        <p>
          {commission.reason.text} <Link url={`/dashboard/orders/${order.id}`}>How it came about</Link>
        </p>
      </Banner>
      <Section title="Postings in the ledger">
        <Postings postings={commission.postings} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}
