import { Paperclip } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { FILE_ENDINGS } from "../../../convex/core/files/rules";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { lazyPart } from "../../ui/lazy-part";
import type { ShownFile } from "./use-files";

const FileLines = lazyPart(() => import("./file-list").then((part) => part.FileLines));

type Takes = (files: Iterable<File>) => void;

/** Files dropped on what is in here, or pasted into it, are attached; the button beside it does the same without a mouse. */
export function DropZone({ onFiles, children }: { onFiles: Takes; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    onFiles(event.dataTransfer.files);
  }
  function drag(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }
  function paste(event: ClipboardEvent): void {
    const { files } = event.clipboardData;
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }
  return (
    <div
      role="presentation"
      className={cn("rounded-md", isOver && "outline-2 outline-accent outline-dashed")}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
    </div>
  );
}

/** Chooses files to attach. */
export function FileButton({ onFiles }: { onFiles: Takes }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outline" onClick={() => chooser.current?.click()}>
        <Paperclip aria-hidden />
        Attach files
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        accept={FILE_ENDINGS.join(",")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

/** The files that are to go with what is being written; its code comes with the first of them. */
export function FileList({ files }: { files: readonly ShownFile[] }) {
  if (files.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <FileLines files={files} />
    </Suspense>
  );
}
