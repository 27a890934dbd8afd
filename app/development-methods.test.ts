import { expect, test } from "vitest";
import { documentedRoutes } from "@/app/openapi.json/documented-routes";
import * as openapiJson from "@/app/openapi.json/route";
import { methodsOf } from "@/lib/processes/server/development-methods";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

test("the development server finds the methods of every route in its source", async () => {
	for (const [pattern, exports] of Object.entries(documentedRoutes(openapiJson))) {
		const segments = pattern.split("/").slice(1);
		const found = await methodsOf("app", segments);
		expect([pattern, found?.sort()]).toEqual([
			pattern,
			Object.keys(exports)
				.filter((name) => METHODS.includes(name))
				.sort(),
		]);
	}
	expect(await methodsOf("app", ["targeting", "nothing"])).toEqual(METHODS);
	expect(await methodsOf("app", ["nothing"])).toBeUndefined();
});
