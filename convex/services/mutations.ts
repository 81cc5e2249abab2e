/** Switching connectors. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation } from "../access/functions";
import { PORTAL_DUTY } from "../access/rules";
import { attributionOf, recordEvent } from "../core/audit/model";
import { notify } from "../core/notifications/model";
import { firstHoldersOf, MAX_OWNERS } from "../core/people/holders";
import { fullName } from "../core/people/model";
import { lastOrderedAt, loadConnectors, noteOrder, switchConnector } from "../core/services/model";
import { CONNECTOR_LABELS, whyNotCheck, whyNotSwitch } from "../core/services/rules";
import { connectorName, connectorState } from "../core/services/table";
import { refuseIf } from "../lib/errors";
import { PAGES } from "../site/pages";

/**
 * Switches a connector on or off, into maintenance, or pulls its kill switch. From then on no task touches
 * the system; one that has started is stopped right before it would. Dry runs that waited for the system are
 * made when it is on again.
 */
export const setState = guardedMutation("services.manage", {
  args: {
    name: connectorName,
    state: connectorState,
    until: v.optional(v.number()),
    reason: v.string(),
    confirmation: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, wanted) => {
    const at = Date.now();
    refuseIf(whyNotSwitch(wanted, at));
    const { name, state, until, reason } = wanted;
    const before = (await loadConnectors(ctx)).get(name);
    await switchConnector(
      ctx,
      name,
      { state, until, reason: reason.trim() || undefined },
      { ...attributionOf(ctx.viewer), at },
    );
    const onAt = state === "on" ? at : until;
    if (onAt !== undefined)
      await ctx.scheduler.runAt(onAt, internal.workflow.internal.planWhatWaited, { system: name });
    if (state === "stopped" && before?.state !== "stopped") {
      const { person } = ctx.viewer;
      const others = (people: Doc<"people">[]) => people.filter(({ _id }) => _id !== person._id);
      for (const { _id } of await firstHoldersOf(ctx, PORTAL_DUTY, MAX_OWNERS, others)) {
        await notify(ctx, {
          recipientId: _id,
          kind: "connector.stopped",
          subject: { type: "connector", id: name, label: CONNECTOR_LABELS[name] },
          title: `The kill switch of ${CONNECTOR_LABELS[name]} was pulled by ${fullName(person)}`,
          body: reason.trim(),
          to: PAGES.allTasks.path,
          at,
        });
      }
    }
    return null;
  },
});

/**
 * Has every system read now, instead of waiting for the next reading.
 * @throws `rate-limited` within ten seconds of the last time: each reading asks every connected system.
 */
export const checkNow = guardedMutation("services.manage", {
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const at = Date.now();
    refuseIf(whyNotCheck(await lastOrderedAt(ctx), at));
    await noteOrder(ctx, at);
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: "connector.checkOrdered",
      targets: [],
      occurredAt: at,
    });
    await ctx.scheduler.runAfter(0, internal.services.actions.readHealth, {});
    return null;
  },
});
