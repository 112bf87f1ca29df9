import { BlockStack, InlineStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useMemo, useState } from "react";
import type { LinkWire } from "#app/contracts/link.ts";
import { AppSaveBar } from "../frame/app-save-bar.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { type ChartPoint, LineChart } from "../chart/line-chart.tsx";
import { useConfirm } from "../confirm-modal.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Section } from "../detail-page.tsx";
import { ErrorBanner } from "../error-banner.tsx";
import { FileButton } from "../file-button.tsx";
import { useTextControl } from "../form/form-fields.tsx";
import { useAppForm } from "../form/use-app-form.ts";
import { useIntent } from "../form/use-intent.ts";
import { formatCompact, formatCount, formatDay, formatShortDay } from "../format.ts";
import { SaveButtons } from "../save-buttons.tsx";
import { type LinkChoices, LinkFields, linkValuesOf } from "./link-fields.tsx";
import type { LinkTexts } from "./link-texts.ts";

type Props = {
  link: LinkWire;
  choices: LinkChoices;
  addressStart: string;
  /** True if leaving with unsaved changes asks first. The portal has no bar for it. */
  isGuarded: boolean;
  texts: LinkTexts;
};

/**
 * Form for a link. It posts the revision it was opened with, so that a change saved by someone else is a conflict and
 * is not overwritten.
 */
export function LinkEditForm({ link, choices, addressStart, isGuarded, texts }: Props) {
  const { addToast } = useUiActions();
  const [opened, setOpened] = useState(link);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const onDone = useCallback(() => {
    addToast({ message: texts.saved, type: "success" });
    setSavedAt(opened.revision);
  }, [addToast, opened.revision, texts.saved]);
  const { fetcher, answer, isBusy } = useIntent("edit", onDone);
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "link",
    defaultValue: shownValues(opened, choices),
    answer,
  });

  // Follow a newer version if nothing would be lost: after saving, or without edits.
  if (link.revision !== opened.revision && (savedAt === opened.revision || !isDirty)) {
    setOpened(link);
    discard();
    setSavedAt(null);
  }

  const target = useTextControl(fields.target);
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="revision" value={opened.revision} />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <LinkFields
          fields={fields}
          target={target}
          chosenCode={values.discountCode}
          choices={choices}
          addressStart={addressStart}
          isNew={false}
          texts={texts}
        />
        {!isGuarded && (
          <SaveButtons
            isDirty={isDirty}
            isBusy={isBusy}
            onDiscard={discard}
            submitLabel={texts.save}
            discardLabel={texts.discard}
          />
        )}
      </BlockStack>
      {isGuarded && <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />}
    </fetcher.Form>
  );
}

/** Values of the shown fields: an affiliate does not choose the program. */
function shownValues(link: LinkWire, { programs }: LinkChoices) {
  const { programId, ...values } = linkValuesOf(link);
  return programs ? { ...values, programId } : values;
}

const kinds = ["short", "direct", "discount"] as const;

type LinkFormListProps = {
  forms: LinkWire["forms"];
  texts: LinkTexts;
  /** Copies a text, with a message. */
  Copy?: typeof CopyButton;
};

/** URLs of a link, each with a copy button. */
export function LinkFormList({ forms, texts, Copy = CopyButton }: LinkFormListProps) {
  return (
    <BlockStack gap="300">
      {kinds.map((kind) => {
        const address = forms[kind];
        if (address === null) return null;
        const { label, help, copy } = texts.forms[kind];
        return (
          <TextField
            key={kind}
            label={label}
            value={address}
            readOnly
            autoComplete="off"
            helpText={help}
            connectedRight={<Copy text={address} label={copy} />}
          />
        );
      })}
      <Text as="p" tone="subdued">
        {texts.formsHelp}
      </Text>
    </BlockStack>
  );
}

export type LinkDay = { readonly day: string; readonly clicks: number; readonly orders: number };

/** Clicks by day as a chart, and as a table. */
export function DayChart({ days, texts }: { days: readonly LinkDay[]; texts: LinkTexts["days"] }) {
  const points = useMemo(() => days.map(pointOf), [days]);
  if (days.length === 0) return <Text as="p">{texts.none}</Text>;
  return (
    <>
      <LineChart
        label={texts.trend(formatCount(days.reduce((sum, { clicks }) => sum + clicks, 0)))}
        cursorLabel={texts.cursor}
        points={points}
        tickText={formatCompact}
        isLastUnfinished
      />
      <details>
        <summary>{texts.table}</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col" className="amount">
                {texts.clicks}
              </th>
              <th scope="col" className="amount">
                {texts.orders}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, clicks, orders }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td className="amount">{formatCount(clicks)}</td>
                <td className="amount">{formatCount(orders)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function pointOf({ day, clicks }: LinkDay): ChartPoint {
  return {
    key: day,
    axis: formatShortDay(day, day),
    title: formatDay(day),
    value: clicks,
    text: formatCount(clicks),
  };
}

export type QrDrawing = { readonly size: number; readonly path: string };

type QrSectionProps = {
  qr: QrDrawing;
  /** URL in the QR code. */
  address: string;
  /** Address of the files, without the ending. */
  fileUrl: string;
  texts: LinkTexts["qr"];
};

/** The link as a QR code, dark on light in every theme, because scanners need that. */
export function QrSection({ qr, address, fileUrl, texts }: QrSectionProps) {
  return (
    <Section title={texts.title}>
      <figure className="qr-code">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          width="180"
          height="180"
          shapeRendering="crispEdges"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" />
        </svg>
        <figcaption>{address}</figcaption>
      </figure>
      <InlineStack gap="200">
        <FileButton url={`${fileUrl}.svg`} content={texts.svg} />
        <FileButton url={`${fileUrl}.png`} content={texts.png} />
      </InlineStack>
    </Section>
  );
}

/** Page actions to pause, archive and resume a link, and their errors. */
export function useLinkStatus(link: LinkWire, texts: LinkTexts["status"]) {
  const { paused, resumed, archived } = texts;
  const done = link.status === "active" ? paused : resumed;
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onStatus = useCallback(() => void addToast({ message: done, type: "success" }), [addToast, done]);
  const onArchived = useCallback(() => void addToast({ message: archived }), [addToast, archived]);
  const status = useIntent("status", onStatus);
  const archive = useIntent("archive", onArchived);
  function pause() {
    confirm({
      title: texts.pauseTitle,
      message: texts.pauseMessage,
      confirmLabel: texts.pause,
      cancelLabel: texts.cancel,
      onConfirm: () => status.fetcher.submit({ intent: "status", status: "paused" }, { method: "post" }),
    });
  }
  function putAway() {
    confirm({
      title: texts.archiveTitle,
      message: texts.archiveMessage,
      confirmLabel: texts.archive,
      cancelLabel: texts.cancel,
      onConfirm: () => archive.fetcher.submit({ intent: "archive" }, { method: "post" }),
    });
  }
  const work = () => status.fetcher.submit({ intent: "status", status: "active" }, { method: "post" });
  const isActive = link.status === "active";
  const change = isActive
    ? { content: texts.pause, onAction: pause, loading: status.isBusy }
    : { content: texts.resume, onAction: work, loading: status.isBusy };
  const remove = { content: texts.archive, onAction: putAway, loading: archive.isBusy };
  return {
    actions: link.status === "archived" ? [change] : [change, remove],
    refusal: status.refusal ?? archive.refusal,
  };
}
