import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { designBuildsQuery } from "./builds";
import { deploymentsQuery } from "./deployments";
import { designQuery, designsQuery } from "./designs";
import { setGeofencesQuery } from "./geofences";
import { keyOf, refresh } from "./refresh";
import { targetsQuery } from "./targets";

const keys = [
	designsQuery({ q: "a" }),
	designsQuery({ offset: 20 }),
	designQuery("d"),
	designBuildsQuery("d", false),
	setGeofencesQuery("d", "s", 1),
	targetsQuery(),
	deploymentsQuery({ status: "requested" }),
].map(({ queryKey }): readonly unknown[] => queryKey);

/** A cache that has all of these; `stale` gives those that are outdated. */
function cache() {
	const client = new QueryClient();
	for (const key of keys) client.setQueryData(key, {});
	const stale = () =>
		client
			.getQueryCache()
			.getAll()
			.filter((query) => query.state.isInvalidated)
			.map((query) => query.queryKey);
	return { client, stale };
}

test("a resource's key invalidates all its lists, filters and details, and no other resource", async () => {
	const { client, stale } = cache();
	await client.invalidateQueries({ queryKey: keyOf("designs") });
	expect(stale()).toEqual(keys.slice(0, 3));
	await client.invalidateQueries({ queryKey: keyOf("deployments") });
	expect(stale()).toEqual([...keys.slice(0, 3), keys[6]]);
});

test("an operation outdates what the table says, its resource without a line, and that also after an error", async () => {
	const deleted = cache();
	await refresh(deleted.client, "DELETE /api/designs/[design_id]");
	expect(deleted.stale()).toEqual(keys.slice(0, 2));
	await refresh(deleted.client, "DELETE /api/designs/[design_id]", new Error("refused"));
	expect(deleted.stale()).toEqual(keys.slice(0, 3));
	const edited = cache();
	await refresh(edited.client, "PATCH /api/designs/[design_id]");
	expect(edited.stale()).toEqual(keys.slice(0, 3));
	const tested = cache();
	await refresh(tested.client, "POST /api/designs/[design_id]/test");
	expect(tested.stale()).toEqual([]);
	await refresh(tested.client, "POST /api/users/[user_id]/erasure");
	expect(tested.stale()).toEqual(keys);
});
