import type pg from "pg";
import { GET as listBuilds } from "@/app/targeting/builds/route";
import { POST as activate } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as deactivate } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { GET as listDeployments } from "@/app/targeting/deployments/route";
import { GET as getDesign } from "@/app/targeting/designs/[design_id]/route";
import { GET as listDesigns } from "@/app/targeting/designs/route";
import { GET as refreshToken } from "@/app/token/user/[user_id]/route";
import type { RouteHandler } from "@/lib/http/routes/route";
import { callRoute } from "@/lib/tools/testing/call-route";
import type { CapturedQuery, CapturingDatabase } from "@/lib/tools/testing/scale/capture-queries";
import { SCALE_ORGANIZATIONS, scaleId, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import { issueBenchKey } from "./issue-bench-key";
import { getRequest, postRequest } from "./load";
import type { Recording } from "./reference-server";

/** One line of the table: a request to the service, and the statements of the reference server. */
export interface BenchCase {
	readonly name: string;
	/**
	 * Whether requests change the state that the next one needs: each connection sends them in order.
	 */
	readonly sequences: boolean;
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
const PAGES_ASKED = 8;

/** Creates the keys, calls each route in this process, and records its statements. */
export async function recordCases(
	capturing: CapturingDatabase,
	pool: pg.Pool,
	connections: number,
): Promise<{ cases: BenchCase[]; recording: Recording }> {
	const recording: Record<string, Recording[string]> = {};
	const record = async (name: string, groups: readonly (readonly Asked[])[]): Promise<BenchCase> => {
		const reference: string[][] = [];
		for (const [number, group] of groups.entries()) {
			const paths: string[] = [];
			for (const round of ["once for what is only done the first time", "kept"]) {
				for (const [step, asked] of group.entries()) {
					capturing.taken();
					const { status, body } = await callRoute(asked.handler, {
						url: asked.path,
						...(asked.params === undefined ? {} : { params: asked.params }),
						...(asked.form === undefined ? {} : { form: asked.form }),
					});
					if (status !== 200)
						throw new Error(`${asked.path.split("?")[0]} answered ${status}: ${JSON.stringify(body)}`);
					if (round !== "kept") continue;
					const path = `/${name.replaceAll(" ", "-")}/${number}/${step}`;
					recording[path] = capturing.taken().map(repeatable);
					paths.push(path);
				}
			}
			reference.push(paths.map(getRequest));
		}
		return {
			name,
			sequences: groups.some((group) => group.length > 1),
			service: groups.map((group) =>
				group.map(({ path, form }) =>
					form === undefined ? getRequest(path) : postRequest(path, new URLSearchParams(form).toString()),
				),
			),
			reference,
		};
	};

	const designer = await issueBenchKey(pool, scalePerson(1, 1), ["manage"]);
	const partner = await issueBenchKey(pool, scalePerson(SCALE_ORGANIZATIONS, 0), ["manage", "administer"]);
	const server = await issueBenchKey(pool, scalePerson(1, 0), ["tokens"]);
	const pages = (handler: RouteHandler, path: string) =>
		Array.from({ length: PAGES_ASKED }, (_, page) => [{ handler, path: `${path}&offset=${page * 20}` }]);

	const designs = Array.from({ length: DESIGNS_ASKED }, (_, n) => {
		const design_id = scaleId("design", 2 * n + 2);
		return [{ handler: getDesign, path: `/targeting/designs/${design_id}?KEY=${designer}`, params: { design_id } }];
	});
	const users = Array.from({ length: 30 }, (_, n) => {
		const user_id = scaleId("user", scalePerson(1, n + 1));
		return [{ handler: refreshToken, path: `/token/user/${user_id}?KEY=${server}`, params: { user_id } }];
	});
	const { rows: activated } = await pool.query<{ id: string }>(
		`SELECT DISTINCT ON (design_id) id FROM deployments WHERE status = 'activated' AND target_org_id = $1 ORDER BY design_id, id LIMIT $2`,
		[scaleId("organization", SCALE_ORGANIZATIONS), connections],
	);
	const turns = activated.map(({ id }) =>
		[
			{ action: "deactivate", handler: deactivate },
			{ action: "activate", handler: activate },
		].map(({ action, handler }) => ({
			handler,
			path: `/targeting/deployments/${id}/${action}`,
			params: { deployment_id: id },
			form: { KEY: partner },
		})),
	);
	return {
		cases: [
			await record("Get Design", designs),
			await record("List Designs", pages(listDesigns, `/targeting/designs?KEY=${designer}`)),
			await record(
				"List Deployments requested",
				pages(listDeployments, `/targeting/deployments?status=requested&KEY=${partner}`),
			),
			await record(
				"List Builds activated",
				pages(listBuilds, `/targeting/builds?deployment_status=activated&KEY=${designer}`),
			),
			await record("token refresh", users),
			await record("Deactivate and Activate", turns),
		],
		recording,
	};
}

/** Accepts later revisions, because each repetition raises the revision. */
function repeatable(query: CapturedQuery): CapturedQuery {
	return { ...query, text: query.text.replaceAll(/\brevision = (\$\d+)/g, "revision >= $1") };
}
