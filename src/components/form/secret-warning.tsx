import { looksSecret } from "../../../convex/lib/pure/secrets";
import { Alert } from "../../ui/page/alert";

/** Warns before something is sent that looks like a password or a key; it can be sent all the same. `readers` would see it. */
export function SecretWarning({
  text,
  readers = "Everyone who can read the ticket",
}: {
  text: string;
  readers?: string;
}) {
  if (!looksSecret(text)) return null;
  return (
    <Alert meaning="warning" title="This looks like a password or a key">
      {readers} would see it, and it could not be taken back. Remove it unless it is something else.
    </Alert>
  );
}
