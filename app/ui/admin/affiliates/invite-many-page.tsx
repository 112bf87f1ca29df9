import { BlockStack, Card } from "@shopify/polaris";
import type { CheckedInviteWire } from "#app/contracts/affiliate-forms.ts";
import { mostInvites } from "#app/domain/pasted-lines.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { formatCount } from "../../shared/format.ts";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { NoEmailServerBanner } from "./invitation-link.tsx";

const back = { content: "Invite Affiliate", url: "/dashboard/affiliates/invite" };

/** Invites people from a pasted or uploaded list, after a check of each line. */
export function InviteManyPage({ canEmail }: { canEmail: boolean }) {
  return (
    <AppPage title="Invite from CSV" backAction={back}>
      <BlockStack gap="400">
        {!canEmail && <NoEmailServerBanner />}
        <Card>
          <PastedRowsForm<CheckedInviteWire>
            id="invite-rows"
            title="People"
            label="Name, email, code, programs, tags, payout email"
            placeholder={"Maya Lin,maya@creators.example,MAYA,Summer creators,vip;blog,pay@creators.example"}
            helpText={`One person per line, up to ${formatCount(mostInvites)}. Only name and email are required. Separate several programs or tags with semicolons. Affiliates confirm the payout email themselves.`}
            save="Send invitations"
            saveOthers="invite"
            saved={(added) => (added === 1 ? "1 invitation sent" : `${formatCount(added)} invitations sent`)}
            column="Name"
            ownerColumn="Email"
            nameOf={({ name }) => name}
            takesFile
          />
        </Card>
      </BlockStack>
    </AppPage>
  );
}
