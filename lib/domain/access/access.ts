/**
 * The access rules of the service (docs/contract.md, Roles and rights), by topic; other folders
 * import them from here. Visibility is written once, as SQL over the aliases `d` (designs), `x`
 * (deployments), `b` (builds) and `t` (targets). Property tests compare it with predicates of
 * single rows. For the caller, rows outside of a filter do not exist.
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
export * from "./webhooks";
