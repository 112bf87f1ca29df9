import { DropZone, Spinner } from "@shopify/polaris";

type Props = {
  id: string;
  texts: Readonly<Record<"label" | "choose" | "formats" | "reading", string>>;
  isBusy: boolean;
  isWrong: boolean;
  onDrop: (files: File[]) => void;
};

/** Takes one file, and shows that it is being read. */
export function FileDrop({ id, texts, isBusy, isWrong, onDrop }: Props) {
  return (
    <DropZone
      id={id}
      label={texts.label}
      allowMultiple={false}
      disabled={isBusy}
      error={isWrong}
      onDrop={onDrop}
    >
      {isBusy ? (
        <div className="drop-zone-busy">
          <Spinner size="small" accessibilityLabel={texts.reading} />
        </div>
      ) : (
        <DropZone.FileUpload actionTitle={texts.choose} actionHint={texts.formats} />
      )}
    </DropZone>
  );
}
