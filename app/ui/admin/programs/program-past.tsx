import { Form, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { FormEvent } from "react";
import type { TermsVersionWire, WaitingTermsWire } from "#app/contracts/terms-change.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { formatDate, formatDateTime } from "../../shared/format.ts";
import { useText } from "../../texts/use-text.ts";
import { changeWords, termsChanges } from "./terms-changes.ts";
import { typed } from "./terms/draft.ts";
import { summaries } from "./terms/section-summaries.ts";
import { termsText } from "./terms-text.ts";

type Props = { versions: readonly TermsVersionWire[]; timeZone: string };

/** M4, T12: versions of the terms with their changes. An order keeps the version of its time. */
export function VersionList({ versions, timeZone }: Props) {
  const t = useText("programs");
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
        {t("versions.help")}
      </Text>
    </>
  );
}

type ItemProps = { version: TermsVersionWire; before: TermsVersionWire | undefined; timeZone: string };

function VersionItem({ version, before, timeZone }: ItemProps) {
  const t = useText("programs");
  const { terms, affiliate, since, by, state } = version;
  const changes = terms && before?.terms ? termsChanges(before.terms, terms) : [];
  return (
    <li>
      <Text as="p" fontWeight="semibold">
        {t("versions.version", { version: version.version })}
      </Text>
      <Text as="p">
        {terms ? `${termsText(terms)}; ${summaries.timing(typed(terms))}` : t("versions.again")}
      </Text>
      {affiliate && (
        <Text as="p">
          <Link url={`/dashboard/affiliates/${affiliate.id}`}>
            {t("versions.for", { affiliate: affiliate.name })}
          </Link>
        </Text>
      )}
      {changes.length > 0 && (
        <List>
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
      )}
      <Text as="p" tone="subdued" variant="bodySm">
        <time dateTime={since}>{t(`versions.${state}`, { date: formatDateTime(since, timeZone) })}</time>
        {` · ${t("versions.by", { name: by })}`}
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
  const t = useText("programs");
  const confirm = useConfirm();
  const submit = useSubmit();

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    confirm({
      title: t("waiting.ask"),
      message: t("waiting.askText"),
      confirmLabel: t("waiting.withdraw"),
      onConfirm: () => submit(form),
    });
  }

  return (
    <Banner tone="info" title={t("waiting.title", { date: formatDate(startsAt, timeZone) })}>
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
            <Button submit>{t("waiting.withdraw")}</Button>
          </InlineStack>
        </Form>
      </BlockStack>
    </Banner>
  );
}
