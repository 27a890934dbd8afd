import { join } from "node:path";
import { findPostgres, startPostgres } from "../../testing/postgres-server.mjs";
import { stateOfBuild } from "../building/application.mjs";
import { withBuildLock } from "../building/lock.mjs";
import { ensurePrismaClient } from "../building/prisma-client.mjs";
import { findBrowser } from "./browser.mjs";
import { canInstallDebianPackages, installDebianPostgres } from "./debian.mjs";
import { runCheck, runPlaywright, runVitest } from "./steps.mjs";

const NO_POSTGRES =
	"The PostgreSQL half of the tests was not run: put PostgreSQL's `initdb` and `postgres` into PATH (Debian: " +
	"`apt-get install postgresql`), or set TEST_POSTGRES_URL to a superuser's address of a server for tests.";

/**
 * Runs one part of the tests, or all of them; a failing step does not keep the others from running.
 *
 * @param {{
 *   part: "all" | "unit" | "e2e",
 *   args: string[],
 *   environment?: Record<string, string>,
 *   directory: string,
 *   tally: ReturnType<typeof import("./tally.mjs").createTally>,
 *   atEnd: (cleanup: () => Promise<void>) => void,
 * }} options `directory` takes reports and logs; `args` are passed on to the part's runner, `environment` to Playwright
 */
export async function runAll({ part, args, environment = {}, directory, tally, atEnd }) {
	const check = (name, script) => {
		const logFile = join(directory, `${script.replace(":", "-")}.log`);
		return tally.step(name, () => runCheck(script, { logFile }));
	};
	const live = part !== "all";

	if (part === "all") {
		await check("lint", "lint");
		await check("typecheck", "typecheck");
		await check("schema check", "db:check");
	}
	// Unit tests need no build, and someone who writes one does not want to wait for it.
	const built = part !== "unit" && (await build(check, tally));
	if (!built) {
		await withBuildLock(() => ensurePrismaClient()).catch((error) =>
			tally.step("Prisma client", () => Promise.reject(error)),
		);
	}

	const postgres = await preparePostgres(directory, atEnd);
	if (part !== "e2e") {
		const vitest = (name, more) =>
			tally.step(name, () => runVitest({ args, directory, live, name: name.replaceAll(/\W+/g, "-"), ...more }));
		await vitest("vitest, embedded database", { env: { TEST_DATABASE: "embedded" } });
		if (postgres !== null) {
			await vitest(`vitest, PostgreSQL`, {
				args: [...args, "--passWithNoTests"],
				env: { TEST_DATABASE: "postgres", TEST_POSTGRES_URL: postgres },
			});
		}
	}
	if (part !== "unit")
		await tally.step("playwright", () => endToEnd({ args, environment, directory, live, built, postgres }));
	if (postgres === null) console.log(NO_POSTGRES);
}

async function build(check, tally) {
	const isCurrent = (await stateOfBuild()) === "up to date";
	return isCurrent ? tally.step("build (up to date)", async () => ({ passed: 1, failed: 0 })) : check("build", "build");
}

/** @returns the address of a superuser, or null where there is no PostgreSQL to be had */
async function preparePostgres(directory, atEnd) {
	const given = process.env.TEST_POSTGRES_URL;
	if (given !== undefined && given !== "") return given;

	let programs = await findPostgres();
	if (programs === null && (await canInstallDebianPackages())) {
		console.log("no PostgreSQL found: installing Debian's");
		const problem = await installDebianPostgres(join(directory, "apt-postgresql.log"));
		if (problem !== null) console.log(problem);
		programs = await findPostgres();
	}
	if (programs === null) return null;
	try {
		const server = await startPostgres(programs);
		atEnd(server.stop);
		console.log(`PostgreSQL ${server.version} started for the tests`);
		return server.url;
	} catch (error) {
		console.log(error.message);
		return null;
	}
}

async function endToEnd({ args, environment, directory, live, built, postgres }) {
	const notRun = (problem) => ({ passed: 0, failed: 1, problem });
	if (!built) return notRun("The browser tests were not run, as the build failed.");
	const browser = await findBrowser(join(directory, "apt-chromium.log"));
	if ("missing" in browser) return notRun(browser.missing);
	return runPlaywright({
		args,
		directory,
		live,
		name: "playwright",
		env: {
			...environment,
			TEST_BROWSER: browser.path,
			TEST_BROWSER_SANDBOX: browser.sandbox ? "on" : "off",
			...(postgres === null ? {} : { TEST_POSTGRES_URL: postgres }),
		},
	});
}
