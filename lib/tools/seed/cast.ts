import type { MembersSee, Role } from "@/lib/generated/prisma/enums";

/** An organization of the demo world; prices in CPM, for customers only. */
export interface CastOrganization {
	readonly slug: string;
	readonly name: string;
	readonly membersSee: MembersSee;
	readonly prices?: { readonly proximity: string; readonly audience: string };
}

export interface CastUser {
	readonly email: string;
	readonly first_name: string;
	readonly last_name: string;
	readonly role: Role;
	readonly organization: string;
}

export interface CastTarget {
	readonly slug: string;
	readonly name: string;
	readonly organization: string;
	/** Bytes. */
	readonly memoryCapacity: number;
	/** Time limit of requests; without it they never expire. */
	readonly requestTtlDays?: number;
	/** Whether it had an agent until shortly before the seed; a target without one has never had any. */
	readonly hasAgent?: true;
}

/** `.example` addresses are reserved (RFC 2606), so no demo account is a real person's. */
export const ORGANIZATIONS: readonly CastOrganization[] = [
	{ slug: "demo-operations", name: "Demo Operations", membersSee: "own_and_shared" },
	{
		slug: "brightside-media",
		name: "Brightside Media",
		membersSee: "all",
		prices: { proximity: "1.25", audience: "2.10" },
	},
	{
		slug: "harbour-retail",
		name: "Harbour Retail Group",
		membersSee: "own_and_shared",
		prices: { proximity: "1.40", audience: "2.35" },
	},
	{ slug: "metro-exchange", name: "Metro Exchange", membersSee: "own_and_shared" },
	{ slug: "nordwind-dsp", name: "Nordwind DSP", membersSee: "own_and_shared" },
];

/** Organizations whose requests every target of the demo world accepts. */
export const CUSTOMERS: readonly string[] = ["brightside-media", "harbour-retail"];

export const PERSONA_NAMES = [
	"operator",
	"designer",
	"colleague",
	"outsider",
	"administrator",
	"other_administrator",
] as const;
export type PersonaName = (typeof PERSONA_NAMES)[number];

export const PERSONAS: Readonly<Record<PersonaName, CastUser>> = {
	operator: {
		email: "operator@operations.example",
		first_name: "Olga",
		last_name: "Petrov",
		role: "operator",
		organization: "demo-operations",
	},
	designer: {
		email: "dana@brightside.example",
		first_name: "Dana",
		last_name: "Whitfield",
		role: "designer",
		organization: "brightside-media",
	},
	colleague: {
		email: "carlos@brightside.example",
		first_name: "Carlos",
		last_name: "Mendes",
		role: "designer",
		organization: "brightside-media",
	},
	outsider: {
		email: "oona@harbour.example",
		first_name: "Oona",
		last_name: "Laine",
		role: "designer",
		organization: "harbour-retail",
	},
	administrator: {
		email: "amir@metro-exchange.example",
		first_name: "Amir",
		last_name: "Haddad",
		role: "administrator",
		organization: "metro-exchange",
	},
	other_administrator: {
		email: "nora@nordwind.example",
		first_name: "Nora",
		last_name: "Lindqvist",
		role: "administrator",
		organization: "nordwind-dsp",
	},
};

/**
 * Owners of the customers' server keys: administrators and operators (docs/contract.md, API
 * keys).
 */
export const KEY_HOLDERS: Readonly<Record<string, CastUser>> = {
	"brightside-media": {
		email: "it@brightside.example",
		first_name: "Ines",
		last_name: "Brandt",
		role: "administrator",
		organization: "brightside-media",
	},
	"harbour-retail": {
		email: "it@harbour.example",
		first_name: "Henrik",
		last_name: "Salo",
		role: "administrator",
		organization: "harbour-retail",
	},
};

const GIBIBYTE = 1024 ** 3;

export const TARGETS: readonly CastTarget[] = [
	{ slug: "metro-east", name: "Metro East", organization: "metro-exchange", memoryCapacity: 8 * GIBIBYTE },
	{
		slug: "metro-west",
		name: "Metro West",
		organization: "metro-exchange",
		memoryCapacity: 4 * GIBIBYTE,
		requestTtlDays: 30,
		hasAgent: true,
	},
	{
		slug: "nordwind-eu",
		name: "Nordwind Europe",
		organization: "nordwind-dsp",
		memoryCapacity: 16 * GIBIBYTE,
		hasAgent: true,
	},
];
