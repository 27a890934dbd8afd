import { describe, expect, test } from "vitest";
import { checkDeviceId } from "@/lib/agent/http/check-device-id";
import { numberParameter, queryParameter } from "@/lib/agent/http/query";
import { RequestError } from "@/lib/agent/http/request-error";
import { findRoute } from "@/lib/agent/http/routes";

describe("queryParameter", () => {
	test.each([
		["latitude=1&longitude=2", "longitude", "2"],
		["latitude=1&longitude=2", "latitude", "1"],
		["latitude=1&longitude=2", "tude", null],
		["", "latitude", null],
		["latitude", "latitude", ""],
		["latitude=", "latitude", ""],
		["&&latitude=1&", "latitude", "1"],
		["user%2Did=%61b", "user-id", "ab"],
		["user-id=a+b%20c", "user-id", "a b c"],
		["user-id=a=b", "user-id", "a=b"],
		["source=x%ZZ&user-id=a", "user-id", "a"],
		["%ZZ=x&user-id=a", "user-id", "a"],
	])("in %j %s is %j", (query, name, value) => {
		expect(queryParameter(query, name)).toBe(value);
	});

	test.each(["latitude=1&latitude=2", "latitude=1&l%61titude=1", "latitude=%ZZ", "latitude=%ff"])(
		"rejects %j",
		(query) => {
			expect(() => queryParameter(query, "latitude")).toThrow(/^latitude (is|must) /);
		},
	);
});

describe("numberParameter", () => {
	test.each([
		["1", 1],
		["-90", -90],
		["90.0", 90],
		["+45.5", 45.5],
		["%2B45.5", 45.5],
		["1e1", 10],
		[".5", 0.5],
		["5.", 5],
		["-0", -0],
	])("latitude=%s is %d", (text, value) => {
		expect(numberParameter(`latitude=${text}`, "latitude", -90, 90)).toBe(value);
	});

	test.each(["", "90.0000001", "-91", "NaN", "Infinity", "0x10", "1,5", "1_0", "12a", "1e999", "--1", "[]", "null"])(
		"refuses latitude=%s",
		(text) => {
			expect(() => numberParameter(`latitude=${text}`, "latitude", -90, 90)).toThrow(RequestError);
			expect(() => numberParameter(`latitude=${text}`, "latitude", -90, 90)).toThrow(/^latitude .* from -90 to 90$/);
		},
	);
});

describe("checkDeviceId", () => {
	const ID = "6d92078a-8246-4ba7-aba7-76104862e5c9";
	test.each([ID, ID.toUpperCase(), ID.replaceAll("-", ""), "b1fac7f3e64d659c2fb0c112d56735aac459ca5b"])(
		"takes %s",
		(id) => {
			expect(checkDeviceId(id, "user-id")).toBe(id);
		},
	);

	test("recognizes the id of devices with tracking switched off", () => {
		expect(checkDeviceId("00000000-0000-0000-0000-000000000000", "user-id")).toBeNull();
	});

	test.each(["", "-", "-".repeat(32), ID.slice(1), `${ID}0`, `g${ID.slice(1)}`, "-".repeat(1000), 7, null, {}, [ID]])(
		"rejects %j",
		(value) => {
			expect(() => checkDeviceId(value, "user-id")).toThrow(/^user-id must be a device id/);
		},
	);
});

describe("findRoute", () => {
	test.each([
		["/geopulse/proximity/indices", "proximity"],
		["/geopulse/proximity/indices/", "proximity"],
		["/geopulse/%70roximity/indices", "proximity"],
		["http://agent:7070/geopulse/proximity/indices", "proximity"],
		["/geopulse/audience/sets", "audience"],
		["/geopulse/audience/sets/", "audience"],
		["/geopulse/audience/sets/abc", "audience-set"],
		["/geopulse/audience/sets/abc/", "audience-set"],
		["/zz/status", "status"],
		["/metrics", "metrics"],
		["/ready/", "ready"],
	])("%s is %s", (path, name) => {
		expect(findRoute(path)?.name).toBe(name);
	});

	test("a set id is decoded", () => {
		expect(findRoute("/geopulse/audience/sets/a%2Dc")).toMatchObject({ setId: "a-c" });
	});

	test.each([
		"/",
		"",
		"*",
		"//",
		"/%zz",
		"/%00",
		"/geopulse",
		"/geopulse/audience/sets/a/b",
		"/geopulse/audience/sets/a%2Fb",
		"/__proto__",
	])("there is no route for %j", (path) => {
		expect(findRoute(path)).toBeNull();
	});
});
