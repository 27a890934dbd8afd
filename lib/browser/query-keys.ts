/**
 * Keys of the query cache, one factory per resource. A mutation invalidates `all` or `lists`, never
 * one page's key, so that every page and filter of the resource refetches.
 */
export const designKeys = {
	all: ["designs"] as const,
	lists: () => [...designKeys.all, "list"] as const,
	list: (filters: object) => [...designKeys.lists(), filters] as const,
	details: () => [...designKeys.all, "detail"] as const,
	detail: (id: string) => [...designKeys.details(), id] as const,
	history: (id: string) => [...designKeys.detail(id), "history"] as const,
	estimate: (id: string, asked: object) => [...designKeys.detail(id), "estimate", asked] as const,
};

export const buildKeys = {
	all: ["builds"] as const,
	ofDesign: (designId: string) => [...buildKeys.all, "of-design", designId] as const,
	detail: (id: string) => [...buildKeys.all, "detail", id] as const,
	list: (filters: object) => [...buildKeys.all, "list", filters] as const,
};

export const geofenceKeys = {
	all: ["geofences"] as const,
	ofDesign: (designId: string) => [...geofenceKeys.all, designId] as const,
	ofSet: (designId: string, setId: string, revision: number) =>
		[...geofenceKeys.ofDesign(designId), setId, revision] as const,
	/** Outside of `all`: what an activation changes is the same while it replaces the same deployment. */
	changes: (deploymentId: string, replacedId: string | null) => ["changes", deploymentId, replacedId] as const,
	changed: (deploymentId: string, replacedId: string | null) =>
		["changed-geofences", deploymentId, replacedId] as const,
};

export const placeKeys = {
	found: (q: string) => ["places", "found", q] as const,
	near: (points: string) => ["places", "near", points] as const,
};

export const targetKeys = {
	all: ["targets"] as const,
	list: () => [...targetKeys.all, "list"] as const,
	page: (page: object) => [...targetKeys.all, "page", page] as const,
	detail: (id: string) => [...targetKeys.all, "detail", id] as const,
	state: (id: string) => [...targetKeys.all, "state", id] as const,
	agentKeys: (id: string) => [...targetKeys.all, "agent-keys", id] as const,
	freezes: (id: string) => [...targetKeys.all, "freezes", id] as const,
	verdicts: (id: string, ruleId: string) => [...targetKeys.all, "verdicts", id, ruleId] as const,
	rules: (id: string) => [...targetKeys.all, "rules", id] as const,
	unmatched: (id: string) => [...targetKeys.all, "unmatched", id] as const,
};

export const deploymentKeys = {
	all: ["deployments"] as const,
	lists: () => [...deploymentKeys.all, "list"] as const,
	list: (filters: object) => [...deploymentKeys.lists(), filters] as const,
	detail: (id: string) => [...deploymentKeys.all, "detail", id] as const,
	checklist: (id: string) => [...deploymentKeys.all, "checklist", id] as const,
	histories: () => [...deploymentKeys.all, "history"] as const,
	history: (id: string) => [...deploymentKeys.histories(), id] as const,
	conversations: () => [...deploymentKeys.all, "comments"] as const,
	matches: (id: string, by: string) => [...deploymentKeys.all, "matches", id, by] as const,
	comments: (id: string, limit: number) => [...deploymentKeys.conversations(), id, limit] as const,
	preview: (id: string) => [...deploymentKeys.all, "preview", id] as const,
	bulkPreview: (ids: readonly string[]) => [...deploymentKeys.all, "bulk-preview", ids] as const,
	tags: (targetId: string | null) => [...deploymentKeys.all, "tags", targetId] as const,
};

export const directoryKeys = {
	all: ["directory"] as const,
	search: (q: string) => [...directoryKeys.all, q] as const,
};

/** Inventory sources for the audience editor. */
export const audienceSourceKeys = {
	all: ["audience-sources"] as const,
	list: () => [...audienceSourceKeys.all, "list"] as const,
	segments: (slug: string, q: string) => [...audienceSourceKeys.all, "segments", slug, q] as const,
};

export const viewKeys = {
	all: ["views"] as const,
	ofPage: (page: string) => [...viewKeys.all, page] as const,
};

export const overviewKeys = {
	all: ["overview"] as const,
};

export const inboxKeys = {
	all: ["inbox"] as const,
	list: (filters: object) => [...inboxKeys.all, "list", filters] as const,
	unread: () => [...inboxKeys.all, "unread"] as const,
};

/** The service's API keys, not keys of this cache. */
export const apiKeyKeys = {
	all: ["api-keys"] as const,
	list: (filters: object) => [...apiKeyKeys.all, "list", filters] as const,
};

/** The signed-in user. */
export const accountKeys = {
	all: ["account"] as const,
	own: () => [...accountKeys.all, "own"] as const,
	sessions: () => [...accountKeys.all, "sessions"] as const,
	notifications: () => [...accountKeys.all, "notifications"] as const,
};

export const webhookKeys = {
	all: ["webhooks"] as const,
	lists: () => [...webhookKeys.all, "list"] as const,
	list: (page: object) => [...webhookKeys.lists(), page] as const,
	detail: (id: string) => [...webhookKeys.all, "detail", id] as const,
	deliveries: (id: string, filters: object) => [...webhookKeys.all, "deliveries", id, filters] as const,
	delivery: (id: string, deliveryId: string) => [...webhookKeys.all, "delivery", id, deliveryId] as const,
};

export const personKeys = {
	all: ["people"] as const,
	list: (filters: object) => [...personKeys.all, "list", filters] as const,
};

export const organizationKeys = {
	all: ["organizations"] as const,
	list: (filters: object) => [...organizationKeys.all, "list", filters] as const,
};

export const auditKeys = {
	all: ["audit"] as const,
	list: (filters: object) => [...auditKeys.all, "list", filters] as const,
};

export const inventoryKeys = {
	all: ["inventory-sources"] as const,
	list: (filters: object) => [...inventoryKeys.all, "list", filters] as const,
	detail: (slug: string) => [...inventoryKeys.all, "detail", slug] as const,
};

export const optOutKeys = {
	all: ["opt-outs"] as const,
};

export const placeCategoryKeys = {
	all: ["place-categories"] as const,
	list: (filters: object) => [...placeCategoryKeys.all, "list", filters] as const,
	draft: (fences: string) => [...placeCategoryKeys.all, "draft", fences] as const,
	overlaps: (designId: string, setId: string, revision: number) =>
		[...placeCategoryKeys.all, "overlaps", designId, setId, revision] as const,
};

export const openApiKeys = {
	all: ["openapi"] as const,
};
