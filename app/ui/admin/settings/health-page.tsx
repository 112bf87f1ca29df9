import { useFetcher } from "@remix-run/react";
import {
  Badge,
  type BadgeProps,
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  Divider,
  InlineStack,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import { useEffect } from "react";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { HealthCheckWords } from "#app/contracts/health.ts";
import type { CheckState } from "#app/domain/health-check.ts";
import { health } from "#app/i18n/en/admin/health.ts";
import { tracking as trackingTexts } from "#app/i18n/en/admin/tracking.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { Folded } from "../../shared/detail-page.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { TrackingCard } from "../tracking/tracking-card.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";

const checksUrl = "/dashboard/settings/health?checks";

provideTexts({ health, tracking: trackingTexts });
const t = merchantText("health");

type HealthPageProps = {
  email: string | null;
  tracking: TrackingWire;
  timeZone: string;
  /** Below the checks. */
  children?: React.ReactNode;
};

/** Settings ▸ Health: tracking, and checks of everything the app needs, each with a fix. */
export function HealthPage({ email, tracking, timeZone, children }: HealthPageProps) {
  const { data, state, load } = useFetcher<{ checks: HealthCheckWords[] }>();
  useEffect(() => load(checksUrl), [load]);
  const isChecking = state !== "idle" || data === undefined;
  return (
    <AppPage
      title={frameText("pages.health")}
      secondaryActions={[
        { content: frameText("pages.failedDeliveries"), url: "/dashboard/settings/health/deliveries" },
      ]}
      primaryAction={{ content: t("again"), loading: isChecking, onAction: () => load(checksUrl) }}
    >
      <div aria-busy={isChecking}>
        <BlockStack gap="400">
          <TrackingCard tracking={tracking} timeZone={timeZone} />
          {data === undefined ? <WaitingForChecks /> : <Checks checks={data.checks} email={email} />}
          {children}
        </BlockStack>
      </div>
    </AppPage>
  );
}

function WaitingForChecks() {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="p" visuallyHidden>
          {t("checking")}
        </Text>
        <SkeletonBodyText lines={20} />
      </BlockStack>
    </Card>
  );
}

const worstFirst: readonly CheckState[] = ["failed", "warning", "unknown", "ok"];

function Checks({ checks, email }: { checks: readonly HealthCheckWords[]; email: string | null }) {
  const sorted = worstFirst.flatMap((state) => checks.filter((check) => check.state === state));
  const shown = sorted.filter((check) => isIssue(check) || check.id === "email");
  const others = sorted.filter((check) => !shown.includes(check));
  return (
    <>
      <Summary checks={checks} />
      {shown.length > 0 && (
        <Card padding="0">
          {shown.map((check, index) => (
            <div key={check.id}>
              {index > 0 && <Divider />}
              <Box padding="400">
                <CheckRow check={check}>
                  {check.id === "email" && email !== null && <TestEmail to={email} />}
                </CheckRow>
              </Box>
            </div>
          ))}
        </Card>
      )}
      {others.length > 0 && (
        <Card>
          <Folded title={t("others")} summary={stateCounts(others)}>
            <BlockStack gap="400">
              {others.map((check) => (
                <CheckRow key={check.id} check={check} />
              ))}
            </BlockStack>
          </Folded>
        </Card>
      )}
    </>
  );
}

const isIssue = ({ state }: HealthCheckWords) => state === "failed" || state === "warning";

/** "14 working, 5 not checked": checks without an issue. */
function stateCounts(checks: readonly HealthCheckWords[]): string {
  const working = checks.filter(({ state }) => state === "ok").length;
  return t("othersCount", { working, unchecked: checks.length - working });
}

function Summary({ checks }: { checks: readonly HealthCheckWords[] }) {
  const issues = checks.filter(isIssue);
  if (issues.length === 0) {
    const isComplete = checks.every(({ state }) => state === "ok");
    return <Banner tone="success">{t(isComplete ? "none.complete" : "none.partial")}</Banner>;
  }
  const hasFailed = issues.some(({ state }) => state === "failed");
  return <Banner tone={hasFailed ? "critical" : "warning"}>{t("issues", { count: issues.length })}</Banner>;
}

const badgeLooks: Record<CheckState, Pick<BadgeProps, "tone">> = {
  ok: { tone: "success" },
  warning: { tone: "warning" },
  failed: { tone: "critical" },
  unknown: {},
};

function CheckRow({ check, children }: { check: HealthCheckWords; children?: React.ReactNode }) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" variant="headingSm">
          {check.title}
        </Text>
        <Badge {...badgeLooks[check.state]}>{t(`states.${check.state}`)}</Badge>
      </InlineStack>
      <Text as="p" breakWord>
        {check.meaning}
      </Text>
      {check.next !== null && (
        <Text as="p" tone="subdued" breakWord>
          {check.next}
        </Text>
      )}
      {children}
    </BlockStack>
  );
}

type TestEmailAnswer = { ok: true; to: string } | { ok: false; message: string };

function TestEmail({ to }: { to: string }) {
  const fetcher = useFetcher<TestEmailAnswer>();
  const { data } = fetcher;
  useAnswerToast(data, sentText);
  return (
    <>
      <ErrorBanner message={data?.ok === false ? data.message : null} answer={data} />
      <Button
        loading={fetcher.state !== "idle"}
        onClick={() => fetcher.submit({ intent: "test-email" }, { method: "post" })}
      >
        {t("test", { to })}
      </Button>
    </>
  );
}

const sentText = () => t("sent");
