import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, ButtonGroup, Card, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ImportWire, MappingWire } from "#app/contracts/file-import.ts";
import type { ImportSwitchWire } from "#app/contracts/shadow.ts";
import { isMoneyKind } from "#app/domain/imports/import-kinds.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import type { PersonNote } from "#app/domain/imports/outcomes.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { formatList, formatMoney } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ListFooter } from "../../shared/list/list-footer.tsx";
import { TaskProgress } from "../../shared/task-progress.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { ImportSwitch } from "./import-switch.tsx";
import { ImportMapping, type Mapping, shownChoices } from "./import-mapping.tsx";
import { contentsText } from "./import-words.ts";
import { importsText as t } from "./imports-text.ts";

type Props = {
  upload: ImportWire;
  programs: NonNullable<Mapping["programs"]>;
  /** The mapping of a checked file is open. */
  isEditing: boolean;
  /** For a store that switches from another app. */
  switched: ImportSwitchWire | null;
  timeZone: string;
  currency: string;
};

const list = "/dashboard/affiliates/import";

/** An import: its mapping, then the result of the check, the progress, and the result. */
export function ImportPage({ upload, programs, isEditing, switched, timeZone, currency }: Props) {
  const { id, status, mapping } = upload;
  const isMapped = isMapping(upload, isEditing);
  const { answer, isBusy, post } = usePost(id);
  const [changed, setChanged] = useState<ImportChoices | null>(null);
  const choices = changed ?? (mapping ? choicesOf(upload, mapping, { currency, programs }) : {});
  const postChoices = (intent: "read" | "check", given: ImportChoices) => {
    setChanged(null);
    post({ intent, choices: JSON.stringify(given) });
  };
  useLookWhile(isUnderWay(status));
  const check = { content: t("page.check"), loading: isBusy, onAction: () => postChoices("check", choices) };
  const { start, exportAge } = useStart(switched, { isBusy, post, timeZone });
  const isReady = status === "checked" && !isMapped;
  const secondary = useSecondaryActions(upload, { isBusy, isReady, post });
  return (
    <AppPage
      title={upload.fileName}
      subtitle={contentsText(upload)}
      backAction={{ content: t("list.title"), url: list }}
      {...(isMapped && { primaryAction: check })}
      {...(isReady && { primaryAction: start })}
      secondaryActions={secondary}
    >
      <BlockStack gap="400">
        {answer?.ok === false && <ErrorBanner message={answer.message} />}
        {mapping && (
          <Text as="p" tone="subdued">
            {t("page.rows", { count: upload.rows })}
          </Text>
        )}
        {status === "undone" && <Banner>{t("page.undone")}</Banner>}
        <Progress upload={upload} />
        {upload.uninvited > 0 && (
          <Invitations count={upload.uninvited} isBusy={isBusy} invite={() => post({ intent: "invite" })} />
        )}
        {isMapped && mapping && (
          <Card>
            <ImportMapping
              upload={{ ...upload, mapping }}
              purpose="import"
              choices={choices}
              change={setChanged}
              readAgain={(given) => postChoices("read", given)}
              programs={programs}
            />
          </Card>
        )}
        {exportAge}
        {!isMapped && <Result upload={upload} />}
      </BlockStack>
    </AppPage>
  );
}

type JobStatus = "checking" | "running" | "undoing";

const isUnderWay = (status: ImportWire["status"]): status is JobStatus =>
  status === "checking" || status === "running" || status === "undoing";

/** True while the columns are shown instead of the rows. */
function isMapping({ status, mapping }: ImportWire, isEditing: boolean): boolean {
  return mapping !== null && (status === "draft" || (status === "checked" && isEditing));
}

type Post = (form: Record<string, string>) => void;

function usePost(id: string): { answer: FormAnswer | undefined; isBusy: boolean; post: Post } {
  const fetcher = useFetcher<FormAnswer>();
  return {
    answer: fetcher.data,
    isBusy: fetcher.state !== "idle",
    post: (form) => fetcher.submit(form, { method: "post", action: `${list}/${id}` }),
  };
}

type StartState = { readonly isBusy: boolean; readonly post: Post; readonly timeZone: string };

/** The button that imports, and what a switch from another app asks before. */
function useStart(switched: ImportSwitchWire | null, { isBusy, post, timeZone }: StartState) {
  const [isExportedLate, setExportedLate] = useState(false);
  const start = {
    content: t("page.import"),
    loading: isBusy,
    disabled: switched !== null && !(switched.isLive && isExportedLate),
    onAction: () => post({ intent: "import", ...(isExportedLate && { exportedLate: "on" }) }),
  };
  const exportAge = switched && (
    <ImportSwitch
      switched={switched}
      timeZone={timeZone}
      isExportedLate={isExportedLate}
      confirm={setExportedLate}
    />
  );
  return { start, exportAge };
}

const undoMessages = {
  affiliates: "page.undoAffiliates",
  customers: "page.undoCustomers",
  referrals: "page.undoBalances",
  balances: "page.undoBalances",
  payments: "page.undoBalances",
} as const;

type ActionState = { readonly isBusy: boolean; readonly isReady: boolean; readonly post: Post };

function useSecondaryActions({ id, status, kind }: ImportWire, { isBusy, isReady, post }: ActionState) {
  const confirm = useConfirm();
  const undo = () =>
    confirm({
      title: t("page.undoTitle"),
      message: t(undoMessages[kind]),
      confirmLabel: t("page.undo"),
      destructive: true,
      onConfirm: () => post({ intent: "undo" }),
    });
  const discard = () => post({ intent: "discard" });
  const isWaiting = status === "draft" || status === "checking" || status === "checked";
  return [
    ...(isReady ? [{ content: t("page.edit"), url: `${list}/${id}?edit=1` }] : []),
    ...(isWaiting ? [{ content: t("page.discard"), disabled: isBusy, onAction: discard }] : []),
    ...(status === "done" ? [{ content: t("page.undo"), disabled: isBusy, onAction: undo }] : []),
  ];
}

function choicesOf(
  upload: ImportWire,
  mapping: MappingWire,
  { currency, programs }: Pick<Props, "currency" | "programs">,
): ImportChoices {
  const onlyProgram = programs.length === 1 ? programs[0]?.value : undefined;
  return {
    ...shownChoices({ ...upload, mapping }, currency),
    ...(mapping.releaseOn !== null && { releaseOn: mapping.releaseOn }),
    // Without a program, the imported affiliates earn nothing.
    programId: mapping.programId ?? onlyProgram ?? "",
  };
}

function Progress({ upload: { status, rows, rowsDone } }: { upload: ImportWire }) {
  if (!isUnderWay(status)) return null;
  const done = Math.min(rows, rowsDone);
  const text = status === "undoing" ? t("page.undoing") : t(`page.${status}`, { done, total: rows });
  return <TaskProgress text={text} done={done} total={rows} note={t("page.leave")} />;
}

type InvitationsProps = { readonly count: number; readonly isBusy: boolean; readonly invite: () => void };

/** The invitation is a step of its own, because an import emails nobody. */
function Invitations({ count, isBusy, invite }: InvitationsProps) {
  const confirm = useConfirm();
  const ask = () =>
    confirm({
      title: t("invite.askTitle", { count }),
      message: t("invite.ask"),
      confirmLabel: t("invite.send", { count }),
      onConfirm: invite,
    });
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t("invite.title")}
        </Text>
        <Text as="p">{t("invite.text", { count })}</Text>
        <ButtonGroup>
          <Button onClick={ask} loading={isBusy}>
            {t("invite.action", { count })}
          </Button>
          <Button variant="plain" url="/dashboard/settings/notifications/invitation_moved">
            {t("invite.edit")}
          </Button>
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}

function Result({ upload }: { upload: ImportWire }) {
  if (upload.status === "checking") return null;
  return (
    <>
      {upload.todos.length > 0 && (
        <Banner tone="warning" title={t("todos.title")}>
          {upload.todos.map(({ affiliate, order, amount }) => (
            <p key={`${affiliate} ${order} ${amount.amount}`}>
              {t("todos.text", { affiliate, order, amount: formatMoney(amount) })}
            </p>
          ))}
        </Banner>
      )}
      {upload.totals.length > 0 && (
        <Card>
          <Totals upload={upload} />
        </Card>
      )}
      <Card>
        <Rows upload={upload} />
      </Card>
    </>
  );
}

function Totals({ upload: { totals, now } }: { upload: ImportWire }) {
  const columns = ["file", "pending", "available", "history", "left"] as const;
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        {t("totals.title")}
      </Text>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("totals.currency")}</th>
            {columns.map((name) => (
              <th key={name} scope="col" className="amount">
                {t(`totals.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.file.currencyCode}>
              <th scope="row">{total.file.currencyCode}</th>
              {columns.map((name) => (
                <td key={name} data-label={t(`totals.${name}`)} className="amount">
                  {formatMoney(total[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {now.map(({ pending, available, takenBack }) => (
        <Text key={pending.currencyCode} as="p" tone="subdued">
          {`${t("totals.now")}: ${t("totals.nowOf", {
            pending: formatMoney(pending),
            available: formatMoney(available),
            back: formatMoney(takenBack),
          })}`}
        </Text>
      ))}
    </BlockStack>
  );
}

type Row = ImportWire["list"][number];

function Rows({ upload }: { upload: ImportWire }) {
  const { id, counts, outcome, pagination } = upload;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        {t("rows.title")}
      </Text>
      <ButtonGroup>
        <Button pressed={outcome === null} url={`${list}/${id}`}>
          {t("rows.all", { count: all })}
        </Button>
        {counts.map((one) => (
          <Button
            key={one.outcome}
            pressed={outcome === one.outcome}
            url={`${list}/${id}?outcome=${one.outcome}`}
          >
            {t(`outcomes.${one.outcome}`, { count: one.count })}
          </Button>
        ))}
      </ButtonGroup>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("rows.row")}</th>
            <th scope="col">{t("rows.affiliate")}</th>
            {isMoneyKind(upload.kind) && (
              <th scope="col" className="amount">
                {t("rows.amount")}
              </th>
            )}
            <th scope="col">{t("rows.result")}</th>
          </tr>
        </thead>
        <tbody>
          {upload.list.map((row) => (
            <tr key={row.row}>
              <th scope="row">{row.row}</th>
              <td data-label={t("rows.affiliate")}>
                {row.affiliate ? (
                  <Link url={`/dashboard/affiliates/${row.affiliate.id}`}>{row.affiliate.name}</Link>
                ) : (
                  row.label || "–"
                )}
              </td>
              {isMoneyKind(upload.kind) && (
                <td data-label={t("rows.amount")} className="amount">
                  {row.amount ? formatMoney(row.amount) : "–"}
                </td>
              )}
              <td data-label={t("rows.result")}>{resultText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListFooter pagination={pagination} shown={upload.list.length} />
    </BlockStack>
  );
}

function resultText({ code, otherRow, column, notes }: Row): string {
  const plain = t(`codes.${code}`);
  const text = column === null ? plain : t("rows.inColumn", { text: plain, column });
  const told = otherRow === null ? text : t("rows.of", { text, row: otherRow });
  const more = notes.map((note) => t(`notes.${note as PersonNote}`));
  return more.length === 0 ? told : `${told}: ${formatList(more)}`;
}
