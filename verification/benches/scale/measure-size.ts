import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import type { Browser } from "playwright";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { openDatabase } from "@/lib/platform/db/client";
import { SCALE_OPERATOR, scaleId, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import { issueBenchKey } from "@/verification/benches/issue-bench-key";
import { peakMegabytes } from "@/verification/benches/peak-memory";
import { type ServerProcess, startBuiltService } from "@/verification/benches/processes";
import { timeLists } from "./list-requests";
import { organizationsIn, proportional } from "./many-organizations";
import { measureJobs } from "./measure-jobs";
import { measureDecisions, measureEvents, measureExport } from "./measure-writes";
import { type Opened, timePages, visitPages } from "./page-requests";
import type { Caller, Figure } from "./requests";
import { sizesOfTables } from "./table-sizes";

const PASSWORD = "a password of the benchmark alone";
const STARTS = 3;

/** What of a size is measured, and how. */
export interface Measuring {
	readonly designs: number;
	readonly databaseUrl: string;
	readonly browser: Browser;
	/** For about so long each request is repeated. */
	readonly milliseconds: number;
	/** Keeps all figures so far: a background job that fails then costs none of the others. */
	readonly keep: (figures: readonly Figure[]) => Promise<void>;
}

/** Measures the built service on a filled database. */
export async function measureSize({ designs, databaseUrl, browser, milliseconds, keep }: Measuring): Promise<void> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-scale-"));
	const database = await openDatabase({ databaseUrl });
	try {
		const settings = {
			NEXTAUTH_SECRET: "a secret of the benchmark alone, which is long enough",
			FILE_STORE_URL: pathToFileURL(directory).href,
			DATA_DIR: directory,
			DATABASE_URL: databaseUrl,
		};
		const people = await prepare(database.pool, designs);
		const figures = await sizesOfTables(database.pool);
		const { service, times } = await started(settings);
		figures.push({ group: "service", name: "start until ready", who: "", values: times, unit: "ms" });
		const opened = await openedOn(database.pool);
		const callers: Caller[] = [];
		for (const [who, email] of Object.entries(people) as [Caller["who"], string][]) {
			const signIn = { email, password: PASSWORD };
			const { caller, pages } = await visitPages(browser, service.url, who, signIn, opened);
			figures.push(...(await timePages(service.url, caller, pages, milliseconds)));
			callers.push(caller);
		}
		figures.push(...(await timeLists(service.url, callers, { designs, milliseconds })));
		figures.push(...(await measureWork(service.url, database.pool, { designs, callers, opened })));
		const memory = await peakMegabytes(service.pid);
		if (memory !== null) figures.push({ group: "service", name: "peak memory", who: "", values: [memory], unit: "MB" });
		await service.stop();
		await keep(figures);
		await keep([...figures, ...(await measureJobs(settings))]);
	} finally {
		await database.close();
		await rm(directory, { recursive: true, force: true });
	}
}

/** People who sign in, with agents that have just reported; on a database that no service has opened. */
async function prepare(pool: pg.Pool, designs: number): Promise<Record<Caller["who"], string>> {
	const administrator = scalePerson(organizationsIn(proportional(designs)), 0);
	const numbers = { designer: scalePerson(1, 1), administrator, operator: SCALE_OPERATOR };
	const { rows } = await pool.query<{ id: string; email: string }>(
		"UPDATE users SET password_hash = $2 WHERE id = ANY ($1::uuid[]) RETURNING id, email",
		[Object.values(numbers).map((number) => scaleId("user", number)), await hashPassword(PASSWORD)],
	);
	await pool.query("UPDATE agents SET last_seen_at = now() + interval '1 day'");
	await pool.query("DELETE FROM service_facts");
	const emailOf = (number: number) => rows.find(({ id }) => id === scaleId("user", number))?.email ?? "";
	return {
		designer: emailOf(numbers.designer),
		administrator: emailOf(numbers.administrator),
		operator: emailOf(numbers.operator),
	};
}

/** Starts the service several times; the last one stays. */
async function started(settings: Record<string, string>): Promise<{ service: ServerProcess; times: number[] }> {
	const times: number[] = [];
	for (;;) {
		const began = performance.now();
		const service = await startBuiltService(settings, { pinned: false });
		while (!(await fetch(`${service.url}/api/ready`)).ok);
		times.push(performance.now() - began);
		if (times.length === STARTS) return { service, times: times.sort((a, b) => a - b) };
		await service.stop();
	}
}

/** A design of the large organization on the large target, which all callers see. */
async function openedOn(pool: pg.Pool): Promise<Opened> {
	const { rows } = await pool.query<{ design: string; deployment: string }>(
		`SELECT design_id AS design, id AS deployment FROM deployments
		 WHERE status = 'activated' AND target_id = $1 AND owner_org_id = $2 ORDER BY id LIMIT 1`,
		[scaleId("target", 0), scaleId("organization", 1)],
	);
	const [found] = rows;
	if (found === undefined) throw new Error("the large target must have a deployment of the large organization");
	return { ...found, target: scaleId("target", 0) };
}

const WORK_MS = 5_000;

async function measureWork(
	url: string,
	pool: pg.Pool,
	{ designs, callers, opened }: { designs: number; callers: readonly Caller[]; opened: Opened },
): Promise<Figure[]> {
	const key = await issueBenchKey(pool, SCALE_OPERATOR, ["manage", "administer"]);
	const figures = await measureDecisions(url, pool, { designs, milliseconds: WORK_MS });
	for (const caller of callers) figures.push(await measureEvents(url, caller, opened.deployment, key));
	for (const caller of callers) {
		figures.push(...(await measureExport(url, caller, "/api/exports/deployments")));
		figures.push(...(await measureExport(url, caller, "/api/exports/audit")));
	}
	return figures;
}
