import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { buttonClasses } from "../button-classes";
import { VisuallyHidden } from "./visually-hidden";

const copiedForMs = 2000;

/** Copies an id or a link and says so, to eye and ear. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        className={buttonClasses({ variant: "ghost", size: "iconSm" })}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </button>
      <VisuallyHidden role="status">{copied ? "Copied" : ""}</VisuallyHidden>
    </>
  );
}
