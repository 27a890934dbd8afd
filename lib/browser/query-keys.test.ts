import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { buildKeys, deploymentKeys, designKeys, geofenceKeys, targetKeys } from "./query-keys";

test("a resource's key invalidates all its lists, filters and details, and no other resource", async () => {
	const client = new QueryClient();
	const keys = [
		designKeys.list({ q: "a" }),
		designKeys.list({ offset: 20 }),
		designKeys.detail("d"),
		buildKeys.ofDesign("d"),
		geofenceKeys.ofSet("d", "s", 1),
		targetKeys.list(),
		deploymentKeys.list({ status: "requested" }),
	];
	for (const key of keys) client.setQueryData([...key], {});
	const stale = () =>
		client
			.getQueryCache()
			.getAll()
			.filter((query) => query.state.isInvalidated)
			.map((query) => query.queryKey);
	await client.invalidateQueries({ queryKey: designKeys.all });
	expect(stale()).toEqual(keys.slice(0, 3));
	await client.invalidateQueries({ queryKey: deploymentKeys.all });
	expect(stale()).toEqual([...keys.slice(0, 3), keys[6]]);
});
