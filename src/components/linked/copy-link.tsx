import { Link2 } from "lucide-react";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { copyText } from "../../ui/text/copy-text";

/** Copies the address of a part of the page. With a mouse it is seen where that or the keyboard is: in a `group`. */
export function CopyLink({ to, label, className }: { to: string; label: string; className?: string }) {
  return (
    <Button
      size="iconSm"
      variant="ghost"
      aria-label={label}
      title={label}
      className={cn(
        "pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100",
        className,
      )}
      onClick={() => copyText(new URL(to, location.href).href, "The link")}
    >
      <Link2 aria-hidden />
    </Button>
  );
}
