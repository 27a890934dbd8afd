import { describe, expect, test } from "vitest";
import { carriesOneOf, parseDesiredState } from "@/lib/agent/deployment";

const ROW = {
	deployment_id: "d1",
	build_id: "b1",
	type: "proximity",
	design_id: "x1",
	design_name: "Coffee",
	tags: ["north"],
	size: 100,
	digest: `sha256:${"A".repeat(64)}`,
	format_version: "1.0",
	file_url: "/api/builds/b1/file",
	requester: "d@example.com",
};

const listOf = (...rows: unknown[]) => ({ version: 4, status: "OK", response: { data: rows, opt_outs: null } });

describe("parseDesiredState", () => {
	test("parses a row of the service", () => {
		expect(parseDesiredState(listOf(ROW))).toEqual({
			unusable: [],
			optOuts: null,
			optOutsUnconfirmedSince: null,
			deployments: [
				{
					deploymentId: "d1",
					buildId: "b1",
					type: "proximity",
					designId: "x1",
					designName: "Coffee",
					tags: ["north"],
					size: 100,
					sha256: "a".repeat(64),
					filePath: "/api/builds/b1/file",
					requester: "d@example.com",
				},
			],
		});
	});

	test.each([
		["digest", "md5:00"],
		["digest", undefined],
		["type", "weather"],
		["size", 0],
		["size", "100"],
		["file_url", "https://elsewhere.example.com/file"],
		["file_url", "//elsewhere.example.com/file"],
		["file_url", "/a b"],
		["file_url", undefined],
	])("a row with %s %j is unusable and does not affect others", (field, value) => {
		const { deployments, unusable } = parseDesiredState(listOf({ ...ROW, deployment_id: "bad", [field]: value }, ROW));
		expect(deployments.map(({ deploymentId }) => deploymentId)).toEqual(["d1"]);
		expect(unusable).toHaveLength(1);
		expect(unusable[0]).toMatchObject({ deploymentId: "bad", reason: expect.stringContaining(`unusable ${field}`) });
	});

	test.each([null, [], "text", {}, { response: {} }, { response: { data: {} } }, listOf({}), listOf(null)])(
		"%j is not a list of deployments",
		(body) => {
			expect(() => parseDesiredState(body)).toThrow(/^the service/);
		},
	);
});

describe("carriesOneOf", () => {
	const [deployment] = parseDesiredState(listOf(ROW)).deployments;
	test.each([
		[[], true],
		[["north"], true],
		[["south", "north"], true],
		[["south"], false],
	])("an agent with tags %j loads a deployment tagged north: %s", (tags, expected) => {
		expect(deployment && carriesOneOf(deployment, tags)).toBe(expected);
	});
});
