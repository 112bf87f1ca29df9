import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, FormLayout, Link, List, SkeletonBodyText, Text } from "@shopify/polaris";
import { useEffect } from "react";
import type { inviteForm } from "#app/contracts/affiliate.ts";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { type FormField, FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useText } from "../../texts/use-text.ts";
import { InvitationLink } from "./invitation-link.tsx";

export type InviteProgram = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Sentences that describe the rate, the clicks and the approval to affiliates. */
  readonly terms: readonly string[];
};

export type InviteData = {
  readonly programs: readonly InviteProgram[];
  /** False where no email server is set up. */
  readonly canEmail: boolean;
};

/** The affiliate invited just now, with the link for the merchant to send. */
export type Invited = { readonly id: string; readonly name: string; readonly link: string };

export const inviteUrl = "/dashboard/affiliates/invite";

const formId = "invite";

type Names = "name" | "email" | "programIds" | "referralCode";

/** State of the form. It begins with all active programs. */
export function useInviteForm({ programs }: InviteData, answer: FormRefusal | null) {
  return useAppForm({
    id: formId,
    defaultValue: {
      name: "",
      email: "",
      programIds: idsOf(programs.filter(({ status }) => status === "active")) || (programs[0]?.id ?? ""),
      referralCode: "",
    } satisfies FieldsOf<typeof inviteForm>,
    answer,
  });
}

/** Ids as one value of a select; the server splits it. */
const idsOf = (programs: readonly InviteProgram[]): string => programs.map(({ id }) => id).join(",");

type FieldsProps = InviteData & {
  readonly fields: Readonly<Record<Names, FormField>>;
  readonly chosen: string;
};

/** Fields of an invitation, and the terms that the affiliate will see. */
export function InviteFields({ programs, canEmail, fields, chosen }: FieldsProps) {
  const t = useText("affiliates");
  const active = programs.filter(({ status }) => status === "active");
  const all = active.length > 1 ? [{ value: idsOf(active), label: t("invite.allPrograms") }] : [];
  const ids = chosen.split(",");
  return (
    <BlockStack gap="400">
      {!canEmail && <Banner tone="warning">{t("invite.noEmailServer")}</Banner>}
      <FormLayout>
        <FormTextField field={fields.name} label={t("invite.name")} maxLength={120} requiredIndicator />
        <FormTextField
          field={fields.email}
          label={t("invite.email")}
          type="email"
          maxLength={254}
          requiredIndicator
          helpText={canEmail ? t("invite.emailHelp") : t("invite.emailHelpNoServer")}
        />
        {programs.length > 0 ? (
          <FormSelect
            field={fields.programIds}
            label={t("invite.program")}
            options={[...all, ...programs.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        ) : (
          <Text as="p" tone="subdued">
            {t("invite.noPrograms")}
          </Text>
        )}
        <FormTextField
          field={fields.referralCode}
          label={t("invite.code")}
          maxLength={32}
          helpText={t("invite.codeHelp")}
        />
      </FormLayout>
      <TermsPreview programs={programs.filter(({ id }) => ids.includes(id))} />
    </BlockStack>
  );
}

function TermsPreview({ programs }: { programs: readonly InviteProgram[] }) {
  const t = useText("affiliates");
  const [only, ...others] = programs;
  if (!only) return null;
  const lines = others.length === 0 ? only.terms : programs.map(({ name, terms }) => `${name}: ${terms[0]}`);
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingSm">
        {t("invite.theySee")}
      </Text>
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

type InviteAnswer = { readonly ok: true; readonly invited: Invited } | ({ readonly ok: false } & FormRefusal);

/**
 * The invitation over the list. The page of the same form works without JavaScript. After an emailed invitation, the
 * action leads to the list, which says so and closes this.
 */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const t = useText("affiliates");
  const { load, data } = useFetcher<InviteData>();
  const fetcher = useFetcher<InviteAnswer>();
  const answer = fetcher.data;
  const invited = answer?.ok ? answer.invited : null;
  useEffect(() => {
    load(inviteUrl);
  }, [load]);
  const send = {
    content: data?.canEmail === false ? t("invite.createLink") : t("invite.send"),
    onAction: () => document.forms.namedItem(formId)?.requestSubmit(),
    disabled: data === undefined,
    loading: fetcher.state !== "idle",
  };
  return (
    <AppModal
      title={invited ? t("invite.linkFor", { name: invited.name }) : t("invite.title")}
      onClose={onClose}
      {...(invited === null && { primaryAction: send })}
      secondaryActions={[{ content: invited ? t("invite.close") : t("invite.cancel"), onAction: onClose }]}
    >
      {invited && <InvitationLink link={invited.link} />}
      {!invited && !data && <SkeletonBodyText lines={12} />}
      {!invited && data && (
        <fetcher.Form method="post" action={inviteUrl} id={formId} noValidate>
          <ModalFields data={data} refusal={answer?.ok === false ? answer : null} />
          {/* Enter sends the form, which has no button of its own. */}
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </fetcher.Form>
      )}
    </AppModal>
  );
}

function ModalFields({ data, refusal }: { data: InviteData; refusal: FormRefusal | null }) {
  const t = useText("affiliates");
  const { fields, values, banner } = useInviteForm(data, refusal);
  return (
    <BlockStack gap="400">
      <ErrorBanner {...banner} />
      <InviteFields {...data} fields={fields} chosen={values.programIds} />
      <Link url={`${inviteUrl}/many`}>{t("invite.csv")}</Link>
    </BlockStack>
  );
}
