import { type ReactNode, Suspense, useState } from "react";
import { CATALOGUE } from "../../../../convex/core/domains/rules/linking";
import type { CatalogueField } from "../../../../convex/core/domains/table";
import { useAct } from "../../../components/form/use-act";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { lazyPart } from "../../../ui/lazy-part";
import { Alert } from "../../../ui/page/alert";
import { DescriptionList } from "../../../ui/page/description-list";
import { RelativeTime } from "../../../ui/text/relative-time";
import { toast } from "../../../ui/toast/toast";
import { type DomainCatalogue, type DomainPage, useDomainCommands } from "../api";

const LinkDialog = lazyPart(() => import("./link-dialog").then((part) => part.LinkDialog));

/** Beside a field of the domain that the catalogue leads: from where, and how old it is. */
export function LedBy({ domain, field }: { domain: DomainPage; field: CatalogueField }) {
  const { catalogue } = domain;
  if (!catalogue?.leads.includes(field)) return null;
  return (
    <span className="block text-sm text-muted">
      From {CATALOGUE}, <Age catalogue={catalogue} />
    </span>
  );
}

function Age({ catalogue: { read } }: { catalogue: DomainCatalogue }) {
  return read === null ? (
    "not read yet"
  ) : (
    <>
      read <RelativeTime at={read.at} />
    </>
  );
}

/** The link of a domain to the catalogue: what stands there, which side leads each field, and how old the reading is. */
export function Catalogue({ domain, isGoverning }: { domain: DomainPage; isGoverning: boolean }) {
  const { catalogue, isLinkable } = domain;
  if (catalogue === null && !(isGoverning && isLinkable)) return null;
  return (
    <section aria-labelledby="domain-catalogue" className="flex flex-col gap-3">
      <h3 id="domain-catalogue" className="text-lg font-medium">
        {CATALOGUE}
      </h3>
      {catalogue === null ? (
        <p className="text-muted">This domain is not linked to a domain in {CATALOGUE}.</p>
      ) : (
        <Linked catalogue={catalogue} />
      )}
      {isGoverning ? <Commands domain={domain} /> : null}
    </section>
  );
}

function Linked({ catalogue }: { catalogue: DomainCatalogue }) {
  const { fullName, leads, read, failure, isOn } = catalogue;
  const led = (field: CatalogueField | null, there: ReactNode): ReactNode => (
    <>
      <span className="text-muted">
        {field !== null && leads.includes(field) ? `${CATALOGUE} leads` : `The portal leads. In ${CATALOGUE}`}:{" "}
      </span>
      {there}
    </>
  );
  return (
    <>
      {isOn ? null : (
        <Alert meaning="warning" title={`${CATALOGUE} is switched off in the portal`}>
          It is not read until a super admin switches it on.
        </Alert>
      )}
      {failure === null ? null : (
        <Alert meaning="warning" title={`${CATALOGUE} could not be read`}>
          {failure.message} Nothing was changed. Last tried <RelativeTime at={failure.at} />.
        </Alert>
      )}
      <DescriptionList
        items={[
          { term: "Linked to", value: <span className="font-mono text-xs">{fullName}</span> },
          {
            term: "Last read",
            value: read === null ? <span className="text-muted">None yet</span> : <RelativeTime at={read.at} />,
          },
          ...(read === null
            ? []
            : [
                { term: "Description", value: led("description", read.description || "None") },
                { term: "Owners", value: led(null, <There people={read.owners} />) },
                { term: "Experts", value: led("experts", <There people={read.experts} />) },
              ]),
        ]}
      />
    </>
  );
}

/** People as the catalogue names them; who has no active account here is said. */
function There({ people }: { people: NonNullable<DomainCatalogue["read"]>["owners"] }) {
  if (people.length === 0) return "None";
  return people.map(({ name, personId }, place) => (
    <span key={place}>
      {place > 0 ? ", " : ""}
      {name}
      {personId === undefined ? <span className="text-muted"> (not in the portal)</span> : null}
    </span>
  ));
}

function Commands({ domain }: { domain: DomainPage }) {
  const [dialog, setDialog] = useState<"link" | "unlink" | null>(null);
  const { readLink, unlink } = useDomainCommands();
  const { isBusy, act } = useAct();
  const { id: domainId, catalogue, isLinkable } = domain;
  const whyNotLink = isLinkable ? null : `The portal is not connected to ${CATALOGUE}`;
  return (
    <div className="flex flex-wrap gap-2">
      {catalogue === null ? null : (
        <Button
          size="sm"
          variant="outline"
          busy={isBusy || catalogue.isReading}
          busyLabel="Reading..."
          disabledReason={catalogue.isOn ? null : `${CATALOGUE} is switched off in the portal`}
          onClick={() => void act("It was not read", () => readLink({ domainId }))}
        >
          Read now
        </Button>
      )}
      <Button size="sm" variant="outline" disabledReason={whyNotLink} onClick={() => setDialog("link")}>
        {catalogue === null ? `Link to ${CATALOGUE}` : "Change link"}
      </Button>
      {catalogue === null ? null : (
        <Button size="sm" variant="outline" onClick={() => setDialog("unlink")}>
          Unlink
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === "link" ? <LinkDialog domain={domain} onClose={() => setDialog(null)} /> : null}
      </Suspense>
      <ConfirmDialog
        open={dialog === "unlink"}
        onOpenChange={(open) => (open ? undefined : setDialog(null))}
        title={`Unlink ${domain.name} from ${CATALOGUE}?`}
        description={<p>What came from {CATALOGUE} stays, and can be changed in the portal from then on.</p>}
        confirmLabel="Unlink"
        busyLabel="Unlinking..."
        onConfirm={async () => {
          const done = await act("It was not unlinked", () => unlink({ domainId }));
          if (done === null) throw new Error("Not unlinked");
          toast.success(`${domain.name} is no longer linked to ${CATALOGUE}`);
        }}
      />
    </div>
  );
}
