import { BlockStack, InlineError, Select, Text } from "@shopify/polaris";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { optionsOf, useLabels } from "./reading-words.ts";
import type { ChangeReading } from "./use-reading-address.ts";

type Props = { upload: StatementDraftWire; change: ChangeReading };

/** The columns of the file, each with an example and its use. */
export function ColumnUses({ upload: { columns, questions }, change }: Props) {
  const ofColumns = questions.filter(({ setting }) => setting === "columns");
  const general = ofColumns.filter(({ column }) => column === null);
  const setUse = (at: number, use: string) =>
    change({ use: columns.map((one, index) => (index === at ? use : one.use)) });
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        Columns
      </Text>
      {general.map(({ message }) => (
        <InlineError key={message} message={message} fieldID="column-uses" />
      ))}
      <table id="column-uses" className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">Column in file</th>
            <th scope="col">Example</th>
            <th scope="col">Use as</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, example, use }, at) => {
            const error = ofColumns.find(({ column }) => column === at)?.message;
            return (
              // Two columns may have one name, and none moves.
              // eslint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <th scope="row">{name}</th>
                <td className="example-cell">{example}</td>
                <td>
                  <Select
                    label={`Use ${name} as`}
                    labelHidden
                    options={optionsOf(useLabels)}
                    value={use}
                    onChange={(value) => setUse(at, value)}
                    {...(error !== undefined && { error })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </BlockStack>
  );
}
