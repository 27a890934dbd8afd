import { describe, expect, test } from "vitest";
import { parseAgentOptions, UsageError } from "@/lib/agent/options";

const REQUIRED = ["--server", "http://127.0.0.1:3000", "--key", "tsa_1"];

describe("parseAgentOptions", () => {
	test("uses the documented defaults", () => {
		const options = parseAgentOptions(REQUIRED, {});
		expect(options).toMatchObject({
			server: "http://127.0.0.1:3000",
			key: "tsa_1",
			port: 7070,
			host: "127.0.0.1",
			tags: [],
		});
		expect(options?.cacheDirectory).toMatch(/^\.data[/\\]agent-[0-9a-f]{12}$/);
		expect(options?.memoryLimit).toBeGreaterThan(1e8);
	});

	test("reads every setting from the environment, and a flag wins", () => {
		const environment = {
			AGENT_SERVER: "https://targeting.example.com/service/",
			AGENT_KEY: "tsa_2",
			AGENT_PORT: "0",
			AGENT_HOST: "::1",
			AGENT_TAGS: " a, b,,a ",
			AGENT_MEMORY: "4GB",
			AGENT_CACHE: "/var/cache/agent",
		};
		expect(parseAgentOptions(["--port", "7171"], environment)).toEqual({
			server: "https://targeting.example.com/service",
			key: "tsa_2",
			port: 7171,
			host: "::1",
			tags: ["a", "b"],
			memoryLimit: 4e9,
			cacheDirectory: "/var/cache/agent",
			proxy: null,
			authorities: [],
		});
	});

	test("tags are normalized like those of the service", () => {
		const tagsOf = (tags: string) => parseAgentOptions([...REQUIRED, "--tags", tags], {})?.tags;
		expect(tagsOf("cafe\u0301,caf\u00e9,caf\u00e9\u200b,\u200b")).toEqual(["caf\u00e9"]);
		expect(tagsOf("\u{1f680}".repeat(64))).toEqual(["\u{1f680}".repeat(64)]);
	});

	test("agents on different addresses have different cache directories", () => {
		const on = (port: string) => parseAgentOptions([...REQUIRED, "--port", port], {})?.cacheDirectory;
		expect(on("7070")).not.toBe(on("7071"));
	});

	test("help needs no other flag", () => {
		expect(parseAgentOptions(["--help"], {})).toBeNull();
	});

	test.each<[string[], Record<string, string>, RegExp]>([
		[["--key", "k"], {}, /^--server is missing/],
		[["--server", "http://h"], { AGENT_KEY: "" }, /^--key is missing.*AGENT_KEY/],
		[["--server", "targeting.example.com", "--key", "k"], {}, /^--server must be an address/],
		[["--server", "ftp://h", "--key", "k"], {}, /^--server must be an address/],
		[["--server", "http://u:p@h", "--key", "k"], {}, /^--server must not contain a user/],
		[["--server", "http://h?x=1", "--key", "k"], {}, /^--server must not contain/],
		[["--server", "http://h", "--key", "a b"], {}, /^--key must be/],
		[[...REQUIRED, "--port", "70707"], {}, /^--port must be/],
		[[...REQUIRED, "--port", "http"], {}, /^--port must be/],
		[REQUIRED, { AGENT_PORT: "-1" }, /^AGENT_PORT must be/],
		[[...REQUIRED, "--host", ""], {}, /^--host must be/],
		[[...REQUIRED, "--memory", "lots"], {}, /^--memory must be/],
		[REQUIRED, { AGENT_MEMORY: "0" }, /^AGENT_MEMORY must be/],
		[[...REQUIRED, "--tags", "a".repeat(65)], {}, /^--tags must be/],
		[[...REQUIRED, "--cache", " "], {}, /^--cache must name/],
		[[...REQUIRED, "--color", "red"], {}, /--color/],
		[[...REQUIRED, "--port"], {}, /--port/],
		[[...REQUIRED, "extra"], {}, /extra/],
	])("rejects %j with %j", (argv, environment, message) => {
		expect(() => parseAgentOptions(argv, environment)).toThrow(UsageError);
		expect(() => parseAgentOptions(argv, environment)).toThrow(message);
	});
});
