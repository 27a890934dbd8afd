import { EventEmitter } from "node:events";
import type pg from "pg";
import { GET as listBuilds } from "@/app/targeting/builds/route";
import { POST as activate } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as deactivate } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { GET as listDeployments } from "@/app/targeting/deployments/route";
import { GET as getDesign } from "@/app/targeting/designs/[design_id]/route";
import { GET as listDesigns } from "@/app/targeting/designs/route";
import { GET as refreshToken } from "@/app/token/user/[user_id]/route";
import type { RouteHandler } from "@/lib/http/routes/route";
import { openDatabase } from "@/lib/platform/db/client";
import { parseEnvironment } from "@/lib/platform/env";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { type CapturedQuery, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { SCALE_ORGANIZATIONS, scaleId, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import { getRequest, postRequest } from "@/verification/benches/load";
import { issueBenchKey, type Where } from "@/verification/benches/service";
import type { Recording } from "./serve-reference";

/** One line of the table: requests to the service, and those that the reference server answers alike. */
export interface BenchCase {
	readonly name: string;
	/** Whether requests change the state that the next one needs: each connection sends them in order. */
	readonly isSequence: boolean;
	readonly service: readonly (readonly string[])[];
	readonly reference: readonly (readonly string[])[];
}

interface Asked {
	readonly handler: RouteHandler;
	readonly path: string;
	readonly params?: Record<string, string>;
	readonly form?: Record<string, string>;
}

const DESIGNS_ASKED = 300;
const USERS_ASKED = 30;
const PAGES_ASKED = 8;

/** Creates the keys, calls each route in this process, and records its statements. */
export async function recordCases(
	where: Where,
	settings: Record<string, string>,
	connections: number,
): Promise<{ cases: BenchCase[]; recording: Recording }> {
	const database = await openDatabase(where);
	const capturing = captureQueries(database.pool, database.kind);
	const { FILE_STORE_URL = "", DATA_DIR = "", NEXTAUTH_SECRET = "" } = settings;
	setService({
		prisma: capturing.database.prisma,
		files: openFileStore(FILE_STORE_URL, DATA_DIR),
		secret: NEXTAUTH_SECRET,
		settings: parseEnvironment({ TOKEN_RATE_LIMIT: "1000000000" }),
		signals: new EventEmitter(),
		now: () => new Date(),
	});
	const recording: Record<string, Recording[string]> = {};
	const record = async (path: string, { handler, path: url, ...asked }: Asked) => {
		capturing.taken();
		const { status, body } = await callRoute(handler, { url, ...asked });
		if (status !== 200) throw new Error(`${url.split("?")[0]} answered ${status}: ${JSON.stringify(body)}`);
		recording[path] = capturing.taken().map(repeatable);
		return getRequest(path);
	};
	const cases: BenchCase[] = [];
	for (const [name, groups] of Object.entries(await askedOf(database.pool, connections))) {
		const reference: string[][] = [];
		// The second round is kept: the first one has what is only done the first time.
		for (const [number, group] of [...groups.entries()].flatMap((entry) => [entry, entry])) {
			reference[number] = [];
			for (const [step, asked] of group.entries())
				reference[number].push(await record(`/${name.replaceAll(" ", "-")}/${number}/${step}`, asked));
		}
		const isSequence = groups.some((group) => group.length > 1);
		cases.push({ name, isSequence, service: groups.map((group) => group.map(requestOf)), reference });
	}
	setService(undefined);
	await capturing.database.close();
	await database.close();
	return { cases, recording };
}

function requestOf({ path, form }: Asked): string {
	return form === undefined ? getRequest(path) : postRequest(path, new URLSearchParams(form));
}

/** What each case asks for. */
async function askedOf(pool: pg.Pool, connections: number): Promise<Record<string, Asked[][]>> {
	const designer = await issueBenchKey(pool, scalePerson(1, 1), ["manage"]);
	const partner = await issueBenchKey(pool, scalePerson(SCALE_ORGANIZATIONS, 0), ["manage", "administer"]);
	const server = await issueBenchKey(pool, scalePerson(1, 0), ["tokens"]);
	const many = (length: number, asked: (number: number) => Asked) => Array.from({ length }, (_, n) => [asked(n)]);
	const pages = (handler: RouteHandler, path: string) =>
		many(PAGES_ASKED, (page) => ({ handler, path: `${path}&offset=${page * 20}` }));
	const { rows: activated } = await pool.query<{ id: string }>(
		`SELECT DISTINCT ON (design_id) id FROM deployments WHERE status = 'activated' AND target_org_id = $1 ORDER BY design_id, id LIMIT $2`,
		[scaleId("organization", SCALE_ORGANIZATIONS), connections],
	);
	return {
		"Get Design": many(DESIGNS_ASKED, (n) => {
			const design_id = scaleId("design", 2 * n + 2);
			return { handler: getDesign, path: `/targeting/designs/${design_id}?KEY=${designer}`, params: { design_id } };
		}),
		"List Designs": pages(listDesigns, `/targeting/designs?KEY=${designer}`),
		"List Deployments requested": pages(listDeployments, `/targeting/deployments?status=requested&KEY=${partner}`),
		"List Builds activated": pages(listBuilds, `/targeting/builds?deployment_status=activated&KEY=${designer}`),
		"token refresh": many(USERS_ASKED, (n) => {
			const user_id = scaleId("user", scalePerson(1, n + 1));
			return { handler: refreshToken, path: `/token/user/${user_id}?KEY=${server}`, params: { user_id } };
		}),
		"Deactivate and Activate": activated.map(({ id }) =>
			Object.entries({ deactivate, activate }).map(([action, handler]) => ({
				handler,
				path: `/targeting/deployments/${id}/${action}`,
				params: { deployment_id: id },
				form: { KEY: partner },
			})),
		),
	};
}

/** Accepts later revisions, because each repetition raises the revision. */
function repeatable(query: CapturedQuery): CapturedQuery {
	return { ...query, text: query.text.replaceAll(/\brevision = (\$\d+)/g, "revision >= $1") };
}
