import { Badge, Button, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { DataRequestWire } from "#app/contracts/privacy.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FileButton } from "../../shared/file-button.tsx";
import { formatCount, formatDate } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";

type Props = { requests: readonly DataRequestWire[]; now: string; timeZone: string };

/** Customers' requests for their data, by when each is due, its answer, and whether it was handed over. */
export function DataRequestTable({ requests, now, timeZone }: Props) {
  const confirm = useConfirm();
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Written down" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("hand-over", onDone);
  const ask = ({ id }: DataRequestWire) =>
    confirm({
      title: `Was the answer to request ${id} handed over?`,
      message: "The answer stays here for 30 more days and is then erased.",
      confirmLabel: "Handed over",
      onConfirm: () => fetcher.submit({ intent: "hand-over", id }, { method: "post" }),
    });
  return (
    <>
      <ErrorBanner message={refusal?.message ?? null} answer={refusal} />
      <ScrollBox label="Requests of customers">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col">Due</th>
              <th scope="col" className="amount">
                Orders
              </th>
              <th scope="col">Answer</th>
              <th scope="col">Handed over</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <tr key={request.id}>
                <th scope="row">
                  {request.id}
                  <Text as="p" tone="subdued">{`Received ${formatDate(request.receivedAt, timeZone)}`}</Text>
                </th>
                <td className="no-break">
                  <DueDate request={request} now={now} timeZone={timeZone} />
                </td>
                <td className="amount">{formatCount(request.orders)}</td>
                <td>{request.hasAnswer ? <AnswerFile id={request.id} /> : "Erased"}</td>
                <td className="no-break">
                  {request.handedOverAt === null ? (
                    <Button
                      size="slim"
                      disabled={isBusy}
                      accessibilityLabel={`Request ${request.id} was handed over`}
                      onClick={() => ask(request)}
                    >
                      Handed over
                    </Button>
                  ) : (
                    formatDate(request.handedOverAt, timeZone)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function DueDate({ request, now, timeZone }: { request: DataRequestWire; now: string; timeZone: string }) {
  const isLate = request.handedOverAt === null && request.dueAt < now;
  return (
    <InlineStack gap="200">
      {formatDate(request.dueAt, timeZone)}
      {isLate && <Badge tone="critical">Overdue</Badge>}
    </InlineStack>
  );
}

function AnswerFile({ id }: { id: string }) {
  return (
    <FileButton
      size="slim"
      accessibilityLabel={`Download the answer to request ${id}`}
      url={`/dashboard/data-request.json?id=${encodeURIComponent(id)}`}
      content="Download"
    />
  );
}
