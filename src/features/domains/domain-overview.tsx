import { SENSITIVITY_LABELS, TYPE_LABELS } from "../../../convex/core/domains/rules";
import type { InheritedField } from "../../../convex/core/domains/table";
import { pathTo } from "../../../convex/site/links";
import { Line, Lines } from "../../components/page-lines";
import { RowLink } from "../../components/row-link";
import { DescriptionList } from "../../ui/page/description-list";
import { MetaLine } from "../../ui/text/meta-line";
import { type DomainPage, useSharedNames } from "./api";
import { LedBy } from "./catalogue/catalogue";
import { Names } from "./domain-parts";

const NONE = <span className="text-muted">None</span>;

/** Who decides about a domain, what it is a part of, and where each comes from. */
export function Overview({ domain }: { domain: DomainPage }) {
  const { now } = domain;
  const from = (field: InheritedField) => <From domain={domain} field={field} />;
  const inPlace = (people: DomainPage["now"]["owners"], areas: DomainPage["now"]["ownerAreas"], isNeeded: boolean) => (
    <span className="flex flex-col gap-0.5">
      <Names people={people} none={isNeeded ? "Nobody decides yet" : "None"} isNeeded={isNeeded} />
      {areas.length === 0 ? null : (
        <span className="text-muted">For the business area {areas.map(({ name }) => name).join(", ")}</span>
      )}
    </span>
  );
  const links = (rows: readonly DomainPage["children"][number][]) => (
    <MetaLine>
      {rows.map(({ id, name }) => (
        <RowLink key={id} to={pathTo("dataDomain", { domainId: id })}>
          {name}
        </RowLink>
      ))}
    </MetaLine>
  );
  return (
    <DescriptionList
      items={[
        {
          term: "Description",
          value: (
            <>
              {domain.description || NONE}
              <LedBy domain={domain} field="description" />
            </>
          ),
        },
        { term: "Type", value: domain.type === null ? NONE : TYPE_LABELS[domain.type] },
        {
          term: "Owners",
          value: (
            <>
              {inPlace(now.owners, now.ownerAreas, true)}
              {from("owners")}
            </>
          ),
        },
        {
          term: "Deputies",
          value: (
            <>
              {inPlace(now.deputies, now.deputyAreas, false)}
              {from("deputies")}
            </>
          ),
        },
        {
          term: "Experts",
          value: (
            <>
              <Names people={now.experts} none="None" />
              {from("experts")}
              <LedBy domain={domain} field="experts" />
            </>
          ),
        },
        {
          term: "Sensitivity",
          value: (
            <>
              {SENSITIVITY_LABELS[domain.sensitivity]}
              {from("sensitivity")}
            </>
          ),
        },
        { term: "Part of", value: domain.parent === null ? NONE : links([domain.parent]) },
        { term: "Parts", value: domain.children.length === 0 ? NONE : links(domain.children) },
        { term: "Data products", value: <Products domain={domain} /> },
      ]}
    />
  );
}

/** Where a field comes from that the domain does not say itself. */
function From({ domain, field }: { domain: DomainPage; field: InheritedField }) {
  const source = domain.from.find((one) => one.field === field);
  if (!source) return null;
  return (
    <span className="text-muted">
      {" "}
      from <RowLink to={pathTo("dataDomain", { domainId: source.id })}>{source.name}</RowLink>
    </span>
  );
}

function Products({ domain }: { domain: DomainPage }) {
  return (
    <>
      {domain.products.join(", ") || NONE}
      <Shared domain={domain} kind="product" />
    </>
  );
}

/** Which of its names other domains have, too, and which domain is the primary. */
function Shared({ domain, kind }: { domain: DomainPage; kind: "database" | "product" }) {
  const shared = (useSharedNames(domain.id) ?? []).filter((one) => one.kind === kind);
  return shared.map(({ name, others, primary }) => (
    <span key={name} className="block text-sm wrap-anywhere text-muted">
      {name} is shared with {others.join(", ")}.{" "}
      {primary === null ? "No name pattern says which is its primary." : `Primary: ${primary}.`}
    </span>
  ));
}

/** What opens its data. */
export function Roles({ domain }: { domain: DomainPage }) {
  return (
    <>
      <DescriptionList
        items={[
          {
            term: "Databases",
            value: (
              <>
                <span className="font-mono text-xs wrap-anywhere">{domain.databases.join(", ") || "None"}</span>
                <Shared domain={domain} kind="database" />
              </>
            ),
          },
        ]}
      />
      <Lines of={{ rows: domain.roles, hasMore: false }} none="No role opens it yet." more="">
        {domain.roles.map(({ name, description, level, environment }) => (
          <Line key={`${name} ${environment ?? ""}`} to={null} title={description}>
            <span className="font-mono text-xs text-muted">{name}</span>
            <span className="text-muted">
              {level === "read" ? "Read" : "Read and change"}
              {environment === "test" ? ", test data" : ""}
            </span>
          </Line>
        ))}
      </Lines>
    </>
  );
}
