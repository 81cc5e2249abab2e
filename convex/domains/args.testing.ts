/** Arguments with which the public functions of data domains can be called. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { stepUp } from "../approvals/roles.testing";
import type { Scene } from "../lib/publicApi.scene.testing";
import { lookAt } from "../process/confirming/proposing";
import { loadPerson } from "../process/confirming/steps/people";
import { aProposalToDecide } from "../proposals/proposals.testing";
import { aDomain } from "./changing.testing";
import { aDomainFile, DOMAIN_FILE } from "./files.testing";

/** A domain the caller owns: everybody may propose about their own. */
async function anOwnDomain({ world, personId }: Scene): Promise<Id<"dataDomains">> {
  await stepUp(world, personId);
  const fields = { name: "Orders", ownerIds: [personId] };
  return await world.run((ctx) => ctx.db.insert("dataDomains", aDomain(fields)));
}

const shownAt = aDomain({ name: "Orders" }).updatedAt;

export const DOMAIN_ARGS: Readonly<
  Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  "domains/mutations:importFile": async (_, { world }) => aDomainFile(world),
  "domains/mutations:assign": async (_, { world, personId }) => {
    await stepUp(world, personId);
    const sue = await world.person(`assigner-${Math.random()}`, { roles: ["staff", "superAdmin"] });
    const domainId = await world.run((ctx) => ctx.db.insert("dataDomains", aDomain({ name: "Orders" })));
    const wish = {
      patterns: [{ kind: "database" as const, pattern: "ORDERS*", domainId }],
      given: { database: "ORDERS_EU", product: "" },
    };
    const { hash } = await sue.query(api.domains.queries.previewPatterns, wish);
    return { ...wish, hash, shownAt: null, reason: "They belong together" };
  },
  "domains/mutations:link": async (_, scene) => {
    const health = { isConnected: true, isHealthy: true, facts: [], problems: [], checkedAt: shownAt };
    await scene.world.run((ctx) => ctx.db.insert("connectorHealth", { name: "collate", ...health }));
    return { domainId: await anOwnDomain(scene), fullName: "Orders", leads: ["description"] };
  },
  "domains/mutations:readLink": async (_, scene) => ({ domainId: await anOwnDomain(scene) }),
  "domains/mutations:unlink": async (_, scene) => ({ domainId: await anOwnDomain(scene) }),
  "domains/mutations:save": async (_, scene) => ({
    domainId: await anOwnDomain(scene),
    shownAt,
    saveKey: "a form",
    name: "Orders",
    description: "All of them",
    sensitivity: "internal",
    ownerIds: [scene.personId],
    deputyIds: [],
    inherits: [],
    databases: [],
    readRoles: [],
    writeRoles: [],
    reason: "So that people know what is in it",
  }),
  "domains/mutations:setState": async (_, scene) => {
    const domainId = await anOwnDomain(scene);
    const shownHash = await scene.world.run(async (ctx) => {
      const by = await loadPerson(ctx, scene.personId);
      return (await lookAt(ctx, { kind: "domain.state", domainId, to: "deprecated" }, by)).shownHash;
    });
    return { domainId, shownHash, to: "deprecated", reason: "Nobody asks for it any more" };
  },
  "domains/mutations:withdrawProposal": async (_, scene) => {
    const domainId = await anOwnDomain(scene);
    const subject = { type: "domain", id: domainId, label: "Orders" };
    await aProposalToDecide(scene, { proposedById: scene.personId, subject });
    return { domainId };
  },
  "domains/queries:impact": async (_, scene) => ({
    domainId: await anOwnDomain(scene),
    wish: { to: "deprecated" },
  }),
  "domains/queries:shared": async (_, scene) => ({ domainId: await anOwnDomain(scene) }),
  "domains/queries:get": async (_, scene) => ({ domainId: await anOwnDomain(scene) }),
  "domains/queries:level": () => ({ parentId: null, after: null }),
  "domains/queries:previewPatterns": () => ({ patterns: [], given: { database: "", product: "" } }),
  "domains/queries:previewImport": () => ({ text: DOMAIN_FILE }),
};
