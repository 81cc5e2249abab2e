import { TriangleAlert } from "lucide-react";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { AccessName } from "../../../components/kinds/access-name";
import { SystemLabel } from "../../../components/kinds/system-icon";
import { systemName } from "../../../components/kinds/system-name";
import { LastUse } from "../../../components/last-use/last-use";
import { RowLink } from "../../../components/row-link";
import { formatDate } from "../../../lib/dates";
import { CopyButton } from "../../../ui/text/copy-button";
import { MetaLine } from "../../../ui/text/meta-line";
import type { PersonPage } from "./api";
import { AccountBadge } from "./badges";
import { unknownText } from "./user-words";

type Account = PersonPage["accounts"][number];
type Evidence = Account["evidence"][number];

/** Every account the portal knows of, each with what made it so, and what it knows nothing about. */
export function Accounts({ accounts, requestsAt }: { accounts: readonly Account[]; requestsAt: string }) {
  const unknown = unknownText([...accounts]);
  return (
    <>
      <ul className="flex flex-col">
        {accounts.map((account) => (
          <AccountItem key={account.system} account={account} requestsAt={requestsAt} />
        ))}
      </ul>
      {unknown === null ? null : <p className="mt-1 text-sm text-muted">{unknown}</p>}
    </>
  );
}

function AccountItem({
  account: { system, state, name, evidence, more },
  requestsAt,
}: {
  account: Account;
  requestsAt: string;
}) {
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <SystemLabel system={system} className="font-medium" />
        <AccountBadge state={state} />
        {name === null || system === "portal" ? null : (
          <span className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 font-mono text-xs wrap-anywhere">{name}</code>
            <CopyButton text={name} label={`Copy the user in ${systemName(system)}`} />
          </span>
        )}
      </div>
      {system === "portal" ? <p className="text-sm text-muted">Signs in as {name}</p> : null}
      {evidence.map((shown) => (
        <EvidenceLine key={`${shown.request?.id} ${shown.text}`} evidence={shown} />
      ))}
      {more > 0 ? (
        <GoLink to={requestsAt} className="self-start rounded-sm text-sm text-accent-text hover:underline">
          and {more} more
        </GoLink>
      ) : null}
    </li>
  );
}

/** What shows that something is so: the access, the request that gave it, from when until when, and its last use. */
export function EvidenceLine({
  evidence: { text, code, request, since, until, use, problem },
}: {
  evidence: Evidence;
}) {
  return (
    <div className="min-w-0 text-sm">
      <MetaLine className="items-baseline text-ink-soft">
        <span className="min-w-0 wrap-anywhere">
          <AccessName description={text} code={code} />
        </span>
        {request ? (
          <RowLink
            to={pathTo("requestAsAdmin", { id: request.key })}
            className="font-mono text-xs text-accent-text hover:underline"
          >
            {request.key}
          </RowLink>
        ) : null}
        {since === null ? null : <span className="text-muted">since {formatDate(since)}</span>}
        {until === null ? null : <span className="text-muted">until {formatDate(until)}</span>}
        {use === undefined ? null : (
          <span className="text-muted">
            <LastUse use={use} />
          </span>
        )}
      </MetaLine>
      {problem === null ? null : (
        <p className="flex items-start gap-1 text-danger">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}
