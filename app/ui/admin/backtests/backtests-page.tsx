import { useNavigation } from "@remix-run/react";
import { Link, Text } from "@shopify/polaris";
import type { BacktestHeadWire } from "#app/contracts/backtest.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { formatCount, formatDateTime, formatDay } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { scopeTexts } from "./backtest-page.tsx";
import { type ImportsShown, ImportSection } from "./import-section.tsx";
import { isOpen } from "./run-progress.tsx";
import { type StartDefaults, StartForm } from "./start-form.tsx";

export type BacktestsPageData = {
  readonly program: { readonly id: string; readonly name: string };
  readonly backtests: readonly BacktestHeadWire[];
  readonly draft: { readonly of: string; readonly text: string } | null;
  readonly defaults: StartDefaults;
  readonly imports: ImportsShown;
  readonly importDefaults: StartDefaults;
  readonly timeZone: string;
};

type Props = BacktestsPageData & { refusal: FormRefusal | null };

/** Backtests of a program: asking for one, the past orders that it needs, and those of before. */
export function BacktestsPage(props: Props) {
  const { program, backtests, draft, defaults, imports, importDefaults, timeZone, refusal } = props;
  const navigation = useNavigation();
  useLookWhile([...backtests, ...imports.imports].some(isOpen));
  return (
    <DetailPage
      title="Backtest"
      subtitle={program.name}
      back={{ content: program.name, url: `/dashboard/programs/${program.id}` }}
      aside={<ImportSection shown={imports} defaults={importDefaults} />}
    >
      <Section title="Run terms over past orders">
        <Text as="p" tone="subdued">
          Shows what a draft would have cost beside today&apos;s terms, by affiliate and product. Nothing is
          posted.
        </Text>
        <StartForm
          key={draft?.of ?? ""}
          defaults={defaults}
          draft={draft}
          refusal={refusal}
          isBusy={navigation.formData?.get("intent") === "start"}
        />
      </Section>
      <Section title="Earlier backtests">
        <EarlierTable backtests={backtests} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

function EarlierTable({ backtests, timeZone }: Pick<BacktestsPageData, "backtests" | "timeZone">) {
  if (backtests.length === 0) return <Text as="p">There are none yet.</Text>;
  return (
    <ScrollBox label="Earlier backtests">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Asked</th>
            <th scope="col">Days</th>
            <th scope="col">Orders</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {backtests.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link url={`/dashboard/programs/${one.program}/backtest/${one.id}`}>
                  {formatDateTime(one.createdAt, timeZone)}
                </Link>
              </th>
              <td>{`${formatDay(one.firstDay)} to ${formatDay(one.lastDay)}`}</td>
              <td>{`${scopeTexts[one.scope]}: ${formatCount(one.ordersTotal)}`}</td>
              <td>{statusLabel(one.status)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
