import { Banner, Link } from "@shopify/polaris";
import { formatCount } from "../../shared/format.ts";

export type Problems = {
  /** Deliveries and mails that wait for a person. */
  readonly deliveries: number;
  readonly mails: number;
  /** Differences that the last proof of the books found. */
  readonly differences: number;
  /** Customers who asked for their data, and whose answer is due soon. */
  readonly dataRequests: number;
};

/** What somebody has to look at; nothing where there is nothing. */
export function ProblemBanners({ problems }: { problems: Problems }) {
  const { deliveries, mails, differences, dataRequests } = problems;
  return (
    <>
      {differences > 0 && (
        <Banner tone="critical" title="The books do not agree">
          <p>
            {`The last proof found ${counted(differences, "difference")}. `}
            <Link url="/dashboard/proof">See the proof</Link>
          </p>
        </Banner>
      )}
      {deliveries + mails > 0 && (
        <Banner tone="warning" title="Something could not be processed">
          <p>
            {`Waiting for you: ${waiting(deliveries, mails)}. `}
            <Link url="/dashboard/settings/deliveries">See what went wrong and try again</Link>
          </p>
        </Banner>
      )}
      {dataRequests > 0 && (
        <Banner tone="warning" title="Customers wait for their data">
          <p>
            {`Due within ten days: ${counted(dataRequests, "request")}. `}
            <Link url="/dashboard/settings/privacy?status=due-soon">See the requests</Link>
          </p>
        </Banner>
      )}
    </>
  );
}

function waiting(deliveries: number, mails: number): string {
  const parts = [
    deliveries > 0 && counted(deliveries, "delivery", "deliveries"),
    mails > 0 && counted(mails, "mail"),
  ];
  return parts.filter(Boolean).join(" and ");
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
