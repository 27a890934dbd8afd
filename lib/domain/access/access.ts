/**
 * Every access rule of the service (design.md section 2), by what it is about; the rest of the service takes them from here. Who sees
 * what is written once, in SQL over the aliases `d` (designs), `x` (deployments), `b` (builds) and `t` (targets); property tests hold
 * it against predicates of single rows. What a filter leaves out does not exist for the caller.
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
