/** Arguments with which each public function can be called by those who may. */
import { DAWN } from "../../e2e/support/functions-world";
import { aCatalogFor, aCommentOf, aDraftOf, aFormFor, aRequestAwaitingDecision, aRequestOf, anUploadOf, aTemplateDraftFor, type Scene } from "./publicApi.scene.testing";

/** Arguments with which each public function can be called; those without an entry take none. */
export const ARGS: Readonly<Record<string, (logId: string, scene: Scene) => Record<string, unknown> | Promise<Record<string, unknown>>>> = {
  "requests/mutations:answer": async (_, scene) => ({ requestId: await aRequestOf(scene, { hasQuestion: true }), body: "The orders table" }),
  "requests/mutations:cancel": async (_, scene) => ({ requestId: await aRequestOf(scene), reason: "Not needed" }),
  "requests/mutations:comment": async (_, scene) => ({ requestId: await aRequestOf(scene), body: "Hello", visibility: "public" }),
  "requests/mutations:deleteComment": async (_, scene) => ({ commentId: await aCommentOf(scene) }),
  "requests/mutations:dropFile": async (_, scene) => ({ uploadId: await anUploadOf(scene, "checking") }),
  "requests/mutations:generateUploadUrl": async (_, scene) => ({ requestId: await aRequestOf(scene) }),
  "requests/mutations:remind": async (_, scene) => ({ requestId: await aRequestAwaitingDecision(scene) }),
  "requests/mutations:takeUpFile": async (_, scene) => ({ requestId: await aRequestOf(scene), storageId: await scene.world.file("Text"), name: "a.txt" }),
  "requests/queries:attachment": async (_, scene) => ({ file: await anUploadOf(scene, "accepted") }),
  "requests/queries:comments": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:get": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:timeline": async (_, scene) => ({ request: await aRequestOf(scene) }),
  "requests/queries:uploads": async (_, scene) => ({ requestId: await aRequestOf(scene) }),
  "notifications/mutations:archive": () => ({ ids: [] }),
  "notifications/mutations:markRead": () => ({ ids: [] }),
  "notifications/mutations:markSeen": () => ({ ids: [] }),
  "notifications/mutations:mute": () => ({ what: { kind: "request.commented" } }),
  "notifications/mutations:saveSettings": () => ({ email: { asked: "daily" } }),
  "notifications/mutations:snooze": () => ({ ids: [], until: DAWN + 3_600_000 }),
  "notifications/mutations:unarchive": () => ({ ids: [] }),
  "notifications/mutations:unmute": () => ({ what: { kind: "request.commented" } }),
  "notifications/mutations:unsnooze": () => ({ ids: [] }),
  "notifications/queries:mine": () => ({ paginationOpts: { numItems: 25, cursor: null } }),
  "audit/mutations:exportPart": () => ({ filter: {}, format: "csv" }),
  "audit/queries:get": () => ({ eventId: "none" }),
  "audit/queries:list": () => ({ filter: {} }),
  "audit/queries:ofObject": (logId) => ({ type: "execution", id: logId }),
  "catalog/mutations:createDraft": async (_, scene) => {
    await aCatalogFor(scene);
    return { key: "warehouse", from: 1 };
  },
  "catalog/mutations:discardDraft": async (_, scene) => (await aTemplateDraftFor(scene)).ref,
  "catalog/mutations:publish": async (_, scene) => ({ ...(await aTemplateDraftFor(scene)).ref, confirmation: "warehouse" }),
  "catalog/mutations:saveDraft": async (_, scene) => {
    const { ref, definition } = await aTemplateDraftFor(scene);
    return { ...ref, definition };
  },
  "catalog/mutations:setOffered": async (_, scene) => {
    await aCatalogFor(scene);
    return { key: "warehouse", isOffered: false };
  },
  "catalog/queries:getVersion": () => ({ key: "warehouse", version: 1 }),
  "catalog/queries:listVersions": () => ({ key: "warehouse" }),
  "catalog/queries:simulate": async (_, scene) => {
    await aCatalogFor(scene);
    return { key: "warehouse", version: 1, personId: scene.personId, form: {} };
  },
  "catalog/queries:get": async (_, scene) => {
    await aCatalogFor(scene);
    return { key: "snowflake-access" };
  },
  "requests/mutations:deleteDraft": async (_, scene) => ({ requestId: await aDraftOf(scene) }),
  "requests/mutations:saveDraft": async (_, scene) => ({ typeKey: "portal-invite", form: await aFormFor(scene) }),
  "requests/mutations:submit": async (_, scene) => ({ typeKey: "portal-invite", form: await aFormFor(scene), submitKey: `submit of ${scene.personId}` }),
  "requests/mutations:submitAgain": async (_, scene) => ({ requestId: await aDraftOf(scene) }),
  "requests/queries:draft": async (_, scene) => ({ requestId: await aDraftOf(scene) }),
  "requests/queries:preview": async (_, scene) => ({ typeKey: "portal-invite", form: await aFormFor(scene) }),
  "people/queries:search": () => ({ text: "ada" }),
  "people/queries:byIds": () => ({ ids: [] }),
  "people/mutations:saveTheme": () => ({ themePreference: "dark" }),
  "people/mutations:saveHomeCards": () => ({ homeCards: ["services"] }),
  "people/mutations:saveProfile": () => ({ firstName: "Ada", lastName: "Byron" }),
  "workflow/queries:countRequests": () => ({ filter: {} }),
  "workflow/queries:countTasks": () => ({ filter: {} }),
  "workflow/queries:listRequests": () => ({ filter: {}, sort: "newest", size: 50 }),
  "workflow/queries:listTasks": () => ({ filter: {}, sort: "newest", size: 50 }),
  "workflow/queries:listExecutionTasks": (taskMonitorLogId) => ({ taskMonitorLogId }),
};
