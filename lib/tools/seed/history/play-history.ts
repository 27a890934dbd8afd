import { createDesign } from "@/lib/domain/designs/create-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { FIGURES_DAYS, sampleFigures } from "@/lib/domain/overview/sample-figures";
import { createView } from "@/lib/domain/views/create-view";
import type { Service } from "@/lib/platform/service";
import { DEMO_SOURCE, IMPORTS } from "@/lib/tools/seed/inventory/demo-source";
import { generateVisits, visitsAsCsv } from "@/lib/tools/seed/inventory/generate-visits";
import { featureOf } from "@/lib/tools/seed/landmarks/features";
import { AUDIENCE_DESIGNS } from "./audience-designs";
import { DEPLOYED_PROXIMITY_DESIGNS } from "./deployed-proximity-designs";
import { LONG_RUNNING_DESIGNS } from "./long-running-designs";
import { matchScenes } from "./match-scenes";
import type { PlannedDesign } from "./plan";
import { playAct } from "./play-act";
import { openStage, type Stage, serviceAt } from "./stage";
import { UNDEPLOYED_PROXIMITY_DESIGNS } from "./undeployed-proximity-designs";
import { type PlannedView, VIEWS } from "./views";

/** Key of the record that marks a complete history; later changes by people are kept. */
const FACT = "demo_history";
const DAY_MS = 24 * 3600 * 1000;

export const DEMO_DESIGNS: readonly PlannedDesign[] = [
	...LONG_RUNNING_DESIGNS,
	...DEPLOYED_PROXIMITY_DESIGNS,
	...UNDEPLOYED_PROXIMITY_DESIGNS,
	...AUDIENCE_DESIGNS,
];

interface Scene {
	/** Days before the seed. */
	readonly day: number;
	play(stage: Stage, service: Service): Promise<void>;
}

/**
 * Plays the history of the demo world through the service's operations, in chronological order:
 * designs, builds, and deployments of three months. Runs once; after an interrupted run, existing
 * designs stay unchanged.
 */
export async function playHistory(service: Service, devices: number): Promise<void> {
	const played = await service.prisma.serviceFact.findUnique({ where: { name: FACT } });
	if (played !== null) return;
	const stage = await openStage(service);
	const present = await namesPresent(stage);
	const planned = DEMO_DESIGNS.filter((design) => !present.has(design.name));
	const scenes = [
		...importScenes(devices),
		...planned.flatMap(scenesOf),
		...VIEWS.map(sceneOfView),
		...FIGURES_SCENES,
		...matchScenes(),
	].sort((a, b) => b.day - a.day);
	const seeded = service.now();
	for (const scene of scenes) {
		await scene.play(stage, serviceAt(service, new Date(seeded.getTime() - scene.day * DAY_MS)));
	}
	await service.prisma.serviceFact.createMany({ data: [{ name: FACT, value: "1" }], skipDuplicates: true });
}

/** The figures of the overview as each of the last days ended. */
const FIGURES_SCENES: readonly Scene[] = Array.from({ length: FIGURES_DAYS - 1 }, (_, index) => ({
	day: index + 1,
	play: async (_stage, service) => {
		await sampleFigures(service);
	},
}));

async function namesPresent({ service, people }: Stage): Promise<Set<string>> {
	const ownerOrgId = { in: [people.designer.organizationId, people.outsider.organizationId] };
	const designs = await service.prisma.design.findMany({ where: { ownerOrgId }, select: { name: true } });
	return new Set(designs.map(({ name }) => name));
}

function importScenes(devices: number): Scene[] {
	return IMPORTS.map(({ day, share }) => ({
		day,
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
		play: async ({ people }, service) => {
			const ownerId = people[owner].userId;
			const { page, name } = view;
			const existing = await service.prisma.savedView.findFirst({
				where: { ownerId, page, name },
				select: { id: true },
			});
			if (existing === null) await createView(service, people[owner], { ...view, default: false });
		},
	};
}

function scenesOf(planned: PlannedDesign): Scene[] {
	const acts = planned.history ?? [];
	return [
		{ day: planned.created, play: (stage, service) => create(stage, service, planned) },
		...acts.map(({ day, ...act }) => ({
			day,
			play: async (stage: Stage, service: Service) => {
				const design = stage.designs.get(planned.name);
				if (design === undefined) throw new Error(`${planned.name} acts before it was created`);
				const at = Math.max(service.now().getTime(), design.notBefore.getTime());
				await playAct(stage, serviceAt(stage.service, new Date(at)), design, act);
			},
		})),
	];
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
