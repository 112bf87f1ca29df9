import { useLocation } from "@remix-run/react";
import { TitleBar } from "@shopify/app-bridge-react";
import { BlockStack, Box, InlineStack, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { usePageHost } from "../../state/ui-provider.tsx";
import { AppLink } from "./app-link.tsx";
import { frameText as t } from "./frame-text.ts";
import { helpUrl } from "./help-links.ts";
import { useReturn, useReturnable } from "./return-address.ts";
import { SectionRow } from "./section-row.tsx";
import { SettingsColumns, useSettingsSection } from "./settings-columns.tsx";

/** A button or a link of the page. */
export type PageAction = {
  readonly content: string;
  readonly url?: string;
  /** The link opens a new tab. */
  readonly external?: boolean;
  readonly onAction?: () => void;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  readonly loading?: boolean;
};

export type AppPageProps = {
  title: string;
  subtitle?: string;
  /** Badge of the status. */
  titleMetadata?: ReactNode;
  /** Link to the list, which opens as it was left. */
  backAction?: { readonly content: string; readonly url: string };
  primaryAction?: PageAction;
  secondaryActions?: readonly PageAction[];
  /** Actions in the menu "More actions". */
  moreActions?: readonly PageAction[];
  fullWidth?: boolean;
  narrowWidth?: boolean;
  children: ReactNode;
};

/**
 * A merchant's page, with the links to the pages beside it. Inside Shopify's admin, its title bar shows the title and
 * the actions, with a link to the help about the subject.
 */
export function AppPage(props: AppPageProps) {
  const { embedded } = usePageHost();
  useReturnable();
  const section = useSettingsSection();
  const { children, ...page } = section?.name === "section" ? { backAction: settings, ...props } : props;
  const Framed = embedded ? EmbeddedPage : StandalonePage;
  const help = helpUrl(useLocation().pathname);
  const links = help === null ? [] : [{ content: t("help"), url: help, external: true }];
  return (
    <Framed {...page} secondaryActions={[...(page.secondaryActions ?? []), ...links]}>
      {section ? <SettingsColumns section={section}>{children}</SettingsColumns> : children}
    </Framed>
  );
}

const settings = { content: t("pages.settings"), url: "/dashboard/settings" };

function StandalonePage(props: AppPageProps) {
  const { primaryAction, secondaryActions = [], moreActions = [], backAction, children, ...page } = props;
  const back = useReturn(backAction?.url ?? "");
  return (
    <Page
      {...page}
      secondaryActions={[...secondaryActions]}
      {...(moreActions.length > 0 && {
        actionGroups: [{ title: t("moreActions"), actions: [...moreActions] }],
      })}
      {...(primaryAction && { primaryAction: { ...primaryAction } })}
      {...(backAction && { backAction: { ...backAction, ...back } })}
    >
      <BlockStack gap="400">
        <SectionRow />
        {children}
      </BlockStack>
    </Page>
  );
}

function EmbeddedPage({
  title,
  subtitle,
  titleMetadata,
  backAction,
  primaryAction,
  secondaryActions,
  moreActions,
  children,
  ...width
}: AppPageProps) {
  const back = useReturn(backAction?.url ?? "");
  return (
    <Page {...width}>
      <TitleBar title={title}>
        {backAction && <BarAction action={{ ...backAction, ...back }} variant="breadcrumb" />}
        {primaryAction && <BarAction action={primaryAction} variant="primary" />}
        {secondaryActions?.map((action) => (
          <BarAction key={action.content} action={action} />
        ))}
        {moreActions !== undefined && moreActions.length > 0 && (
          // The admin shows its actions as a menu with this label.
          <section {...{ label: t("moreActions") }}>
            {moreActions.map((action) => (
              <BarAction key={action.content} action={action} />
            ))}
          </section>
        )}
      </TitleBar>
      <Text as="h1" visuallyHidden>
        {title}
      </Text>
      <BlockStack gap="400">
        <SectionRow />
        {(titleMetadata || subtitle !== undefined) && (
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <InlineStack gap="200" blockAlign="center">
              {titleMetadata}
              {subtitle !== undefined && (
                <Text as="p" tone="subdued">
                  {subtitle}
                </Text>
              )}
            </InlineStack>
          </Box>
        )}
        {children}
      </BlockStack>
    </Page>
  );
}

type BarActionProps = { action: PageAction; variant?: "breadcrumb" | "primary" };

/** App Bridge draws these in the admin's title bar, and clicks them here. */
function BarAction({ action, variant }: BarActionProps) {
  const { content, url, external = false, onAction, destructive, disabled, loading } = action;
  const looks = { ...(variant && { variant }), ...(destructive && { tone: "critical" as const }) };
  if (url !== undefined) {
    return (
      <AppLink url={url} external={external} onClick={() => onAction?.()} {...looks}>
        {content}
      </AppLink>
    );
  }
  return (
    <button
      type="button"
      disabled={disabled ?? false}
      onClick={() => onAction?.()}
      {...looks}
      {...(loading && { loading: "" })}
    >
      {content}
    </button>
  );
}
