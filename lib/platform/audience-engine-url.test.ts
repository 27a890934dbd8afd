import { describe, expect, test } from "vitest";
import { parseAudienceEngineUrl } from "./audience-engine-url";
import { parseEnvironment } from "./env";

describe("AUDIENCE_ENGINE_URL", () => {
	test("names server, database, collection and cluster", () => {
		expect(parseAudienceEngineUrl("clickhouse://targeting:p%40ss@analytics.example.com")).toEqual({
			url: "http://targeting:p%40ss@analytics.example.com:8123",
			database: "default",
			collection: "targeting_files",
			cluster: undefined,
		});
		const address = "clickhouse://[::1]:9443/audiences?secure=true&collection=store&cluster=main";
		expect(parseAudienceEngineUrl(address)).toEqual({
			url: "https://[::1]:9443",
			database: "audiences",
			collection: "store",
			cluster: "main",
		});
	});

	test.each([
		["http://analytics.example.com", "must be an address such as clickhouse://user:password@host:8123/database"],
		["clickhouse://h/a'b", "must name a database of letters, digits and _"],
		["clickhouse://h/?cluster=a'b", "has invalid options"],
		["clickhouse://h/?user=a", "has invalid options"],
	])("%s is refused", (AUDIENCE_ENGINE_URL, problem) => {
		const environment = { AUDIENCE_ENGINE_URL, FILE_STORE_URL: "s3://bucket" };
		expect(() => parseEnvironment(environment)).toThrow(`AUDIENCE_ENGINE_URL ${problem}`);
	});

	test("needs a store that the engine reads", () => {
		const AUDIENCE_ENGINE_URL = "clickhouse://analytics.example.com";
		expect(() => parseEnvironment({ AUDIENCE_ENGINE_URL })).toThrow("needs a FILE_STORE_URL of s3:");
		const FILE_STORE_URL = "s3://bucket";
		expect(parseEnvironment({ AUDIENCE_ENGINE_URL, FILE_STORE_URL })).toMatchObject({ AUDIENCE_ENGINE_URL });
	});
});
