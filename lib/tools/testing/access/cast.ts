import type { Principal } from "@/lib/domain/access/principal";
import { grantTokenById } from "@/lib/domain/accounts/credentials/grant-token";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import type { KeyScope, Role } from "@/lib/generated/prisma/enums";
import type { TestService } from "../service";
import { openTestSession, sessionHeaders } from "../session";
import { issueKey } from "../world";
import { PERSON_NAMES, type PersonName } from "./people";

const ORGANIZATIONS = ["acme", "agency", "studio", "press", "lab", "north", "south", "rival", "service"] as const;
/** Their members see their own designs; acme's do while `isApart` people are asked. */
const APART: readonly OrganizationName[] = ["press"];
type OrganizationName = (typeof ORGANIZATIONS)[number];

/** The people who are somebody of their own; the others are the same with another credential. */
const MEMBERS = {
	owner: ["acme", "designer"],
	colleague: ["acme", "designer"],
	boss: ["acme", "administrator"],
	requester: ["agency", "designer"],
	"requester-boss": ["agency", "administrator"],
	editor: ["studio", "designer"],
	"org-viewer": ["press", "designer"],
	"org-editor": ["lab", "designer"],
	"org-boss": ["lab", "administrator"],
	decider: ["north", "administrator"],
	"target-designer": ["north", "designer"],
	"other-boss": ["south", "administrator"],
	stranger: ["rival", "designer"],
	operator: ["service", "operator"],
} as const satisfies Partial<Record<PersonName, readonly [OrganizationName, Role]>>;
type Member = keyof typeof MEMBERS;
const MEMBER_NAMES = Object.keys(MEMBERS) as Member[];

/** How a request shows who sends it. */
export interface Shown {
	/** On `/targeting` as `KEY`, elsewhere as bearer. */
	readonly key?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The people of the access matrix with their credentials, their organizations and the target. */
export interface Cast {
	readonly people: Readonly<Record<Member, Principal>>;
	readonly shown: Readonly<Record<PersonName, Shown>>;
	readonly organizations: Readonly<Record<OrganizationName, string>>;
	readonly target: { readonly id: string };
}

/** Creates organizations, people, a target that accepts requests, and everybody's credentials. */
export async function createCast(service: TestService): Promise<Cast> {
	const { prisma } = service;
	const organizations = {} as Record<OrganizationName, string>;
	for (const slug of ORGANIZATIONS) {
		organizations[slug] = (
			await prisma.organization.create({
				data: { slug, name: slug, members_see: APART.includes(slug) ? "own_and_shared" : "all" },
			})
		).id;
	}
	const people = {} as Record<Member, Principal>;
	for (const name of MEMBER_NAMES) {
		const [organization, role] = MEMBERS[name];
		const email = `${name}@${organization}.example`;
		const user = await prisma.user.create({
			data: {
				organization_id: organizations[organization],
				email,
				email_key: email,
				role,
				password_hash: "no password fits",
			},
			select: principalSelect,
		});
		const origin = { address: "192.0.2.7", requestId: "test" };
		people[name] = principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], origin);
	}
	const accepted = ORGANIZATIONS.filter((slug) => slug !== "north" && slug !== "south");
	const target = await prisma.target.create({
		data: {
			slug: "north-eu",
			name: "North EU",
			organization_id: organizations.north,
			accepted: { create: accepted.map((slug) => ({ organization_id: organizations[slug] })) },
		},
	});
	return { people, organizations, target, shown: await credentialsOf(service, people) };
}

async function credentialsOf(
	service: TestService,
	people: Readonly<Record<Member, Principal>>,
): Promise<Record<PersonName, Shown>> {
	const shown = {} as Record<PersonName, Shown>;
	for (const name of PERSON_NAMES) {
		const member = MEMBER_NAMES.find((other) => name === other || name.startsWith(`${other}-`)) ?? "owner";
		shown[name] = await credentialOf(
			service,
			people,
			MEMBER_NAMES.includes(name as Member) ? (name as Member) : member,
			name,
		);
	}
	return shown;
}

async function credentialOf(
	service: TestService,
	people: Readonly<Record<Member, Principal>>,
	member: Member,
	name: PersonName,
): Promise<Shown> {
	const user = people[member];
	if (name === "owner-session") return { headers: await sessionHeaders(service, await openTestSession(service, user)) };
	if (name === "owner-token") {
		const { token } = await grantTokenById(service, people.boss, user.userId);
		return { headers: { authorization: `Bearer ${token}` } };
	}
	const scopes: KeyScope[] = name.includes("-manage")
		? ["manage"]
		: name.endsWith("-administer")
			? ["administer"]
			: ["manage", "administer"];
	return { key: await issueKey(service, user, scopes) };
}
