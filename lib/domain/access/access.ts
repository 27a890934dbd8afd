/**
 * The access rules of the service (docs/contract.md, Roles and rights), by topic; other folders
 * import them from here. Visibility is written once, as SQL conditions on columns of tables by
 * their full names: a query that uses one gives these tables no alias. Property tests compare them
 * with predicates of single rows. For the caller, rows outside of a filter do not exist.
 */
export * from "./audit";
export * from "./builds";
export * from "./deployments";
export * from "./designs";
export * from "./may-sign-in";
export * from "./people";
export * from "./roles";
export * from "./sources";
export * from "./targets";
export * from "./views";
export * from "./webhooks";
