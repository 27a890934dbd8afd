import {
	Ban,
	Bell,
	BookOpen,
	BookText,
	Database,
	House,
	Inbox,
	KeyRound,
	type LucideIcon,
	Map as MapIcon,
	MapPin,
	Package,
	Rocket,
	ScrollText,
	Server,
	Shapes,
	Users,
	Webhook,
} from "lucide-react";
import type { SessionUser } from "@/components/kit/session/session";

export interface Place {
	href: string;
	name: string;
	icon: LucideIcon;
	roles: readonly SessionUser["role"][];
}

const EVERYONE = ["designer", "administrator", "operator"] as const;
const OPERATORS = ["operator"] as const;
const DECIDERS = ["administrator", "operator"] as const;

/**
 * The pages of docs/contract.md, Pages in their groups; the command palette goes to the same ones.
 */
export const PLACES: readonly (readonly Place[])[] = [
	[
		{ href: "/", name: "Overview", icon: House, roles: EVERYONE },
		{ href: "/inbox", name: "Inbox", icon: Bell, roles: EVERYONE },
		{ href: "/approvals", name: "Approvals", icon: Inbox, roles: DECIDERS },
		{ href: "/deployments", name: "Deployments", icon: Rocket, roles: EVERYONE },
		{ href: "/targets", name: "Targets", icon: Server, roles: DECIDERS },
	],
	[
		{ href: "/designs", name: "Designs", icon: Shapes, roles: EVERYONE },
		{ href: "/builds", name: "Builds", icon: Package, roles: EVERYONE },
		{ href: "/sources", name: "Inventory sources", icon: Database, roles: EVERYONE },
		{ href: "/opt-outs", name: "Opt-outs", icon: Ban, roles: OPERATORS },
		{ href: "/places", name: "Places", icon: MapPin, roles: OPERATORS },
	],
	[
		{ href: "/map", name: "Map", icon: MapIcon, roles: OPERATORS },
		{ href: "/people", name: "People", icon: Users, roles: DECIDERS },
		{ href: "/keys", name: "API keys", icon: KeyRound, roles: EVERYONE },
		{ href: "/webhooks", name: "Webhooks", icon: Webhook, roles: DECIDERS },
		{ href: "/audit", name: "Audit", icon: ScrollText, roles: EVERYONE },
		{ href: "/docs", name: "API reference", icon: BookOpen, roles: EVERYONE },
		{ href: "/help", name: "Manual", icon: BookText, roles: EVERYONE },
	],
];

/** The page of the account menu. */
export const ACCOUNT_PLACE = { href: "/account", name: "Account" } as const;

/** The groups of pages that a role may use, without those of which nothing is left. */
export const placesOf = (role: SessionUser["role"]): Place[][] =>
	PLACES.map((group) => group.filter(({ roles }) => roles.includes(role))).filter((group) => group.length > 0);
