import { Banner, BlockStack, Card } from "@shopify/polaris";
import type { CheckedInviteWire } from "#app/contracts/affiliate-forms.ts";
import { mostInvites } from "#app/domain/pasted-lines.ts";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ affiliates });

/** Invites people from a pasted or uploaded list, after a check of each line. */
export function InviteManyPage({ canEmail }: { canEmail: boolean }) {
  const t = useText("affiliates");
  return (
    <AppPage
      title={t("inviteMany.title")}
      backAction={{ content: t("invite.title"), url: "/dashboard/affiliates/invite" }}
    >
      <BlockStack gap="400">
        {!canEmail && <Banner tone="warning">{t("invite.noEmailServer")}</Banner>}
        <Card>
          <PastedRowsForm<CheckedInviteWire>
            id="invite-rows"
            title={t("inviteMany.people")}
            label={t("inviteMany.label")}
            placeholder={"Maya Lin,maya@creators.example,MAYA,Summer creators,vip;blog,pay@creators.example"}
            helpText={t("inviteMany.help", { most: mostInvites })}
            save={t("inviteMany.save")}
            saveOthers={t("inviteMany.saveOthers")}
            saved={(count) => t("bulk.invited", { count })}
            column={t("inviteMany.column")}
            ownerColumn={t("inviteMany.email")}
            nameOf={({ name }) => name}
            takesFile
          />
        </Card>
      </BlockStack>
    </AppPage>
  );
}
