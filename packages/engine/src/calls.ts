/** How the embedding process calls functions: typed by reference, by path, or written on the spot. */

import type {
  FunctionReference,
  FunctionReturnType,
  GenericActionCtx,
  GenericDataModel,
  GenericMutationCtx,
  GenericQueryCtx,
  OptionalRestArgs,
} from "convex/server";
import type { UserIdentity } from "./auth/identity.ts";

/** A user as tests and jobs name one; issuer and tokenIdentifier are made up when absent. */
export type GivenIdentity = Partial<UserIdentity> & Pick<UserIdentity, "subject">;

// What a function takes and gives is known from its reference; a path promises nothing.
/* eslint-disable @typescript-eslint/no-explicit-any */

/**
 * In-process calls. Internal functions are reachable, arguments and results are checked as everywhere, and what a
 * function throws arrives as a client would see it: `ConvexError` with its data, or `Error` with the text.
 *
 * A function given instead of a reference runs as one of that kind, over the data model of the schema.
 */
export interface Calls<Model extends GenericDataModel = any> {
  /** Runs a query over the newest state. */
  query<Query extends FunctionReference<"query", any>>(
    fn: Query,
    ...args: OptionalRestArgs<Query>
  ): Promise<FunctionReturnType<Query>>;
  query<Result>(handler: (ctx: GenericQueryCtx<Model>) => Promise<Result> | Result): Promise<Result>;
  query(path: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Runs a mutation to its durable commit. */
  mutation<Mutation extends FunctionReference<"mutation", any>>(
    fn: Mutation,
    ...args: OptionalRestArgs<Mutation>
  ): Promise<FunctionReturnType<Mutation>>;
  mutation<Result>(handler: (ctx: GenericMutationCtx<Model>) => Promise<Result> | Result): Promise<Result>;
  mutation(path: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Runs an action to its end. */
  action<Action extends FunctionReference<"action", any>>(
    fn: Action,
    ...args: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>>;
  action<Result>(handler: (ctx: GenericActionCtx<Model>) => Promise<Result> | Result): Promise<Result>;
  action(path: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Runs a piece of code with the database at hand, in one transaction that is committed when it returns. */
  run<Result>(handler: (ctx: GenericMutationCtx<Model>) => Promise<Result> | Result): Promise<Result>;
}
