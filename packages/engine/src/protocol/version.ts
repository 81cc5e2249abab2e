/**
 * The version of the wire format.
 *
 * History:
 * 1  The messages of convex@1.48.0, whole Transitions only (no TransitionChunk).
 */
export const PROTOCOL_VERSION = 1;

/** Hash of this folder's code; the test [WIR1] says what to do when it differs. */
export const PROTOCOL_HASH = "be9fb5f3ace34c38";
