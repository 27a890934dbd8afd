/**
 * Every access rule of the service (design.md section 2), as a filter for queries and as a predicate for single rows, by what it
 * is about; the rest of the service takes them from here. The filters are SQL over the aliases `d` (designs), `x`
 * (deployments), `b` (builds) and `t` (targets); property tests hold filters and predicates against each other. What a
 * filter leaves out does not exist for the caller.
 */
export * from "./audit";
export * from "./builds";
export * from "./deployments";
export * from "./designs";
export * from "./people";
export * from "./roles";
export * from "./sources";
export * from "./targets";
export * from "./views";
