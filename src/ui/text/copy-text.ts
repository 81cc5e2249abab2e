import { toast } from "../toast/toast";

/** Puts a text on the clipboard and tells how that went; `name` is what the message calls it, "The link". */
export function copyText(text: string, name = text): void {
  navigator.clipboard.writeText(text).then(
    () => toast.success(`${name} was copied`),
    () =>
      toast.error(`${name} was not copied`, {
        description: "Your browser does not let the portal write to the clipboard.",
      }),
  );
}
