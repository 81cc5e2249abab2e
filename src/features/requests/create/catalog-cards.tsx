import { Link } from "@tanstack/react-router";
import { ChevronRight, Search } from "lucide-react";
import { useDeferredValue, useId } from "react";
import { SENSITIVITY_LABELS } from "../../../../convex/core/domains/rules";
import { plural } from "../../../../convex/lib/pure/text";
import { durationText, HOUR_MS } from "../../../../convex/lib/pure/time";
import { PAGES } from "../../../../convex/site/pages";
import { GoLink } from "../../../components/go-link";
import { TypeTile } from "../../../components/kinds/type-icon";
import { QueryBoundary } from "../../../components/query-boundary";
import { Target } from "../../../components/target";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import { Input } from "../../../ui/form/input";
import { Card } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import { type FoundAccess, type ListedType, useCatalog, useFoundAccess } from "./api";
import { CartLink } from "./cart/cart-link";
import { categoriesOf } from "./categories";

interface CardsProps {
  /** What is looked for, from the URL. */
  words: string;
  onWords: (words: string) => void;
}

/** Every type the viewer may ask for, found by typing. */
export function CatalogCards({ words, onWords }: CardsProps) {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="New Request"
        context="What do you need? You see who decides before you send anything."
        actions={<CartLink />}
      />
      <QueryBoundary title="The catalog did not load">
        <Cards words={words} onWords={onWords} />
      </QueryBoundary>
    </div>
  );
}

function Cards({ words, onWords }: CardsProps) {
  const types = useCatalog();
  const wanted = useDeferredValue(words);
  const access = useFoundAccess(wanted);
  if (types === undefined) return <LoadingCards />;
  if (types.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="Nothing can be requested yet" className="px-0">
        A super admin publishes request types.
      </EmptyState>
    );
  }
  const categories = categoriesOf(types, wanted);
  const count = categories.reduce((sum, category) => sum + category.types.length, 0);
  const accessFound = access ? access.domains.length + access.roles.length : 0;
  return (
    <>
      <div className="relative max-w-md">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          aria-label="Search the catalog"
          type="search"
          placeholder="What do you need? A type, a domain, a role"
          value={words}
          onChange={(event) => onWords(event.target.value)}
          className="pl-8"
        />
        <VisuallyHidden role="status">
          {wanted === ""
            ? ""
            : `${[
                plural(count, "type"),
                ...(access?.domains.length ? [plural(access.domains.length, "data domain")] : []),
                ...(access?.roles.length ? [plural(access.roles.length, "role")] : []),
              ].join(", ")} found`}
        </VisuallyHidden>
      </div>
      {access && accessFound > 0 ? <AccessFound access={access} /> : null}
      {count > 0 ? (
        <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
          {categories.map(({ name, types: found }) => (
            <CategoryCards key={name} name={name} types={found} />
          ))}
        </div>
      ) : accessFound > 0 || access === undefined ? null : (
        <EmptyState
          kind="no-match"
          title={`Nothing matches “${wanted}”`}
          className="px-0"
          action={
            <Button variant="outline" onClick={() => onWords("")}>
              Show all types
            </Button>
          }
        >
          Look for a system, such as Snowflake, or for what you want to do.
        </EmptyState>
      )}
    </>
  );
}

/** Domains and roles that were found by words: each leads to the form that asks for it, filled in. */
function AccessFound({ access: { domains, roles } }: { access: FoundAccess }) {
  return (
    <section aria-labelledby="access-found" className="flex flex-col gap-2">
      <h2 id="access-found" className="text-sm font-medium text-muted">
        Access to data
      </h2>
      <Card>
        <ul>
          {domains.map(({ key, name, ...domain }) => (
            <FoundRow key={key} {...domain} words={`Access to ${name}`} />
          ))}
          {roles.map((role) => (
            <FoundRow key={role.name} {...role} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function FoundRow(
  props: Pick<FoundAccess["roles"][number], "words" | "description" | "sensitivity" | "to"> & { name?: string },
) {
  const { name, words, description, sensitivity, to } = props;
  return (
    <li className="border-b border-line last:border-b-0">
      <GoLink to={to} className="group flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
        <TypeTile typeKey="snowflake-access" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium text-ink">{words}</span>
            {name === undefined ? null : <Target name={name} />}
          </span>
          <span className="line-clamp-1 text-sm text-muted">{description}</span>
        </span>
        <span className="shrink-0 text-sm text-muted max-sm:hidden">{SENSITIVITY_LABELS[sensitivity]}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint group-hover:text-ink" />
      </GoLink>
    </li>
  );
}

/** How much of a line a category takes: no more than its cards need, so that small ones stand side by side. */
const SPANS = [
  { section: "", cards: "" },
  { section: "sm:col-span-2", cards: "sm:grid-cols-2" },
  { section: "sm:col-span-2 xl:col-span-3", cards: "sm:grid-cols-2 xl:grid-cols-3" },
] as const;

function CategoryCards({ name, types }: { name: string; types: readonly ListedType[] }) {
  const titleId = useId();
  const { section, cards } = SPANS[Math.min(types.length, SPANS.length) - 1] ?? SPANS[0];
  return (
    <section aria-labelledby={titleId} className={cn("flex min-w-0 flex-col gap-2", section)}>
      <h2 id={titleId} className="text-sm font-medium text-muted">
        {name}
      </h2>
      <ul className={cn("grid flex-1 gap-3", cards)}>
        {types.map((type) => (
          <li key={type.key}>
            <TypeCard type={type} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TypeCard({ type }: { type: ListedType }) {
  return (
    <Card className="relative flex h-full items-start gap-3 p-4 hover:border-line-strong">
      <TypeTile typeKey={type.key} />
      <div className="min-w-0">
        <h3 className="text-base font-semibold">
          <Link
            to={PAGES.newRequest.path}
            search={{ type: type.key }}
            className="text-ink after:absolute after:inset-0 after:rounded-lg"
          >
            {type.name}
          </Link>
        </h3>
        <p className="mt-0.5 text-sm text-ink-soft">{type.summary}</p>
        <p className="mt-2 text-xs text-muted">
          Within {durationText(type.slaHours * HOUR_MS)} ·{" "}
          {type.isAutomated ? "automatic after approval" : "partly manual"}
        </p>
      </div>
    </Card>
  );
}

function LoadingCards() {
  return (
    <SkeletonGroup label="Loading the catalog" className="flex flex-col gap-5">
      <Skeleton className="h-8 max-w-md" />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} className="h-24 rounded-lg" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
