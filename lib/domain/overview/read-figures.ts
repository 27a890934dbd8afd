import type { Figures, FiguresDay } from "@/lib/contract/figures";
import type { Overview } from "@/lib/contract/overview";
import { administeredTargets, administers } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { silentBefore } from "@/lib/domain/targets/silence";
import type { OverviewDay } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { dayOf, FIGURES_DAYS, WHOLE_SERVICE } from "./sample-figures";

const DAY_MS = 86_400_000;

interface Targets {
	readonly targets: number;
	readonly targets_online: number;
}

/**
 * The figures of the targets that the caller administers, with their history. Its last day has
 * these figures, as the record of today may be older. Null for callers without targets.
 * @param known figures that the overview has counted already
 */
export async function readFigures(
	service: Service,
	principal: Principal,
	known: { readonly waiting: Overview["waiting"]["to_decide"]; readonly live: Overview["live"] },
): Promise<Figures | null> {
	if (!administers(principal)) return null;
	const scope = principal.role === "operator" ? WHOLE_SERVICE : principal.organizationId;
	const now = service.now();
	const since = new Date(dayOf(now).getTime() - (FIGURES_DAYS - 1) * DAY_MS);
	const [days, [counted]] = await Promise.all([
		service.prisma.overviewDay.findMany({ where: { scope, day: { gte: since } }, orderBy: { day: "asc" } }),
		service.prisma.$queryRaw<Targets[]>`
			SELECT count(*)::int AS targets, count(*) FILTER (WHERE EXISTS (SELECT FROM agents a
				WHERE a.target_id = targets.id AND a.last_seen_at >= ${silentBefore(service)}))::int AS targets_online
			FROM targets WHERE ${administeredTargets(principal)}`,
	]);
	const newest = days.at(-1);
	const { activated, live } = onAdministered(known.live) ?? {
		activated: newest?.activated ?? 0,
		live: newest?.live ?? 0,
	};
	const current = {
		pending: known.waiting?.total ?? 0,
		activated,
		live,
		targets: counted?.targets ?? 0,
		targets_online: counted?.targets_online ?? 0,
		decision_seconds: newest?.decision_seconds ?? null,
	};
	return {
		...current,
		oldest_request_at: known.waiting?.rows[0]?.requested_at ?? null,
		days: [...days.filter(({ day }) => day < dayOf(now)).map(describeDay), { day: dateOf(now), ...current }],
	};
}

function describeDay({
	day,
	pending,
	activated,
	live,
	targets,
	targets_online: targetsOnline,
	decision_seconds: decisionSeconds,
}: OverviewDay): FiguresDay {
	const counts = { pending, activated, live, targets, targets_online: targetsOnline };
	return { day: dateOf(day), ...counts, decision_seconds: decisionSeconds };
}

const dateOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** The sums over the caller's targets, if the overview has all of them. */
function onAdministered({ targets, target_count }: Overview["live"]): { activated: number; live: number } | null {
	if (target_count > targets.length) return null;
	const own = targets.filter(({ sync }) => sync !== null);
	return {
		activated: own.reduce((sum, { activated }) => sum + activated, 0),
		live: own.reduce((sum, { sync }) => sum + (sync?.loaded ?? 0), 0),
	};
}
