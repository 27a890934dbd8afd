import { createDesign } from "@/lib/domain/designs/create-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { FIGURES_DAYS, sampleFigures } from "@/lib/domain/overview/sample-figures";
import { createView } from "@/lib/domain/views/create-view";
import type { Service } from "@/lib/platform/service";
import { DEMO_SOURCE, IMPORTS } from "@/lib/tools/seed/inventory/demo-source";
import { generateVisits, visitsAsCsv } from "@/lib/tools/seed/inventory/generate-visits";
import { featureOf } from "@/lib/tools/seed/landmarks/feature-of";
import { agentScenes } from "./agent-scenes";
import { AUDIENCE_DESIGNS } from "./audience-designs";
import { DEPLOYED_PROXIMITY_DESIGNS } from "./deployed-proximity-designs";
import { LONG_RUNNING_DESIGNS } from "./long-running-designs";
import type { PlannedDesign } from "./plan";
import { actorOf, playAct } from "./play-act";
import { signIn } from "./sign-in";
import { openStage, type Scene, type Stage, type StagedDesign, serviceAt } from "./stage";
import { UNDEPLOYED_PROXIMITY_DESIGNS } from "./undeployed-proximity-designs";
import { type PlannedView, VIEWS } from "./views";

/** Key of the record that marks a complete history; later changes by people are kept. */
const FACT = "demo_history";
const DAY_MS = 24 * 3600 * 1000;
/** In days: agents report at the end of a day, and the figures are read once they have. */
const BEFORE_MIDNIGHT = 30 / 86_400;
const REPORTED = 8 / 86_400;

export const DEMO_DESIGNS: readonly PlannedDesign[] = [
	...LONG_RUNNING_DESIGNS,
	...DEPLOYED_PROXIMITY_DESIGNS,
	...UNDEPLOYED_PROXIMITY_DESIGNS,
	...AUDIENCE_DESIGNS,
];

/**
 * Plays the history of the demo world through the service's operations, in chronological order:
 * designs, builds, and deployments of three months. Runs once; after an interrupted run, existing
 * designs stay unchanged.
 * @param tell receives each tenth that is played, in words
 */
export async function playHistory(
	service: Service,
	devices: number,
	tell: (what: string) => void = () => undefined,
): Promise<void> {
	const played = await service.prisma.serviceFact.findUnique({ where: { name: FACT } });
	if (played !== null) return;
	const stage = await openStage(service);
	const present = await namesPresent(stage);
	const planned = DEMO_DESIGNS.filter((design) => !present.has(design.name));
	const seeded = service.now();
	const midnight = (seeded.getTime() % DAY_MS) / DAY_MS;
	const endings = Array.from({ length: FIGURES_DAYS - 1 }, (_, index) => midnight + index + BEFORE_MIDNIGHT);
	const scenes = [
		...importScenes(devices),
		...planned.flatMap(scenesOf),
		...VIEWS.map(sceneOfView),
		...((await hasAgents(stage)) ? [] : agentScenes(planned, midnight, endings)),
		...[...endings.map((day) => day - REPORTED), 0].map(sceneOfFigures),
	].sort((a, b) => b.day - a.day);
	for (const [index, { day, actor, play }] of scenes.entries()) {
		const tenth = Math.floor((10 * index) / scenes.length);
		if (tenth > Math.floor((10 * (index - 1)) / scenes.length)) {
			tell(`three months of designs, builds and requests: ${tenth * 10} %`);
		}
		const then = serviceAt(service, new Date(seeded.getTime() - day * DAY_MS));
		const person = actor?.(stage);
		if (person !== undefined) await signIn(stage, then, person);
		await play(stage, then);
	}
	await service.prisma.serviceFact.createMany({ data: [{ name: FACT, value: "1" }], skipDuplicates: true });
}

/** The figures of the overview. */
function sceneOfFigures(day: number): Scene {
	return { day, play: async (_stage, service) => void (await sampleFigures(service)) };
}

/** An interrupted run has played some of their reports, which count once. */
async function hasAgents({ service, targets }: Stage): Promise<boolean> {
	const targetId = { in: [...targets.values()].map(({ id }) => id) };
	return (await service.prisma.agent.count({ where: { target_id: targetId } })) > 0;
}

async function namesPresent({ service, people }: Stage): Promise<Set<string>> {
	const ownerOrgId = { in: [people.designer.organizationId, people.outsider.organizationId] };
	const designs = await service.prisma.design.findMany({ where: { owner_org_id: ownerOrgId }, select: { name: true } });
	return new Set(designs.map(({ name }) => name));
}

function importScenes(devices: number): Scene[] {
	return IMPORTS.map(({ day, share }) => ({
		day,
		actor: ({ people }) => people.operator,
		play: async ({ people }, service) => {
			const { slug } = DEMO_SOURCE;
			const existing = await service.prisma.inventorySource.findUnique({ where: { slug }, select: { id: true } });
			if (existing === null) await createInventorySource(service, people.operator, DEMO_SOURCE);
			const body = piecewise(visitsAsCsv(generateVisits(service.now(), Math.round(devices * share))));
			await importInventory(service, people.operator, slug, { contentType: "text/csv", body });
		},
	}));
}

async function* piecewise(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	yield* pieces;
}

function sceneOfView({ day, owner, ...view }: PlannedView): Scene {
	return {
		day,
		actor: ({ people }) => people[owner],
		play: async ({ people }, service) => {
			const ownerId = people[owner].userId;
			const { page, name } = view;
			const existing = await service.prisma.savedView.findFirst({
				where: { owner_id: ownerId, page, name },
				select: { id: true },
			});
			if (existing === null) await createView(service, people[owner], { ...view, default: false });
		},
	};
}

function scenesOf(planned: PlannedDesign): Scene[] {
	const acts = planned.history ?? [];
	return [
		{
			day: planned.created,
			actor: ({ people }) => people[planned.owner],
			play: (stage, service) => create(stage, service, planned),
		},
		...acts.map(({ day, ...act }) => ({
			day,
			actor: (stage: Stage) => actorOf(stage, stagedDesign(stage, planned), act),
			play: async (stage: Stage, service: Service) => {
				const design = stagedDesign(stage, planned);
				const at = Math.max(service.now().getTime(), design.notBefore.getTime());
				await playAct(stage, serviceAt(stage.service, new Date(at)), design, act);
			},
		})),
	];
}

function stagedDesign({ designs }: Stage, { name }: PlannedDesign): StagedDesign {
	const design = designs.get(name);
	if (design === undefined) throw new Error(`${name} acts before it was created`);
	return design;
}

async function create(stage: Stage, service: Service, planned: PlannedDesign): Promise<void> {
	const owner = stage.people[planned.owner];
	const { id } = await createDesign(service, owner, {
		name: planned.name,
		type: planned.type,
		sets: planned.sets.map(({ name, code, landmarks, audience }) => ({
			set_name: name,
			targeting_code: code,
			...(landmarks ? { geofences: { type: "FeatureCollection", features: landmarks.map(featureOf) } } : {}),
			...(audience ? { audience } : {}),
		})),
	});
	stage.designs.set(planned.name, { id, owner, notBefore: service.now() });
}
