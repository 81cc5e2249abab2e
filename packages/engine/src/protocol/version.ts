/**
 * The version of the wire format.
 *
 * History:
 * 1  The messages of convex@1.48.0, whole Transitions only (no TransitionChunk).
 * 2  TransitionChunk for clients of 1.28.0 and later.
 * 3  Messages nested beyond measure and numbers that are not finite are refused.
 *    (Same bytes since Transitions are made of parts that frames share, and since long results are made bytes in pieces.)
 */
export const PROTOCOL_VERSION = 3;

/** Hash of this folder's code; the test [WIR1] says what to do when it differs. */
export const PROTOCOL_HASH = "d03e337f25c42e45";
