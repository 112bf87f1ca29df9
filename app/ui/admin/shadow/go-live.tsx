import {
  BlockStack,
  Button,
  Card,
  ChoiceList,
  FormLayout,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { useCallback, useState } from "react";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { bannerMessage, ErrorBanner, errorProp } from "../../shared/error-banner.tsx";
import { formatDay } from "../../shared/format.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { shadowText as t } from "./shadow-text.ts";

type Props = {
  /** A moment is chosen already. */
  isChosen: boolean;
  moment: { readonly day: string; readonly time: string };
  timeZone: string;
};

/** Chooses the moment from which orders are this app's. */
export function GoLive({ isChosen, moment, timeZone }: Props) {
  const [when, setWhen] = useState<"now" | "later">(isChosen ? "later" : "now");
  const [day, setDay] = useState(moment.day);
  const [time, setTime] = useState(moment.time);
  const { addToast } = useUiActions();
  const isNow = when === "now";
  const onDone = useCallback(
    () => void addToast({ message: isNow ? t("live.done") : t("live.scheduled") }),
    [addToast, isNow],
  );
  const { fetcher, refusal, isBusy } = useIntent("live", onDone);
  const confirm = useConfirm();
  const label = isChosen && !isNow ? t("live.change") : t("live.action");
  const date = day === "" ? "" : `${formatDay(day)}, ${time}`;
  const ask = () =>
    confirm({
      title: isNow ? t("live.ask") : t("live.askLater", { date }),
      message: t("live.asked"),
      confirmLabel: label,
      onConfirm: () => fetcher.submit({ intent: "live", when, day, time }, { method: "post" }),
    });
  return (
    <Card>
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, ["day"])} />
        <Text as="h2" variant="headingMd">
          {t("live.title")}
        </Text>
        <Text as="p">{t("live.text")}</Text>
        <ChoiceList
          title={t("live.when")}
          choices={[
            { label: t("live.now"), value: "now" },
            { label: t("live.later"), value: "later" },
          ]}
          selected={[when]}
          onChange={([chosen]) => setWhen(chosen === "later" ? "later" : "now")}
        />
        {!isNow && (
          <FormLayout>
            <FormLayout.Group>
              <TextField
                type="date"
                label={t("live.day")}
                value={day}
                onChange={setDay}
                autoComplete="off"
                {...errorProp(refusal, "day")}
              />
              <TextField
                type="time"
                label={t("live.time")}
                value={time}
                onChange={setTime}
                autoComplete="off"
                helpText={t("live.zone", { zone: timeZone })}
              />
            </FormLayout.Group>
          </FormLayout>
        )}
        <InlineStack>
          <Button loading={isBusy} onClick={ask}>
            {label}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
