import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, ButtonGroup, Card, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ImportWire, MappingWire } from "#app/contracts/file-import.ts";
import type { ImportSwitchWire } from "#app/contracts/shadow.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { formatList, formatMoney } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { TaskProgress } from "../../shared/task-progress.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { ImportSwitch, shadowUrl } from "./import-switch.tsx";
import { ImportMapping, type Mapping, shownChoices } from "./import-mapping.tsx";
import { contentsText } from "./import-words.ts";
import { shownPrograms } from "./program-choices.tsx";
import { ImportRows, type ImportRowsProps, type Post } from "./import-rows.tsx";
import { importsText as t } from "./imports-text.ts";

type Props = {
  upload: ImportWire;
  programs: NonNullable<Mapping["store"]>["programs"];
  /** The mapping of a checked file is open. */
  isEditing: boolean;
  /** For a store that switches from another app. */
  switched: ImportSwitchWire | null;
  /** False in shadow mode. */
  mayInvite: boolean;
  timeZone: string;
  currency: string;
};

const list = "/dashboard/affiliates/import";

/** An import: its mapping, then the result of the check, the progress, and the result. */
export function ImportPage(props: Props) {
  const { upload, programs, isEditing, switched, mayInvite, timeZone, currency } = props;
  const { id, status, mapping } = upload;
  const isMapped = isMapping(upload, isEditing);
  const { answer, isBusy, post } = usePost(id);
  const [changed, setChanged] = useState<ImportChoices | null>(null);
  const choices = changed ?? (mapping ? choicesOf(upload, mapping, { currency, programs }) : {});
  const postChoices = (intent: "read" | "check", given: ImportChoices) => {
    setChanged(null);
    post({ intent, choices: JSON.stringify(given) });
  };
  const change = (given: ImportChoices) => {
    // The file's programs and rates follow from its columns.
    if (programColumns(given) === programColumns(choices)) setChanged(given);
    else postChoices("read", given);
  };
  useLookWhile(isUnderWay(status) && !upload.isStopped);
  const check = { content: t("page.check"), loading: isBusy, onAction: () => postChoices("check", choices) };
  const { start, exportAge } = useStart(upload, { switched, isBusy, post, timeZone });
  const isReady = status === "checked" && !isMapped;
  const going = goOnOf(upload, post);
  const secondary = useSecondaryActions(upload, { isBusy, isReady, post });
  return (
    <AppPage
      title={upload.fileName}
      subtitle={t("page.withRows", { contents: contentsText(upload), count: upload.rows })}
      titleMetadata={status === "done" && <Badge tone="success">{t("statuses.done")}</Badge>}
      backAction={{ content: t("list.title"), url: list }}
      {...(isMapped && { primaryAction: check })}
      {...(isReady && { primaryAction: start })}
      {...(going && { primaryAction: { ...going, loading: isBusy } })}
      secondaryActions={secondary}
    >
      <BlockStack gap="400">
        {answer?.ok === false && <ErrorBanner message={answer.message} />}
        {status === "undone" && <Banner>{t("page.undone")}</Banner>}
        <Undecided upload={upload} />
        <Progress upload={upload} />
        {upload.uninvited > 0 && (
          <Invitations
            count={upload.uninvited}
            mayInvite={mayInvite}
            isBusy={isBusy}
            invite={() => post({ intent: "invite" })}
          />
        )}
        {exportAge}
        {isMapped && mapping ? (
          <Card>
            <ImportMapping
              upload={{ ...upload, mapping }}
              purpose="import"
              choices={choices}
              change={change}
              readAgain={(given) => postChoices("read", given)}
              store={{ programs, currency }}
            />
          </Card>
        ) : (
          <Result upload={upload} isBusy={isBusy} post={post} />
        )}
      </BlockStack>
    </AppPage>
  );
}

/** After an import, names the rows that nobody decided about. */
function Undecided({ upload: { status, undecided } }: { readonly upload: ImportWire }) {
  const { count, amounts } = undecided;
  if (status !== "done" || count === 0) return null;
  const sums = formatList(amounts.map(formatMoney));
  return (
    <Banner
      tone="info"
      title={sums === "" ? t("left.title", { count }) : t("left.titleWith", { count, sums })}
    >
      {t("left.text")}
    </Banner>
  );
}

type JobStatus = "checking" | "running" | "undoing";

const isUnderWay = (status: ImportWire["status"]): status is JobStatus =>
  status === "checking" || status === "running" || status === "undoing";

const programColumns = ({ columns = [] }: ImportChoices) =>
  columns.map((use) => (use === "program" || use === "rate" || use === "rateKind" ? use : "")).join();

/** True while the columns are shown instead of the rows. */
function isMapping({ status, isStopped, mapping }: ImportWire, isEditing: boolean): boolean {
  if (mapping === null) return false;
  if (status === "checking") return isStopped;
  return status === "draft" || (status === "checked" && isEditing);
}

/** Goes on with an import or undo that stopped. */
function goOnOf({ status, isStopped }: ImportWire, post: Post) {
  if (!isStopped || (status !== "running" && status !== "undoing")) return null;
  const intent = status === "running" ? "import" : "undo";
  return { content: t(`page.goOn.${intent}`), onAction: () => post({ intent }) };
}

function usePost(id: string): { answer: FormAnswer | undefined; isBusy: boolean; post: Post } {
  const fetcher = useFetcher<FormAnswer>();
  return {
    answer: fetcher.data,
    isBusy: fetcher.state !== "idle",
    post: (form) => fetcher.submit(form, { method: "post", action: `${list}/${id}` }),
  };
}

type StartState = Pick<Props, "switched" | "timeZone"> & { readonly isBusy: boolean; readonly post: Post };

/** The button that imports, and what a switch from another app asks before. */
function useStart(upload: ImportWire, { switched, isBusy, post, timeZone }: StartState) {
  const [isExportedLate, setExportedLate] = useState(false);
  const onAction = useUndecided(upload, () =>
    post({ intent: "import", ...(isExportedLate && { exportedLate: "on" }) }),
  );
  const disabled = switched !== null && !(switched.isLive && isExportedLate);
  const start = { content: t("page.import"), loading: isBusy, disabled, onAction };
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

/** Says what is left undecided before the import starts. */
function useUndecided({ undecided: { count, amounts } }: ImportWire, start: () => void): () => void {
  const confirm = useConfirm();
  if (count === 0) return start;
  const sums = amounts.map(formatMoney);
  return () =>
    confirm({
      title: t("decide.importTitle"),
      message:
        sums.length === 0
          ? t("decide.importText", { count })
          : t("decide.importTextWith", { count, sums: formatList(sums) }),
      confirmLabel: t("page.import"),
      onConfirm: start,
    });
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
    programs: shownPrograms(mapping.programs),
  };
}

function Progress({ upload: { status, isStopped, rows, rowsDone } }: { upload: ImportWire }) {
  if (!isUnderWay(status)) return null;
  if (isStopped) return <Banner tone="critical">{t(`page.stopped.${status}`)}</Banner>;
  const done = Math.min(rows, rowsDone);
  const text = status === "undoing" ? t("page.undoing") : t(`page.${status}`, { done, total: rows });
  return <TaskProgress text={text} done={done} total={rows} note={t("page.leave")} />;
}

type InvitationsProps = Pick<Props, "mayInvite"> & {
  readonly count: number;
  readonly isBusy: boolean;
  readonly invite: () => void;
};

/** The invitation is a step of its own, because an import emails nobody. */
function Invitations({ count, mayInvite, isBusy, invite }: InvitationsProps) {
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
        {!mayInvite && (
          <Text as="p">
            {t("invite.early")} <Link url={shadowUrl}>{t("list.shadow")}</Link>
          </Text>
        )}
        <ButtonGroup>
          <Button onClick={ask} loading={isBusy} disabled={!mayInvite}>
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

function Result({ upload, isBusy, post }: ImportRowsProps) {
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
        <ImportRows upload={upload} isBusy={isBusy} post={post} />
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
