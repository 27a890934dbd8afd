import { expect, test } from "vitest";
import { givenFilters } from "./given-filters";

test("what filters nothing is left out, and lists are comma-delimited; false and nought are values", () => {
	const values = { q: "", type: null, status: [], deployment_status: ["requested", "activated"], live: false, min: 0 };
	expect(givenFilters(values)).toEqual({ deployment_status: "requested,activated", live: false, min: 0 });
});
