import { Button, Text } from "@shopify/polaris";
import { Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

export type FailedMailRow = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly failure: string;
  readonly lastFailedAt: string;
  readonly givenUp: boolean;
};

type Props = {
  mails: readonly FailedMailRow[];
  timeZone: string;
  isBusy: boolean;
  onRetry: (id: string) => void;
};

/** Mails that keep failing; those that are not tried any more can be sent again. */
export function FailedMails({ mails, timeZone, isBusy, onRetry }: Props) {
  return (
    <Section title="Mails">
      <Text as="p" tone="subdued">
        Mails that the mail server keeps refusing. They are kept for 30 days.
      </Text>
      <ScrollBox label="Mails">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">To</th>
              <th scope="col">Subject</th>
              <th scope="col">Last attempt</th>
              <th scope="col" className="amount">
                Attempts
              </th>
              <th scope="col">What went wrong</th>
              <th scope="col">Retry</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <th scope="row">{mail.to}</th>
                <td>{mail.subject}</td>
                <td>{formatDateTime(mail.lastFailedAt, timeZone)}</td>
                <td className="amount">{formatCount(mail.attempts)}</td>
                <td className="wrapping-cell">{mail.failure}</td>
                <td>
                  {mail.givenUp ? (
                    <Button
                      size="slim"
                      disabled={isBusy}
                      onClick={() => onRetry(mail.id)}
                      accessibilityLabel={`Send the mail to ${mail.to} again`}
                    >
                      Send again
                    </Button>
                  ) : (
                    "Tried again by itself"
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Section>
  );
}
