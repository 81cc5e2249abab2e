import { Link } from "@tanstack/react-router";
import { Ban, CircleCheck } from "lucide-react";
import { useState } from "react";
import { plural } from "../../../convex/lib/pure/text";
import { PAGES } from "../../../convex/site/pages";
import { SystemIcon } from "../../components/kinds/system-icon";
import { systemName } from "../../components/kinds/system-name";
import { TypeIcon } from "../../components/kinds/type-icon";
import { QueryBoundary } from "../../components/query-boundary";
import { explain } from "../../components/refusal-words";
import { useWhyNotNow } from "../../shell/session";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Badge } from "../../ui/text/badge";
import { Nothing } from "../../ui/text/nothing";
import { RelativeTime } from "../../ui/text/relative-time";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { toast } from "../../ui/toast/toast";
import { type ListedTemplate, useTemplateCommands, useTemplates } from "./api";

/** Every request type with the version in force and its drafts. */
export function Templates() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Workflows"
        context="Request types as versions: their form, their tasks, who approves. Publishing changes new requests only."
      />
      <Card aria-label="Request types">
        <QueryBoundary title="The workflows did not load">
          <LiveTemplates />
        </QueryBoundary>
      </Card>
    </div>
  );
}

function LiveTemplates() {
  const types = useTemplates();
  const whyNot = useWhyNotNow("templates.write");
  const [offered, setOffered] = useState<ListedTemplate | null>(null);
  if (!types) {
    return (
      <SkeletonGroup label="Loading the workflows" className="flex flex-col gap-3 p-4">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-6" />
        ))}
      </SkeletonGroup>
    );
  }
  if (types.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="No request type yet">
        The portal installs its types when it starts.
      </EmptyState>
    );
  return (
    <>
      <TableScroll label="Request types, scrollable">
        <Table stacks>
          <TableHead>
            <HeadRow>
              <HeaderCell>Request type</HeaderCell>
              <HeaderCell>Category</HeaderCell>
              <HeaderCell>Systems</HeaderCell>
              <HeaderCell>In force</HeaderCell>
              <HeaderCell>Drafts</HeaderCell>
              <HeaderCell>Catalog</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {types.map((type) => (
              <TemplateRow key={type.key} type={type} whyNot={whyNot} onOffer={() => setOffered(type)} />
            ))}
          </TableBody>
        </Table>
      </TableScroll>
      <OfferDialog type={offered} onClose={() => setOffered(null)} />
    </>
  );
}

/** One request type: what it is, what it works on, and which versions it has. */
export function TemplateRow({
  type: { key, name, category, isOffered, published, drafts },
  whyNot,
  onOffer,
}: {
  type: ListedTemplate;
  /** Why it cannot be taken out or offered again; null where it can. */
  whyNot: string | null;
  onOffer: () => void;
}) {
  return (
    <TableRow className="@max-2xl/rows:grid-cols-[1fr_auto] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-1">
      <Cell>
        <Name of={key} name={name} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft @max-2xl/rows:text-right">{category}</Cell>
      <Cell className="@max-2xl/rows:col-span-2">
        <Systems of={published?.systems ?? []} />
      </Cell>
      <Cell className="text-ink-soft @2xl/rows:whitespace-nowrap @max-2xl/rows:col-span-2">
        {published ? (
          <>
            Version {published.version}
            <span className="text-muted">
              {" "}
              · {plural(published.tasks, "task")} ·{" "}
              {published.publishedAt === null ? null : <RelativeTime at={published.publishedAt} />} by{" "}
              {published.publishedBy ?? "the portal"}
            </span>
          </>
        ) : (
          <span className="text-muted">None</span>
        )}
      </Cell>
      <Cell className="@max-2xl/rows:col-span-2">
        {drafts.length === 0 ? (
          <Nothing />
        ) : (
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {drafts.map(({ version, updatedBy }) => (
              <li key={version} className="whitespace-nowrap">
                <Link
                  to={PAGES.workflow.path}
                  params={{ key }}
                  search={{ version }}
                  className="text-accent-text underline-offset-2 hover:underline"
                >
                  Version {version}
                </Link>
                <span className="text-muted"> by {updatedBy ?? "the portal"}</span>
              </li>
            ))}
          </ul>
        )}
      </Cell>
      <Cell className="whitespace-nowrap @max-2xl/rows:col-span-2">
        <span className="flex items-center justify-between gap-3">
          {isOffered ? (
            <Badge icon={<CircleCheck aria-hidden />}>Offered</Badge>
          ) : (
            <Badge variant="outline" icon={<Ban aria-hidden />}>
              Taken out
            </Badge>
          )}
          <Button
            variant="ghost"
            size="sm"
            aria-label={isOffered ? `Take out ${name}` : `Offer again ${name}`}
            disabledReason={whyNot}
            onClick={onOffer}
          >
            {isOffered ? "Take out" : "Offer again"}
          </Button>
        </span>
      </Cell>
    </TableRow>
  );
}

function Name({ of, name }: { of: string; name: string }) {
  return (
    <span className="flex min-w-0 items-start gap-2">
      <TypeIcon typeKey={of} className="mt-0.5" />
      <span className="min-w-0">
        <Link
          to={PAGES.workflow.path}
          params={{ key: of }}
          className="font-medium text-ink hover:text-accent-text hover:underline"
        >
          {name}
        </Link>
        <span className="ml-2 font-mono text-xs whitespace-nowrap text-muted">{of}</span>
      </span>
    </span>
  );
}

/** The systems the version in force works on, by icon; their names are said and shown on hover. */
function Systems({ of }: { of: readonly string[] }) {
  if (of.length === 0) return <Nothing />;
  return (
    <ul aria-label="Systems" className="flex flex-wrap gap-1.5 @2xl/rows:flex-nowrap">
      {of.map((system) => (
        <li key={system} title={systemName(system)} className="flex">
          <SystemIcon system={system} />
          <VisuallyHidden>{systemName(system)}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}

function OfferDialog({ type, onClose }: { type: ListedTemplate | null; onClose: () => void }) {
  const { setOffered } = useTemplateCommands();
  const isOffered = type?.isOffered ?? true;
  return (
    <ConfirmDialog
      open={type !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={isOffered ? `Take ${type?.name ?? ""} out of the catalog?` : `Offer ${type?.name ?? ""} again?`}
      description={
        isOffered
          ? "Nobody can make a new request of this type until it is offered again. Existing requests carry on."
          : "People can make requests of this type again."
      }
      confirmLabel={isOffered ? "Take out" : "Offer again"}
      onConfirm={async () => {
        if (!type) return;
        try {
          await setOffered({ key: type.key, isOffered: !isOffered });
          toast.success(isOffered ? `${type.name} is no longer offered` : `${type.name} is offered again`);
        } catch (error) {
          toast.error("Nothing was changed", { description: explain(error) });
          throw error;
        }
      }}
    />
  );
}
