import { expect, test } from "vitest";
import type { Role } from "@/lib/generated/prisma/enums";
import {
	administers,
	barredByFourEyes,
	commentSide,
	type DesignAttributes,
	designVisibility,
	mayAdministerTarget,
	mayCancelDeployment,
	mayCreateDesign,
	mayDeleteView,
	mayEditDesign,
	mayHaveWebhooks,
	mayKnowAddress,
	mayOperate,
	mayPriceDesign,
	mayRequestDeployment,
	mayShareDesign,
	namesCaller,
	refusalOf,
	requireRight,
	targetAccepts,
} from "./access";
import type { CredentialKind, Principal } from "./principal";

/** A caller; users bear the names that the objects below give them. */
function caller(
	role: Role,
	organizationId: string,
	userId: string,
	mayManage = true,
	membersSee: Principal["membersSee"] = "all",
): Principal {
	const credential = { kind: "api_key", id: null } as const;
	const nobody = { email: "", organizationSlug: "", membersSee, credential, address: null, requestId: null };
	return { role, organizationId, userId, mayManage, ...nobody };
}

/** The owner's organization is `home`; nothing belongs to `away`. */
const CALLERS: Readonly<Record<string, Principal>> = {
	operator: caller("operator", "away", "olga"),
	administrator: caller("administrator", "home", "ada"),
	"administrator without manage": caller("administrator", "home", "ada", false),
	"administrator of the target": caller("administrator", "screens", "tom"),
	"administrator elsewhere": caller("administrator", "away", "eve"),
	owner: caller("designer", "home", "owner"),
	"owner without manage": caller("designer", "home", "owner", false),
	"owner who moved": caller("designer", "away", "owner"),
	colleague: caller("designer", "home", "carl"),
	"colleague apart": caller("designer", "home", "carla", true, "own_and_shared"),
	"designer of the target": caller("designer", "screens", "dora"),
	viewer: caller("designer", "away", "viewer"),
	editor: caller("designer", "away", "editor"),
	"editor without manage": caller("designer", "away", "editor", false),
	"of editors": caller("designer", "editors", "emma"),
	"of viewers": caller("designer", "viewers", "vera"),
	"former collaborator": caller("designer", "away", "former"),
	stranger: caller("designer", "away", "eric"),
};

const shared = (to: { user_id: string } | { organization_id: string }, canView: boolean, canEdit: boolean) => ({
	user_id: null,
	organization_id: null,
	...to,
	can_view: canView,
	can_edit: canEdit,
});
const DESIGN: DesignAttributes = {
	owner_id: "owner",
	owner_org_id: "home",
	collaborators: [
		shared({ user_id: "viewer" }, true, false),
		shared({ user_id: "editor" }, false, true),
		shared({ organization_id: "editors" }, true, true),
		shared({ organization_id: "viewers" }, true, false),
		shared({ user_id: "former" }, false, false),
	],
	targetOrganizationIds: ["screens"],
};

const named = (may: (principal: Principal) => unknown) =>
	Object.keys(CALLERS).filter((name) => may(CALLERS[name] as Principal));

const ADMINISTRATORS = ["operator", "administrator", "administrator without manage"];
const EVERY_ADMINISTRATOR = [...ADMINISTRATORS, "administrator of the target", "administrator elsewhere"];

test("designs are seen by owners, colleagues, collaborators, operators, and through targets", () => {
	const seen = (how: string) => named((principal) => designVisibility(principal, DESIGN) === how);
	expect(seen("through_target")).toEqual(["administrator of the target"]);
	expect(seen("none")).toEqual([
		"administrator elsewhere",
		"colleague apart",
		"designer of the target",
		"former collaborator",
		"stranger",
	]);
});

test("where members see their own, so do owners, their administrators and those whom they share with", () => {
	const apart = (name: string) => ({ ...(CALLERS[name] as Principal), membersSee: "own_and_shared" as const });
	const seen = (design: DesignAttributes) =>
		Object.keys(CALLERS).filter((name) => designVisibility(apart(name), design) === "direct");
	const house = ["owner", "owner without manage", "owner who moved"];
	const others = ["viewer", "editor", "editor without manage", "of editors", "of viewers"];
	expect(seen(DESIGN)).toEqual([...ADMINISTRATORS, ...house, ...others]);
	const withHome = [...DESIGN.collaborators, shared({ organization_id: "home" }, true, false)];
	const colleagues = ["colleague", "colleague apart"];
	expect(seen({ ...DESIGN, collaborators: withHome })).toEqual([...ADMINISTRATORS, ...house, ...colleagues, ...others]);
});

test.each<[string, (principal: Principal) => boolean, string[]]>([
	[
		"edit the design",
		(principal) => mayEditDesign(principal, DESIGN),
		[...ADMINISTRATORS, "owner", "owner who moved", "editor", "of editors"],
	],
	[
		"share the design",
		(principal) => mayShareDesign(principal, DESIGN),
		[...ADMINISTRATORS, "owner", "owner who moved"],
	],
	["set its price", (principal) => mayPriceDesign(principal, DESIGN), ADMINISTRATORS],
	[
		"request a deployment of it",
		(principal) => mayRequestDeployment(principal, DESIGN),
		[...ADMINISTRATORS, "owner", "owner who moved", "colleague", "viewer", "editor", "of editors", "of viewers"],
	],
	[
		"cancel a request",
		(principal) => mayCancelDeployment(principal, { requester_id: "owner", requester_org_id: "home" }),
		[...ADMINISTRATORS, "owner", "owner who moved"],
	],
	[
		"administer the target",
		(principal) => mayAdministerTarget(principal, { organization_id: "screens" }),
		["operator", "administrator of the target"],
	],
	[
		"request to the target",
		(principal) => targetAccepts(principal, { acceptedOrganizationIds: ["editors", "viewers"] }),
		["of editors", "of viewers"],
	],
	["administer", administers, EVERY_ADMINISTRATOR],
	["operate", mayOperate, ["operator"]],
	[
		"delete a colleague's view",
		(principal) => mayDeleteView(principal, { owner_id: "carl", organization_id: "home" }),
		["administrator", "administrator without manage", "colleague"],
	],
	[
		"know an event's address",
		(principal) => mayKnowAddress(principal, { actor_id: "carl", organization_id: "home" }),
		[...ADMINISTRATORS, "colleague"],
	],
])("callers who may %s", (_, may, expected) => {
	expect(named(may)).toEqual(expected);
});

test("designs are made with the scope manage, or by administrators", () => {
	const mayNot = ["owner without manage", "editor without manage"];
	expect(named(mayCreateDesign)).toEqual(Object.keys(CALLERS).filter((name) => !mayNot.includes(name)));
});

test("requesters and owners with their people speak for the request, administrators for the target", () => {
	const side = (requesterId: string, target: string) => {
		const deployment = {
			requester_id: requesterId,
			requester_org_id: "editors",
			owner_id: "owner",
			owner_org_id: "home",
		};
		return (name: string) =>
			commentSide(CALLERS[name] as Principal, { ...deployment, target: { organization_id: target } });
	};
	const byEditor = side("editor", "screens");
	const names = (of: (name: string) => unknown, value: string) =>
		Object.keys(CALLERS).filter((name) => of(name) === value);
	expect(names(byEditor, "administrator")).toEqual(["operator", "administrator of the target"]);
	expect(names(byEditor, "requester")).toEqual([
		"administrator",
		"administrator without manage",
		"owner",
		"owner who moved",
		"colleague",
		"colleague apart",
		"editor",
		"of editors",
	]);
	expect(side("tom", "screens")("administrator of the target")).toBe("requester");
});

test("the four-eyes rule bars those who requested themselves, on targets that have it", () => {
	const barred = (people: string[], fourEyes: boolean) =>
		barredByFourEyes(people, {
			requester_id: "owner",
			requester_voucher_ids: ["issuer"],
			target: { four_eyes: fourEyes },
		});
	expect(barred(["carl", "owner"], true)).toBe(true);
	expect(barred(["carl", "owner"], false)).toBe(false);
	expect(barred(["carl"], true)).toBe(false);
	expect([barred(["carl", "issuer"], true), barred(["issuer"], false)]).toEqual([true, false]);
});

test("grants concern those whom they name, and operators", () => {
	const concerned = (userId: string | null, organizationId: string | null) =>
		named((principal) => namesCaller(principal, { user_id: userId, organization_id: organizationId }));
	expect(concerned("viewer", null)).toEqual(["operator", "viewer"]);
	expect(concerned(null, "viewers")).toEqual(["operator", "of viewers"]);
	expect(concerned(null, null)).toEqual([]);
});

test("webhooks are for administrators, but not by a browser's access token", () => {
	expect(named(mayHaveWebhooks)).toEqual(EVERY_ADMINISTRATOR);
	const by = (kind: CredentialKind) => (principal: Principal) =>
		mayHaveWebhooks({ ...principal, credential: { kind, id: null } });
	expect(named(by("access_token"))).toEqual([]);
});

test("a refusal names the scope only where it is all that lacks", () => {
	const words = (name: string) =>
		refusalOf(CALLERS[name] as Principal, (principal) => mayShareDesign(principal, DESIGN), "not yours")?.message;
	expect(words("owner")).toBeUndefined();
	expect(words("owner without manage")).toBe("this key does not have the scope 'manage'");
	expect(words("editor without manage")).toBe("not yours");
	expect(words("stranger")).toBe("not yours");
	const withManage = refusalOf(CALLERS.stranger as Principal, (caller) => caller.organizationId === "home", "no");
	expect(withManage?.message).toBe("no");
	expect(() => requireRight(CALLERS.stranger as Principal, mayOperate, "operators only")).toThrow("operators only");
	expect(requireRight(CALLERS.operator as Principal, mayOperate, "operators only")).toBeUndefined();
});
