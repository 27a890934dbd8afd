import { randomUUID } from "node:crypto";
import { AGENT_VERSION } from "@/lib/agent/version";
import { noticeTargets } from "@/lib/domain/targets/notice-targets";
import { writeReports } from "@/lib/domain/targets/write-reports";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { TARGETS } from "@/lib/tools/seed/cast";
import { issueAgentKey } from "@/lib/tools/seed/issue-credentials";
import type { PlannedDesign } from "./plan";
import type { Scene, Stage } from "./stage";

const SECOND = 1 / 86_400;
/** The time within which an agent loads and unloads. */
const LOADING = 8 * SECOND;
/** In days before the seed. Agents are programs of their own, and none runs when the world begins. */
const FIRST_REPORT = 36;
const LAST_REPORT = 0.02;
/** Agents have been silent for two minutes. */
const NOTICED = LAST_REPORT - 150 * SECOND;
/** Hours (UTC) in which agents report matches: of the days that pages draw large, and of those before. */
const HOURS = [12, 19];
const HOURS_BEFORE = [19];
const DRAWN_DAYS = 14;
/** Activated on a target for weeks, and matched by nothing: it takes memory for no use. */
const UNMATCHED = "Airport arrivals";
const FEWEST = 400;

/** An agent of a target: a process that has reported so many times. */
interface Reporter {
	readonly slug: string;
	readonly instanceId: string;
	readonly runId: string;
	reports: number;
}

/**
 * The agents of the demo world as if they had run: from their first report on they load what is
 * activated and count its matches, until all of them stop shortly before the seed.
 * @param midnight the last one (UTC), in days before the seed
 * @param endings when days end, as which agents report
 */
export function agentScenes(designs: readonly PlannedDesign[], midnight: number, endings: readonly number[]): Scene[] {
	const reporters = TARGETS.filter(({ hasAgent }) => hasAgent).map(
		({ slug }): Reporter => ({ slug, instanceId: `${slug}-1`, runId: randomUUID(), reports: 0 }),
	);
	const reports = reporters.flatMap((reporter) =>
		momentsOf(reporter, designs, midnight, endings).map(({ day, matches }) => ({
			day,
			play: (stage: Stage, service: Service) => report(stage, service, reporter, matches),
		})),
	);
	return [
		{ day: FIRST_REPORT + 60 * SECOND, play: (stage, service) => issueKeys(stage, service, reporters) },
		...reports,
		{ day: LAST_REPORT, play: (_stage, service) => noteKeys(service, reporters) },
		{ day: NOTICED, play: async (_stage, service) => void (await noticeTargets(service)) },
	];
}

/** When an agent reports, and whether it has counted matches. */
function momentsOf(
	{ slug }: Reporter,
	designs: readonly PlannedDesign[],
	midnight: number,
	endings: readonly number[],
): { day: number; matches: boolean }[] {
	const days = Array.from({ length: FIRST_REPORT + 1 }, (_, ago) => ago);
	const counts = days.flatMap((ago) =>
		(ago <= DRAWN_DAYS ? HOURS : HOURS_BEFORE).map((hour) => ({ day: midnight + ago - hour / 24, matches: true })),
	);
	const changes = designs
		.flatMap(({ history = [] }) => history)
		.filter(
			({ act, ...planned }) =>
				(act === "activate" || act === "deactivate") && "target" in planned && planned.target === slug,
		);
	const states = [FIRST_REPORT, ...changes.map(({ day }) => day - LOADING), ...endings, LAST_REPORT];
	return [...counts, ...states.map((day) => ({ day, matches: false }))].filter(
		({ day }) => day <= FIRST_REPORT && day >= LAST_REPORT,
	);
}

function issueKeys({ targets, people }: Stage, service: Service, reporters: readonly Reporter[]): Promise<void> {
	return transact(service.prisma, async (tx) => {
		for (const { slug } of reporters) {
			await issueAgentKey(service, tx, targets.get(slug)?.id ?? "", people.operator.userId);
		}
	});
}

async function noteKeys({ prisma, now }: Service, reporters: readonly Reporter[]): Promise<void> {
	const target = { slug: { in: reporters.map(({ slug }) => slug) } };
	await prisma.agentKey.updateMany({ where: { target }, data: { last_used_at: now() } });
}

async function report({ targets }: Stage, service: Service, reporter: Reporter, matches: boolean): Promise<void> {
	const targetId = targets.get(reporter.slug)?.id ?? "";
	reporter.reports += 1;
	const { instanceId, runId, reports } = reporter;
	const activated = await service.prisma.deployment.findMany({
		where: { target_id: targetId, status: "activated" },
		orderBy: { requested_at: "asc" },
		select: { id: true, build_size: true, build: { select: { digest: true } }, design: { select: { name: true } } },
	});
	const counts = activated
		.filter(({ design }) => matches && design.name !== UNMATCHED)
		.map(({ id }, place) => ({
			deployment_id: id,
			matches: FEWEST * (place + 1) + ((reports * 137 * (place + 3)) % 600),
		}));
	const said = {
		instance_id: instanceId,
		version: AGENT_VERSION,
		tags: [],
		memory_used: activated.reduce((sum, { build_size: buildSize }) => sum + Number(buildSize), 0),
		memory_limit: null,
		deployments: activated.map(({ id, build }) => ({
			deployment_id: id,
			digest: `sha256:${build.digest}`,
			state: "loaded" as const,
			error: null,
		})),
		opt_outs: { digest: null, error: null },
		matches: { run_id: runId, number: reports, counts },
		digest: null,
	};
	await writeReports(service, targetId, [said]);
}
