import { expect, test } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { METHODS } from "@/lib/http/routes/declaration";
import { documentationOf } from "@/lib/http/routes/documentation";
import { printAccess } from "@/lib/tools/testing/access/print-access";
import { RIGHTS } from "@/lib/tools/testing/access/rights";
import { ROUTE_ROWS, routeOf } from "@/lib/tools/testing/access/route-rows";

test("every route has a row, and every row a route", () => {
	const declared = Object.entries(ROUTES).flatMap(([pattern, module]) =>
		METHODS.filter((method) => documentationOf(module[method]) !== undefined)
			.filter((method) => method !== "HEAD" && method !== "OPTIONS")
			.map((method) => `${method} ${pattern}`),
	);
	expect([...new Set(ROUTE_ROWS.map(([row]) => routeOf(row)))].sort()).toEqual(declared.sort());
	expect(new Set(ROUTE_ROWS.map(([row]) => row)).size).toBe(ROUTE_ROWS.length);
});

test("every right is one of a route", () => {
	expect([...new Set(ROUTE_ROWS.map(([, , right]) => right))].sort()).toEqual(Object.keys(RIGHTS).sort());
});

test("docs/access.md is what the tables print", async () => {
	await expect(printAccess()).toMatchFileSnapshot("../docs/access.md");
});
