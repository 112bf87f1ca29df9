import { ActionList, Button, InlineStack, Popover, ProgressBar } from "@shopify/polaris";
import { ChevronDownIcon, ChevronUpIcon, MenuHorizontalIcon } from "@shopify/polaris-icons";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { SetupStep, SetupStepId } from "#app/domain/dashboard-figures.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { useText } from "../../texts/use-text.ts";
import { hiddenWhereDismissed, useDismissedGuide } from "./dismissed-guide.ts";
import type { SaleShown, SetupShown } from "./setup-shown.ts";
import { InviteStep, ProgramStep, SaleStep, TrackingStep } from "./setup-steps.tsx";

type Props = {
  readonly setup: SetupShown;
  readonly tracking: TrackingWire;
  readonly isEmbedOn: boolean | null;
  /** True before the admin has reported the app embed's state. */
  readonly isChecking: boolean;
  readonly shop: string;
  readonly timeZone: string;
};

/** Steps to the first sale, one open at a time. They complete themselves. */
export function SetupGuide({ setup, isEmbedOn, shop, ...shown }: Props) {
  const t = useText("dashboard");
  const [dismissed, dismiss] = useDismissedGuide(shop);
  const [isCollapsed, setIsCollapsed] = useState(false);
  const steps = setup.steps.map((step) =>
    step.id === "tracking" && isEmbedOn === true ? { ...step, done: true } : step,
  );
  const done = steps.filter((step) => step.done).length;
  if (dismissed) return null;
  const isDone = done === steps.length;
  return (
    <section id={guideId} className="dash-card" aria-label={t("setup.title")}>
      <style dangerouslySetInnerHTML={{ __html: hiddenWhereDismissed(guideId, shop) }} />
      <div className="dash-head">
        <h2>{t("setup.title")}</h2>
        <InlineStack gap="200" blockAlign="center">
          <span className="dash-subdued">{t("setup.progress", { done, total: steps.length })}</span>
          <Button
            variant="tertiary"
            icon={isCollapsed ? ChevronDownIcon : ChevronUpIcon}
            accessibilityLabel={isCollapsed ? t("setup.expand") : t("setup.collapse")}
            ariaExpanded={!isCollapsed}
            onClick={() => setIsCollapsed((now) => !now)}
          />
          <GuideMenu onDismiss={dismiss} />
        </InlineStack>
      </div>
      <span id="setup-progress" hidden>
        {t("setup.progressLabel")}
      </span>
      <ProgressBar progress={(done / steps.length) * 100} size="small" ariaLabelledBy="setup-progress" />
      {!isCollapsed &&
        (isDone && setup.firstSale ? (
          <DoneNote sale={setup.firstSale} onDismiss={dismiss} />
        ) : (
          <Steps {...shown} setup={setup} steps={steps} isEmbedOn={isEmbedOn} />
        ))}
    </section>
  );
}

const guideId = "setup-guide";

function GuideMenu({ onDismiss }: { onDismiss: () => void }) {
  const t = useText("dashboard");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      active={isOpen}
      onClose={() => setIsOpen(false)}
      activator={
        <Button
          variant="tertiary"
          icon={MenuHorizontalIcon}
          accessibilityLabel={t("setup.more")}
          onClick={() => setIsOpen((now) => !now)}
        />
      }
    >
      <ActionList items={[{ content: t("setup.dismiss"), onAction: onDismiss }]} />
    </Popover>
  );
}

function DoneNote({ sale, onDismiss }: { sale: SaleShown; onDismiss: () => void }) {
  const t = useText("dashboard");
  return (
    <div className="dash-payable">
      <output>{t("setup.done", { name: sale.affiliateName })}</output>
      <InlineStack gap="200">
        <Button url={`/dashboard/orders/${encodeURIComponent(sale.orderId)}`}>{t("setup.viewOrder")}</Button>
        <Button variant="tertiary" onClick={onDismiss}>
          {t("setup.dismissDone")}
        </Button>
      </InlineStack>
    </div>
  );
}

type StepsProps = Omit<Props, "shop"> & { readonly steps: readonly SetupStep[] };

function Steps({ setup, steps, ...shown }: StepsProps) {
  const t = useText("dashboard");
  /** The step that a person opened. Without one, the first that isn't done is open. */
  const [chosen, setChosen] = useState<SetupStepId | "none" | null>(null);
  const first = steps.find((step) => !step.done)?.id ?? "none";
  const open = chosen ?? first;
  const list = useRef<HTMLOListElement>(null);
  const movesFocus = useRef(false);
  const advance = useCallback(() => {
    movesFocus.current = true;
    setChosen(null);
  }, []);
  useEffect(() => {
    if (!movesFocus.current || open === "none") return;
    movesFocus.current = false;
    focusFirst(list.current);
  }, [open]);
  return (
    <>
      <p className="dash-subdued">{t("setup.intro")}</p>
      {steps.some(({ id, done }) => id === "program" && !done) && (
        <p>
          {t("setup.otherApp")}{" "}
          <AppLink className="dash-link" url="/dashboard/programs/audit">
            {t("setup.audit")}
          </AppLink>
        </p>
      )}
      <ol className="setup-steps" ref={list}>
        {steps.map(({ id, done }) => (
          <Step
            key={id}
            title={t(`setup.${id}.title`)}
            done={done}
            isOpen={id === open}
            onToggle={() => setChosen(id === open ? "none" : id)}
          >
            {id === "program" && <ProgramStep setup={setup} onDone={advance} />}
            {id === "invite" && <InviteStep setup={setup} onDone={advance} />}
            {id === "tracking" && <TrackingStep {...shown} />}
            {id === "sale" && <SaleStep setup={setup} />}
          </Step>
        ))}
      </ol>
    </>
  );
}

/** The next step's first field, or its first button. */
function focusFirst(list: HTMLElement | null): void {
  const panel = list?.querySelector(".setup-panel");
  panel?.querySelector<HTMLElement>("input:not([type=hidden]), button, a")?.focus();
}

type StepProps = {
  readonly title: string;
  readonly done: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
};

/** Only the open step has content. */
function Step({ title, done, isOpen, onToggle, children }: StepProps) {
  const t = useText("dashboard");
  return (
    <li className="setup-step" {...(isOpen && { "data-open": "" })}>
      <button type="button" className="setup-step-button" aria-expanded={isOpen} onClick={onToggle}>
        <span className="setup-mark" {...(done && { "data-done": "" })}>
          <span className="dash-unseen">{done ? t("setup.stepDone") : t("setup.stepOpen")}</span>
        </span>{" "}
        {title}
      </button>
      {isOpen && <div className="setup-panel">{children}</div>}
    </li>
  );
}
