/**
 * How a failed function is told.
 *
 * The text of a failure is built once, where it was thrown: `Uncaught <Name>: <message>` and the frames that
 * lie in the app's own modules. A caller function gets that text as its own error's message, so nested
 * failures repeat the prefix, as Convex's do. The `[Request ID: …] Server Error` line is added at the edge.
 */

import { frameOf, shownFile, type SourceFile } from "./modules/sources.ts";

/** A function that threw. `errorDataJson` is present exactly when a ConvexError was thrown. */
export interface FunctionFailure {
  readonly text: string;
  readonly errorDataJson: string | undefined;
}

/** Refused before or after the app's code ran (unknown function, arguments, result): told without `Uncaught`. */
export class CallRefusal extends Error {
  override readonly name = "CallRefusal";
}

/** Trouble of the engine, not of the function: a socket is dropped (and resends), HTTP answers 5xx. */
export class SystemFailure extends Error {
  override readonly name = "SystemFailure";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Rejection of a syscall that ran another function: `performAsyncSyscall` looks for `data`. */
export class NestedFailure extends Error {
  readonly data: unknown;

  constructor(failure: FunctionFailure) {
    super(failure.text);
    this.data = failure.errorDataJson === undefined ? undefined : JSON.parse(failure.errorDataJson);
  }
}

/** The line a client sees first. */
export function requestLine(requestId: string): string {
  return `[Request ID: ${requestId}] Server Error`;
}

/** The error message a client gets: everything in development, only the first line in production. */
export function clientMessage(failure: FunctionFailure, requestId: string, redact: boolean): string {
  return redact ? requestLine(requestId) : `${requestLine(requestId)}\n${failure.text}`;
}

/** Thrown by a function where nothing waits for it: in a timer, a callback, a listener. */
export class UncaughtError extends Error {
  override readonly name = "UncaughtError";
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super("a function threw outside of its promise chain");
    this.thrown = thrown;
  }
}

/** Describes whatever a function threw. `sources` are the files whose frames are told. */
export function describeThrown(thrown: unknown, sources: readonly SourceFile[]): FunctionFailure {
  try {
    if (thrown instanceof UncaughtError)
      return { text: `uncaughtException: ${textOf(thrown.thrown, sources)}`, errorDataJson: undefined };
    if (thrown instanceof CallRefusal) return { text: thrown.message, errorDataJson: undefined };
    const text = `Uncaught ${textOf(thrown, sources)}`;
    const isConvexError = typeof thrown === "object" && thrown !== null && Symbol.for("ConvexError") in thrown;
    return { text, errorDataJson: isConvexError ? dataJson((thrown as { data?: unknown }).data) : undefined };
  } catch {
    // Reading what was thrown may throw: getters, proxies, a toString of its own.
    return { text: "Uncaught value that cannot be shown", errorDataJson: undefined };
  }
}

function textOf(thrown: unknown, sources: readonly SourceFile[]): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const error = thrown as { name?: unknown; message?: unknown; stack?: unknown };
  const message = String(error.message ?? "");
  const frames = typeof error.stack === "string" ? appFrames(framesOf(error.stack, message), sources) : [];
  const name = typeof error.name === "string" && error.name !== "" ? error.name : "Error";
  return `${[`${name}: ${message}`, ...frames].join("\n")}\n`;
}

/** The client library has already turned `data` into JSON text; anything else is a foreign copy of the class. */
function dataJson(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data ?? null);
}

/** A stack without the message in front of it: that of a failed call holds the frames of what was called. */
function framesOf(stack: string, message: string): string {
  const at = message === "" ? -1 : stack.indexOf(message);
  return at < 0 ? stack : stack.slice(at + message.length);
}

function appFrames(stack: string, sources: readonly SourceFile[]): string[] {
  const frames: string[] = [];
  for (const line of stack.split("\n")) {
    const frame = frameOf(line);
    const shown = frame === null ? null : shownFile(frame.file, sources);
    if (frame !== null && shown !== null)
      frames.push(`    at ${frame.where || "<anonymous>"} (${shown}:${frame.row}:${frame.column})`);
  }
  return frames;
}

/** Asked for when the function was over. */
export function tooLate(op: string): Error {
  return new Error(`${op} was called after the function had finished. Await every promise before returning.`);
}
