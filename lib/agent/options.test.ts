import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAgentOptions, UsageError } from "@/lib/agent/options";

const REQUIRED = ["--server", "http://127.0.0.1:3000"];
const KEY = { AGENT_KEY: "tsa_1" };

describe("parseAgentOptions", () => {
	test("uses the documented defaults", () => {
		const options = parseAgentOptions(REQUIRED, KEY);
		expect(options).toMatchObject({
			server: "http://127.0.0.1:3000",
			key: "tsa_1",
			port: 7070,
			host: "127.0.0.1",
			socket: null,
			tags: [],
			threads: 1,
			signedDownloads: true,
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
			AGENT_THREADS: "4",
			AGENT_CACHE: "/var/cache/agent",
			AGENT_SIGNED_DOWNLOADS: "false",
		};
		expect(parseAgentOptions(["--port", "7171"], environment)).toEqual({
			server: "https://targeting.example.com/service",
			key: "tsa_2",
			port: 7171,
			host: "::1",
			socket: null,
			tags: ["a", "b"],
			memoryLimit: 4e9,
			threads: 4,
			cacheDirectory: "/var/cache/agent",
			proxy: null,
			storeProxy: expect.any(Function),
			signedDownloads: false,
			authorities: [],
		});
		const socket = "/run/targeting-agent/lookups.sock";
		expect(parseAgentOptions(REQUIRED, { ...KEY, AGENT_SOCKET: socket })?.socket).toBe(socket);
	});

	test("takes the key from the environment, or from a file", async () => {
		const directory = await mkdtemp(join(tmpdir(), "agent-key-"));
		try {
			const file = join(directory, "key");
			await writeFile(file, "tsa_of_a_file\n", { mode: 0o600 });
			const keyOf = (flags: string[], environment: Record<string, string>) =>
				parseAgentOptions([...REQUIRED, ...flags], environment)?.key;
			expect([
				keyOf(["--key-file", file], {}),
				keyOf(["--key-file", file], KEY),
				keyOf([], { AGENT_KEY_FILE: file }),
				keyOf([], { AGENT_KEY_FILE: file, ...KEY }),
			]).toEqual(["tsa_of_a_file", "tsa_of_a_file", "tsa_of_a_file", "tsa_1"]);
		} finally {
			await rm(directory, { recursive: true });
		}
	});

	test("tags are normalized like those of the service", () => {
		const tagsOf = (tags: string) => parseAgentOptions([...REQUIRED, "--tags", tags], KEY)?.tags;
		expect(tagsOf("cafe\u0301,caf\u00e9,caf\u00e9\u200b,\u200b")).toEqual(["caf\u00e9"]);
		expect(tagsOf("\u{1f680}".repeat(64))).toEqual(["\u{1f680}".repeat(64)]);
	});

	test("agents on different addresses have different cache directories", () => {
		const on = (port: string) => parseAgentOptions([...REQUIRED, "--port", port], KEY)?.cacheDirectory;
		expect(on("7070")).not.toBe(on("7071"));
	});

	test("help needs no other flag", () => {
		expect(parseAgentOptions(["--help"], {})).toBeNull();
	});

	test.each<[string[], Record<string, string>, RegExp]>([
		[[], {}, /^--server is missing/],
		[["--server", "http://h"], { AGENT_KEY: "" }, /^the agent key is missing: set AGENT_KEY, .*--key-file/],
		[["--server", "targeting.example.com"], {}, /^--server must be an address/],
		[["--server", "ftp://h"], {}, /^--server must be an address/],
		[["--server", "http://u:p@h"], {}, /^--server must not contain a user/],
		[["--server", "http://h?x=1"], {}, /^--server must not contain/],
		[["--server", "http://h"], { AGENT_KEY: "a b" }, /^AGENT_KEY must be/],
		[[...REQUIRED, "--key", "tsa_1"], {}, /^--key is not taken, as other users .* see command lines: set AGENT_KEY/],
		[["--key=tsa_1"], {}, /^--key is not taken, (?!.*tsa_1)/],
		[[...REQUIRED, "--key-file", "/none"], {}, /^--key-file names \/none, which cannot be read \(ENOENT/],
		[REQUIRED, { AGENT_KEY: "", AGENT_KEY_FILE: "/none" }, /^AGENT_KEY_FILE names \/none, which cannot be read/],
		[[...REQUIRED, "--key-file", "/dev/null"], {}, /^--key-file \/dev\/null must be the key/],
		[[...REQUIRED, "--port", "70707"], {}, /^--port must be/],
		[[...REQUIRED, "--port", "http"], {}, /^--port must be/],
		[REQUIRED, { AGENT_PORT: "-1" }, /^AGENT_PORT must be/],
		[[...REQUIRED, "--host", ""], {}, /^--host must be/],
		[[...REQUIRED, "--socket", "a".repeat(91)], {}, /^--socket must be a path of at most 90 bytes/],
		[[...REQUIRED, "--socket", "a", "--threads", "2"], {}, /^--socket needs one thread/],
		[[...REQUIRED, "--memory", "lots"], {}, /^--memory must be/],
		[REQUIRED, { AGENT_MEMORY: "0" }, /^AGENT_MEMORY must be/],
		[[...REQUIRED, "--threads", "0"], {}, /^--threads must be a number of threads from 1 to 64/],
		[[...REQUIRED, "--threads", "65"], {}, /^--threads must be/],
		[[...REQUIRED, "--threads", "1.5"], {}, /^--threads must be/],
		[[...REQUIRED, "--threads=-2"], {}, /^--threads must be/],
		[REQUIRED, { AGENT_THREADS: "all" }, /^AGENT_THREADS must be/],
		[[...REQUIRED, "--tags", "a".repeat(65)], {}, /^--tags must be/],
		[[...REQUIRED, "--signed-downloads", "no"], {}, /^--signed-downloads must be true or false/],
		[REQUIRED, { AGENT_SIGNED_DOWNLOADS: "0" }, /^AGENT_SIGNED_DOWNLOADS must be true or false/],
		[[...REQUIRED, "--cache", " "], {}, /^--cache must name/],
		[[...REQUIRED, "--color", "red"], {}, /--color/],
		[[...REQUIRED, "--port"], {}, /--port/],
		[[...REQUIRED, "extra"], {}, /extra/],
	])("rejects %j with %j", (argv, environment, message) => {
		const parse = () => parseAgentOptions(argv, { ...KEY, ...environment });
		expect(parse).toThrow(UsageError);
		expect(parse).toThrow(message);
	});
});
