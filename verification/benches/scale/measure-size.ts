import type pg from "pg";
import { openDatabase } from "@/lib/platform/db/client";
import { parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { openService } from "@/lib/processes/startup/open-service";
import { SCALE_OPERATOR, scaleId, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import { timed } from "@/verification/benches/figures";
import { type ServerProcess, startBuiltService, usedBy } from "@/verification/benches/processes";
import { issueBenchKey, letSignIn, PASSWORD, settingsOf } from "@/verification/benches/service";
import { startBrowser } from "@/verification/benches/ui/page";
import { organizationsIn, proportional } from "./many-organizations";
import { measureDecisions, measureEvents, measureExport } from "./measure-writes";
import { type Opened, timePages, visitPages } from "./page-requests";
import { type Caller, type Figure, figure } from "./requests";
import { timeLists } from "./time-lists";

const STARTS = 3;
const JOB_ROUNDS = 3;
const WORK_MS = 5_000;
/** Smaller tables are not listed. */
const LISTED_MB = 1;

/** What of a size is measured, and how. */
export interface Measuring {
	readonly designs: number;
	readonly databaseUrl: string;
	/** For about so long each request is repeated. */
	readonly milliseconds: number;
	/** Keeps all figures so far: a background job that fails then costs none of the others. */
	readonly keep: (figures: readonly Figure[]) => Promise<void>;
}

/** Measures the built service on a filled database, with its files in a directory. */
export async function measureSize(
	directory: string,
	{ designs, databaseUrl, milliseconds, keep }: Measuring,
): Promise<void> {
	const [database, browser] = [await openDatabase({ databaseUrl }), await startBrowser()];
	try {
		const settings = settingsOf({ databaseUrl }, directory);
		const { pool } = database;
		const people = {
			designer: scalePerson(1, 1),
			administrator: scalePerson(organizationsIn(proportional(designs)), 0),
			operator: SCALE_OPERATOR,
		};
		const emails = await letSignIn(pool, Object.values(people));
		// Agents have just reported, and no service has opened the database.
		await pool.query("UPDATE agents SET last_seen_at = now() + interval '1 day'");
		await pool.query("DELETE FROM service_facts");
		const figures = await sizesOfTables(pool);
		const { service, times } = await started(settings);
		const { url } = service;
		figures.push(figure("service", "start until ready", times));
		const opened = await openedOn(pool);
		const callers: Caller[] = [];
		for (const [at, who] of (Object.keys(people) as Caller["who"][]).entries()) {
			const signIn = { email: emails[at] ?? "", password: PASSWORD };
			const { caller, pages } = await visitPages(browser, url, who, signIn, opened);
			figures.push(...(await timePages(url, caller, pages, milliseconds)));
			callers.push(caller);
		}
		figures.push(...(await timeLists(url, callers, { designs, milliseconds })));
		figures.push(...(await measureDecisions(url, pool, { designs, milliseconds: WORK_MS })));
		const key = await issueBenchKey(pool, SCALE_OPERATOR, ["manage", "administer"]);
		for (const caller of callers) {
			figures.push(await measureEvents(url, caller, opened.deployment, key));
			for (const what of ["deployments", "audit"])
				figures.push(...(await measureExport(url, caller, `/api/exports/${what}`)));
		}
		const { peakMegabytes } = await usedBy(service.pid);
		if (peakMegabytes !== null) figures.push(figure("service", "peak memory", [peakMegabytes], { unit: "MB" }));
		await service.stop();
		await keep(figures);
		await keep([...figures, ...(await measureJobs(settings))]);
	} finally {
		await browser.close();
		await database.close();
	}
}

/** Starts the service several times; the last one stays. */
async function started(settings: Record<string, string>): Promise<{ service: ServerProcess; times: number[] }> {
	const times: number[] = [];
	for (;;) {
		const { took, result: service } = await timed(async () => {
			const starting = await startBuiltService(settings, { pinned: false });
			while (!(await fetch(`${starting.url}/api/ready`)).ok);
			return starting;
		});
		times.push(took);
		if (times.length === STARTS) return { service, times };
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

/** Sizes of the database and of its tables with their indexes. */
async function sizesOfTables(pool: pg.Pool): Promise<Figure[]> {
	const { rows } = await pool.query<{ name: string; megabytes: number }>(
		`SELECT 'all' AS name, pg_database_size(current_database()) / 1e6 AS megabytes
		 UNION ALL SELECT relname, pg_total_relation_size(oid) / 1e6 FROM pg_class
		 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
	);
	return rows
		.filter(({ megabytes }) => Number(megabytes) >= LISTED_MB)
		.map(({ name, megabytes }) => figure("database", name, [Number(megabytes)], { unit: "MB" }));
}

/** The longest run of each background job, in this process while no other one serves. */
async function measureJobs(settings: Record<string, string>): Promise<Figure[]> {
	log.level = "warn";
	const { service, database } = await openService(parseEnvironment(settings));
	try {
		// The figures of today are read again.
		await service.prisma.overviewDay.deleteMany();
		const figures: Figure[] = [];
		for (const { name, everyMs, run } of WEB_JOBS) {
			const times: number[] = [];
			for (let round = 0; round < JOB_ROUNDS; round += 1)
				times.push((await timed(() => run(service, new AbortController().signal))).took);
			const every = everyMs < 60_000 ? `${everyMs / 1_000} s` : `${everyMs / 60_000} min`;
			figures.push(figure("background jobs", `${name}, every ${every}`, [Math.max(...times)]));
		}
		return figures;
	} finally {
		await database.close();
	}
}
