import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import type { Service } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";
import { PERSONA_NAMES, PERSONAS, type PersonaName, TARGETS } from "@/lib/tools/seed/cast";

/** Context of the history: its actors, and the designs so far. */
export interface Stage {
	readonly service: Service;
	readonly people: Readonly<Record<PersonaName, Principal>>;
	readonly targets: ReadonlyMap<string, { readonly id: string; readonly administrator: Principal }>;
	readonly designs: Map<string, StagedDesign>;
	/** Last sign-ins, by the ids of the people. */
	readonly signedIn: Map<string, Date>;
}

/** What happens at a time. */
export interface Scene {
	/** Before the seed. */
	readonly day: number;
	/** Who acts in it, in a session. */
	actor?(stage: Stage): Principal | undefined;
	play(stage: Stage, service: Service): Promise<void>;
}

export interface StagedDesign {
	readonly id: string;
	readonly owner: Principal;
	/** Earliest time of the next act: another process's build may have ended late. */
	notBefore: Date;
}

/** Loads the people and targets of the demo world. */
export async function openStage(service: Service): Promise<Stage> {
	const people = {} as Record<PersonaName, Principal>;
	for (const name of PERSONA_NAMES) people[name] = await principalOf(service, name);
	const targets = new Map<string, { id: string; administrator: Principal }>();
	const records = await service.prisma.target.findMany({ where: { slug: { in: TARGETS.map(({ slug }) => slug) } } });
	for (const { id, slug, organization_id: organizationId } of records) {
		const administrators = [people.administrator, people.other_administrator];
		const administrator = administrators.find((candidate) => candidate.organizationId === organizationId);
		if (administrator !== undefined) targets.set(slug, { id, administrator });
	}
	return { service, people, targets, designs: new Map(), signedIn: new Map() };
}

async function principalOf(service: Service, name: PersonaName): Promise<Principal> {
	const { email, organization } = PERSONAS[name];
	const user = await service.prisma.user.findFirstOrThrow({
		where: { email_key: emailKey(email), organization: { slug: organization } },
		select: principalSelect,
	});
	const origin = { address: null, requestId: null };
	return principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], origin);
}

/** Past leases must reach into the present, or other processes would take the builds over. */
const SPARE_LEASE_SECONDS = 300;

/** The service with its clock set to `moment`, from which it runs on. */
export function serviceAt(service: Service, moment: Date): Service {
	const offset = service.now().getTime() - moment.getTime();
	const { BUILD_LEASE_SECONDS: lease } = service.settings;
	const longer = Math.max(0, Math.ceil(offset / 1000)) + SPARE_LEASE_SECONDS;
	return {
		...service,
		settings: { ...service.settings, BUILD_LEASE_SECONDS: lease + longer },
		now: () => new Date(service.now().getTime() - offset),
	};
}
