import { useDeferredValue } from "react";
import { whomInvitedProblems } from "../../../../convex/core/people/rules/inviting";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { refusalText } from "../../../components/refusal-words";
import { formatDeadline } from "../../../lib/dates";
import { buttonClasses } from "../../../ui/button-classes";
import { Alert } from "../../../ui/page/alert";
import { useRestorable } from "./api";

/** Where the address is somebody's who was suspended or removed: they are restored instead of invited. */
export function RestoreInstead({ email }: { email: string }) {
  const typed = useDeferredValue(email.trim());
  const isAddress = whomInvitedProblems({ email: typed, firstName: "A", lastName: "A" })["email"] === undefined;
  const found = useRestorable(isAddress ? typed : null);
  if (!found) return null;
  const { personId, name, status, until, whyNot } = found;
  const no = refusalText(whyNot);
  return (
    <Alert meaning="info" title={`${name} is ${status === "removed" ? "removed" : "suspended"}: restore them instead`}>
      <span className="flex flex-col items-start gap-2">
        <span>
          {until === null
            ? "They come back as staff. "
            : `They can be restored until ${formatDeadline(until)}, as suspended staff. `}
          {no}
        </span>
        {no === null ? (
          <GoLink to={pathTo("person", { personId })} className={buttonClasses({ variant: "outline", size: "sm" })}>
            Restore {name}
          </GoLink>
        ) : null}
      </span>
    </Alert>
  );
}
