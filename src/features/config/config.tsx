import { UserRoundCheck } from "lucide-react";
import type { ReactNode } from "react";
import { CONFIG_KEYS, type ConfigKey, isConfigKey, specOf, valueText } from "../../../convex/core/config/rules";
import { HOURS_OPTION, HOURS_TITLE } from "../../../convex/core/supportHours/rules/hours";
import { TEAMS_OPTION, TEAMS_TITLE } from "../../../convex/core/supportTeams/rules";
import { pathTo } from "../../../convex/site/links";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { Badge } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { type OptionRow, useOptions } from "./api";

const GROUPS = [...new Set(CONFIG_KEYS.map((key) => specOf(key).group))];

/** The group that says more about support. */
const WITH_MORE: (typeof GROUPS)[number] = "Support";

/** Every option with its value and who set it last. */
export function Config() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Configuration"
        context="What super admins set while the portal runs. A change holds at once, for what happens from then on. Passwords and keys are not set here."
      />
      <QueryBoundary title="The configuration did not load">
        <Groups />
      </QueryBoundary>
    </div>
  );
}

function Groups() {
  const options = useOptions();
  if (options === undefined)
    return (
      <Card>
        <ListSkeleton label="Loading the configuration" className="max-h-96 overflow-hidden" />
      </Card>
    );
  const rows = options.flatMap((option) => (isConfigKey(option.key) ? [{ ...option, id: option.key }] : []));
  return (
    <>
      {GROUPS.map((group) => (
        <Group key={group} title={group}>
          <DataTable
            label={group}
            columns={COLUMNS}
            rows={rows.filter(({ id }) => specOf(id).group === group)}
            nameOf={({ id }) => specOf(id).title}
          />
          {group === WITH_MORE ? MORE.map((one) => <MoreOfSupport key={one.option} {...one} />) : null}
        </Group>
      ))}
    </>
  );
}

/** Hours and teams are not numbers: they have pages of their own. */
const MORE = [
  {
    option: HOURS_OPTION,
    title: HOURS_TITLE,
    does: "When support works, its holidays, and how soon tickets are answered and solved.",
  },
  { option: TEAMS_OPTION, title: TEAMS_TITLE, does: "Which business area looks after tickets about each topic." },
];

function MoreOfSupport({ option, title, does }: (typeof MORE)[number]) {
  return (
    <p className="flex flex-col gap-0.5 border-t border-line px-4 py-2 text-sm">
      <RowLink to={pathTo("configOption", { option })}>{title}</RowLink>
      <span className="text-xs text-muted">{does}</span>
    </p>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">{title}</h2>
      <Card aria-label={title} className="overflow-hidden">
        {children}
      </Card>
    </section>
  );
}

const COLUMNS: Column<OptionRow & { readonly id: ConfigKey }>[] = [
  {
    key: "option",
    heading: "Option",
    className: "@2xl/rows:w-1/2 @max-2xl/rows:w-full",
    cell: ({ id }) => (
      <span className="flex flex-col gap-0.5">
        <RowLink to={pathTo("configOption", { option: id })}>{specOf(id).title}</RowLink>
        <span className="text-xs text-muted">{specOf(id).does}</span>
      </span>
    ),
  },
  {
    key: "value",
    heading: "Value",
    cardLabel: "Value",
    cell: ({ id, value, isWaiting }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium tabular-nums">{valueText(id, value)}</span>
        {value === specOf(id).usual ? null : (
          <span className="text-xs text-muted">Default {valueText(id, specOf(id).usual)}</span>
        )}
        {isWaiting ? (
          <Badge variant="warning" icon={<UserRoundCheck aria-hidden />}>
            Waits for a second person
          </Badge>
        ) : null}
      </span>
    ),
  },
  {
    key: "last",
    heading: "Last change",
    cardLabel: "Last change",
    className: "@2xl/rows:w-1/4",
    cell: ({ last }) =>
      last === null ? (
        <span className="text-muted">Never changed</span>
      ) : (
        <span className="text-muted">
          <RelativeTime at={last.setAt} /> by {last.by[0]}
        </span>
      ),
  },
];
