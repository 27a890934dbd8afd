import { expect, test } from "vitest";
import { methodsOf } from "@/lib/server/development-methods";
import { documentedRoutes } from "./openapi.json/documented-routes";
import * as openapiJson from "./openapi.json/route";

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
