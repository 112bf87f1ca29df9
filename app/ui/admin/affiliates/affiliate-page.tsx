import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { openingBalanceForm } from "#app/contracts/balances.ts";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import type { PayoutDetailsAnswer } from "#app/contracts/payout-details.ts";
import type { PayoutPauseWire } from "#app/contracts/payout.ts";
import type { EarnedInWordsWire } from "#app/contracts/portal.ts";
import { commissions as texts } from "#app/i18n/en/admin/commissions.ts";
import { provideTexts } from "../../texts/use-text.ts";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { EarnedTable } from "../../shared/affiliates/earned-table.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatCount, formatDate, formatDateTime, formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent, useOneTimeId } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AdjustForm } from "../commissions/adjust-form.tsx";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { PayoutDetailsCard, PayoutPauseSection, WriteOff } from "./payout-sections.tsx";
import { ownClicksUrl, ownFigureUrl } from "../reports/report-figures.ts";
import { CodesSection } from "./codes-section.tsx";
import { EditForm } from "./edit-form.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import type { ProgramOption } from "./program-choice.tsx";
import { useStatusActions } from "./use-status-actions.ts";

provideTexts({ commissions: texts });

export type AffiliateData = {
  readonly affiliate: AffiliateWire;
  /** Programs to choose from. */
  readonly programs: readonly ProgramOption[];
  /** Programs in which the affiliate has custom terms (T12). */
  readonly customTerms: readonly string[];
  readonly codes: readonly CodeWire[];
  /** The newest commissions. */
  readonly commissions: readonly EarnedInWordsWire[];
  readonly history: readonly HistoryEntry[];
  readonly payoutPause: PayoutPauseWire;
  /** Payout details, masked. */
  readonly payoutDetails: PayoutDetailsAnswer;
  /** The store's currency, in which an adjustment is entered. */
  readonly currency: string;
  /** Id for the next adjustment, so that a form posted twice adjusts once. */
  readonly adjustmentId: string;
  /** Ids for the next write-off and opening balance, so that a form posted twice does it once. */
  readonly writeOffId: string;
  readonly openingBalanceId: string;
  /** False where no email server is set up. */
  readonly canEmail: boolean;
  readonly timeZone: string;
};

/** Page of an affiliate: balances, programs, links, codes, payouts and history. */
export function AffiliatePage(props: AffiliateData) {
  const { affiliate, programs, commissions, currency, adjustmentId, timeZone } = props;
  const { actions, refusal, link } = useStatusActions(affiliate, props.canEmail);
  return (
    <DetailPage
      title={affiliate.name}
      subtitle={affiliate.email}
      status={<StatusBadge of="affiliate" state={affiliate.status} />}
      back={{ content: "Affiliates", url: "/dashboard/affiliates" }}
      secondaryActions={actions}
      aside={<Aside {...props} />}
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {link !== null && <InvitationLink name={affiliate.name} link={link} />}
      <Section title="Figures">
        <FactList facts={figuresOf(affiliate)} />
      </Section>
      <Section title="Referral link">
        <TextField
          label="Referral link"
          labelHidden
          value={affiliate.referralLink}
          readOnly
          autoComplete="off"
          connectedRight={<CopyButton text={affiliate.referralLink} label="Copy link" />}
        />
        <InlineStack gap="400">
          <Link url={`/dashboard/affiliates/links?affiliate=${affiliate.id}`}>All links</Link>
          <Link url={`/dashboard/affiliates/links/new?affiliate=${affiliate.id}`}>Make a link</Link>
        </InlineStack>
      </Section>
      <Section title="Latest commissions">
        <EarnedTable
          commissions={commissions}
          timeZone={timeZone}
          orderUrl={(orderId) => `/dashboard/orders/${orderId}`}
          paymentUrl={(paymentId) => `/dashboard/affiliates/payouts/payments/${paymentId}`}
        />
        <InlineStack gap="400">
          {commissions.length > 0 && (
            <Link url={`/dashboard/affiliates/commissions?affiliate=${affiliate.id}`}>All commissions</Link>
          )}
          <Link url={`/dashboard/affiliates/commissions/new?affiliate=${affiliate.id}`}>Add commission</Link>
          <Link url={`/dashboard/affiliates/flags?affiliate=${affiliate.id}`}>Flags</Link>
          <Link url={`/dashboard/settings/ledger?affiliate=${affiliate.id}`}>Statements</Link>
        </InlineStack>
      </Section>
      <Section title="Details">
        <EditForm key={affiliate.id} affiliate={affiliate} programs={programs} />
        <EndingTags affiliate={affiliate} timeZone={timeZone} />
      </Section>
      <CodesSection affiliateId={affiliate.id} codes={props.codes} timeZone={timeZone} />
      <Section title="Adjust the balance">
        <AdjustForm currency={currency} adjustmentId={adjustmentId} />
      </Section>
      <Section title="Opening balance">
        <OpeningBalanceForm currency={currency} entryId={props.openingBalanceId} />
      </Section>
    </DetailPage>
  );
}

function Aside(props: AffiliateData) {
  const { affiliate, customTerms, history, payoutPause, payoutDetails, writeOffId, timeZone } = props;
  const instant = (at: string | null) => (at === null ? "Not yet" : formatDateTime(at, timeZone));
  return (
    <>
      <Section title="Balances">
        <BalanceTable balances={affiliate.balances} />
        <WriteOff affiliate={affiliate} entryId={writeOffId} />
      </Section>
      <PayoutPauseSection affiliate={affiliate} pause={payoutPause} timeZone={timeZone} />
      <PayoutDetailsCard name={affiliate.name} details={payoutDetails} timeZone={timeZone} />
      <Section title="Programs">
        {affiliate.programs.length === 0 && <Text as="p">In no program: orders earn nothing.</Text>}
        {affiliate.programs.map(({ id, name }) => (
          <BlockStack key={id} gap="100">
            <Link url={`/dashboard/programs/${id}`}>{name}</Link>
            <Link
              url={`/dashboard/affiliates/${affiliate.id}/programs/${id}/terms`}
              accessibilityLabel={`${customTerms.includes(id) ? "Own terms" : "Use own terms"} in ${name}`}
            >
              {customTerms.includes(id) ? "Own terms" : "Use own terms"}
            </Link>
          </BlockStack>
        ))}
      </Section>
      <Section title="Also points to them">
        <Link url={`/dashboard/settings/attribution/customers?affiliate=${affiliate.id}`}>
          Bound customers
        </Link>
        <Link url={`/dashboard/settings/attribution/products?affiliate=${affiliate.id}`}>Owned products</Link>
        <Link url={`/dashboard/affiliates/claims?affiliate=${affiliate.id}`}>Claims</Link>
      </Section>
      <Section title="Dates">
        <FactList
          facts={[
            { term: "Invited", description: instant(affiliate.invitedAt) },
            { term: "Accepted", description: instant(affiliate.acceptedAt) },
            { term: "Last change", description: instant(affiliate.updatedAt) },
          ]}
        />
      </Section>
      <Section title="History">
        <HistoryList entries={history} timeZone={timeZone} />
      </Section>
    </>
  );
}

const linked = (term: string, text: string, url: string) => ({
  term,
  description: <Link url={url}>{text}</Link>,
});

/** Each figure opens the list that it sums. */
function figuresOf({ id, createdAt, figures }: AffiliateWire) {
  const { clicks, orders, revenue, commission } = figures;
  const own = { affiliate: id };
  return [
    linked("Clicks", formatCount(clicks), ownClicksUrl(own, createdAt)),
    linked("Orders", formatCount(orders), ownFigureUrl(own, "orders")),
    linked("Revenue", formatMoney(revenue), ownFigureUrl(own, "net", revenue.currencyCode)),
    linked("Commission", formatMoney(commission), ownFigureUrl(own, "commission", commission.currencyCode)),
  ];
}

const figures = [
  { name: "pending", label: "Pending" },
  { name: "available", label: "Payable" },
  { name: "inTransit", label: "On its way" },
  { name: "paid", label: "Paid" },
] as const;

/** One column per currency. The narrow column has room for one or two. */
function BalanceTable({ balances }: { balances: AffiliateWire["balances"] }) {
  if (balances.length === 0) return <Text as="p">Nothing was earned yet.</Text>;
  return (
    <ScrollBox label="Balances">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Balance</th>
            {balances.map(({ pending: { currencyCode } }) => (
              <th key={currencyCode} scope="col">
                {currencyCode}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {balances.map((one) => (
                <td key={one.pending.currencyCode}>{formatMoney(one[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

type Props = { readonly affiliate: AffiliateWire; readonly timeZone: string };

/** Removed tags that count until the notice period ends. Each can be kept, or ended now for a reason. */
function EndingTags({ affiliate, timeZone }: Props) {
  const { submit, state } = useFetcher();
  const [reason, setReason] = useState("");
  const isBusy = state !== "idle";
  const change = (fields: Record<string, string>) =>
    submit({ ...fields, ids: affiliate.id }, { method: "post", action: "/dashboard/affiliates/tags" });
  if (affiliate.endingTags.length === 0) return null;
  return (
    <BlockStack gap="200">
      {affiliate.endingTags.map(({ tag, endsAt }) => (
        <InlineStack key={tag} gap="200" blockAlign="center">
          <Text as="span">
            Tag {tag} ends {formatDate(endsAt, timeZone)}
          </Text>
          <Button disabled={isBusy} onClick={() => change({ change: "add", tags: tag })}>
            Keep tag
          </Button>
          {reason !== "" && (
            <Button
              tone="critical"
              disabled={isBusy}
              onClick={() => change({ change: "remove", tags: tag, reason })}
            >
              End now
            </Button>
          )}
        </InlineStack>
      ))}
      <NoNoticeSelect value={reason} onChange={setReason} />
    </BlockStack>
  );
}

type OpeningBalanceFormProps = { readonly currency: string; readonly entryId: string };

/** Adds an opening balance from another system. */
export function OpeningBalanceForm({ currency, entryId }: OpeningBalanceFormProps) {
  const { addToast } = useUiActions();
  const { id: oneTimeId, markUsed } = useOneTimeId(entryId);
  const onDone = useCallback(() => {
    addToast({ message: "Opening balance added", type: "success" });
    markUsed();
  }, [addToast, markUsed]);
  const { fetcher, answer, isBusy } = useIntent("opening-balance", onDone);
  const { id, fields, banner } = useAppForm({
    id: "opening-balance",
    defaultValue: { amount: "", reason: "", document: "" } satisfies FieldsOf<typeof openingBalanceForm>,
    answer,
    keeps: [],
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="opening-balance" />
      <input type="hidden" name="entryId" value={oneTimeId} />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormTextField
            field={fields.amount}
            label="Amount"
            suffix={currency}
            maxLength={30}
            requiredIndicator
            helpText="Enter a negative amount if the affiliate owes you."
          />
          <FormTextField field={fields.reason} label="Reason" maxLength={500} requiredIndicator />
          <FormTextField
            field={fields.document}
            label="Document"
            maxLength={200}
            helpText="Optional. Name or number of the document it comes from."
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Add opening balance
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
