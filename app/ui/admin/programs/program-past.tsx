import { Form, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { FormEvent } from "react";
import type { TermsVersionWire, WaitingTermsWire } from "#app/contracts/terms-change.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { formatDate, formatDateTime } from "../../shared/format.ts";
import { changeWords, termsChanges } from "./terms-changes.ts";
import { approvalWords, daysWords, termsText } from "./terms-text.ts";

type Props = { versions: readonly TermsVersionWire[]; timeZone: string };

/** M4, T12: versions of the terms with their changes. An order keeps the version of its time. */
export function VersionList({ versions, timeZone }: Props) {
  return (
    <>
      <ol className="history-list">
        {versions.map((version) => (
          <VersionItem
            key={version.version}
            version={version}
            before={beforeOf(version, versions)}
            timeZone={timeZone}
          />
        ))}
      </ol>
      <Text as="p" tone="subdued">
        A later refund, edit or cancellation is reckoned under the version of its order.
      </Text>
    </>
  );
}

const stateWords = {
  started: "since",
  waiting: "starts",
  withdrawn: "withdrawn, would have started",
} as const;

type ItemProps = { version: TermsVersionWire; before: TermsVersionWire | undefined; timeZone: string };

function VersionItem({ version, before, timeZone }: ItemProps) {
  const { terms, affiliate, since, by } = version;
  const changes = terms && before?.terms ? termsChanges(before.terms, terms) : [];
  return (
    <li>
      <Text as="p">
        Terms version {version.version} {stateWords[version.state]}{" "}
        <time dateTime={since}>{formatDateTime(since, timeZone)}</time>
        {affiliate && (
          <>
            {" for "}
            <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>
            {" alone"}
          </>
        )}
        :{" "}
        {terms
          ? `${termsText(terms)}, ${daysWords(terms.windowDays)} attribution, approved ${approvalWords(terms)}`
          : "the program's terms again"}
      </Text>
      {changes.length > 0 && (
        <List>
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
      )}
      <Text as="p" tone="subdued" variant="bodySm">
        {by}
        {before && version.state !== "withdrawn" && ` · orders created before keep version ${before.version}`}
      </Text>
    </li>
  );
}

/** The version in force before this one: the affiliate's own, or else the program's. */
function beforeOf(
  version: TermsVersionWire,
  versions: readonly TermsVersionWire[],
): TermsVersionWire | undefined {
  const older = versions.filter((one) => one.version < version.version && one.state !== "withdrawn");
  const ofProgram = older.find((one) => one.affiliate === null);
  if (version.affiliate === null) return ofProgram;
  const own = older.find((one) => one.affiliate?.id === version.affiliate?.id);
  return own?.terms ? own : ofProgram;
}

type WaitingTermsProps = { waiting: WaitingTermsWire; timeZone: string };

/** Waiting terms, which start after the notice period. */
export function WaitingTerms({ waiting, timeZone }: WaitingTermsProps) {
  const { version, startsAt, changes } = waiting;
  const confirm = useConfirm();
  const submit = useSubmit();

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    confirm({
      title: "Withdraw new terms?",
      message: "The current terms stay.",
      confirmLabel: "Withdraw",
      onConfirm: () => submit(form),
    });
  }

  return (
    <Banner tone="info" title={`New terms start ${formatDate(startsAt, timeZone)}`}>
      <BlockStack gap="200">
        <List>
          {changes.map((change) => (
            <List.Item key={changeWords(change)}>{changeWords(change)}</List.Item>
          ))}
        </List>
        <Form method="post" onSubmit={ask}>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="version" value={version} />
          <InlineStack>
            <Button submit>Withdraw</Button>
          </InlineStack>
        </Form>
      </BlockStack>
    </Banner>
  );
}
