import { EmptyState } from "@shopify/polaris";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { NamedBacktestWire } from "#app/contracts/backtest.ts";
import { backtestList } from "#app/contracts/lists/programs.ts";
import { backtests as texts } from "#app/i18n/en/admin/backtests.ts";
import { formatDay } from "../../shared/format.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { isOpen } from "./run-progress.tsx";

provideTexts({ backtests: texts });

type Props = {
  readonly backtests: readonly NamedBacktestWire[];
  readonly pagination: PageOfList;
  readonly timeZone: string;
};

/** Programs ▸ Backtests: every backtest of the store. */
export function BacktestListPage({ backtests, pagination, timeZone }: Props) {
  const t = useText("backtests");
  useLookWhile(backtests.some(isOpen));
  return (
    <ListPage
      list={backtestList}
      title={frameText("pages.backtests")}
      resourceName={{ singular: t("all.one"), plural: t("all.many") }}
      rows={backtests}
      rowOf={({ id, program, affiliate }) => ({ id, url: `${backtestsPath(program, affiliate)}/${id}` })}
      renderCells={{
        subject: ({ programName, affiliateName }) => {
          if (programName === null) return t("all.newProgram");
          return affiliateName === null
            ? programName
            : t("all.customTerms", { affiliate: affiliateName, program: programName });
        },
        days: ({ firstDay, lastDay }) =>
          t("all.days", { first: formatDay(firstDay), last: formatDay(lastDay) }),
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState
          heading={t("all.none")}
          image="/empty-programs.svg"
          action={{ content: t("all.programs"), url: "/dashboard/programs" }}
        >
          <p>{t("all.noneText")}</p>
        </EmptyState>
      }
    />
  );
}
