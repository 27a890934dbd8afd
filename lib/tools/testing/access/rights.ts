import { PERSON_NAMES, type PersonName, type Right } from "./people";

/**
 * Who may do what (docs/contract.md, Roles and rights), as sets of the matrix's people. Written from
 * the contract, not from the code; docs/access.md prints it.
 */

const ANYBODY = PERSON_NAMES;
const OWNER: PersonName[] = ["owner", "owner-session", "owner-token"];
/** People of the owner's organization, with any credential. */
const HOUSE: PersonName[] = [...OWNER, "owner-administer", "colleague", "boss", "boss-manage"];
/** People of the owner's organization, also while its members see their own. */
const MEMBERS: PersonName[] = [...HOUSE, "colleague-apart", "boss-manage-apart"];
const GUESTS: PersonName[] = ["requester", "editor", "org-viewer", "org-editor", "org-boss"];
const ADMINISTRATORS: PersonName[] = ["boss", "requester-boss", "org-boss", "decider", "other-boss"];

const SEES_CONTENTS: PersonName[] = [...HOUSE, ...GUESTS, "operator"];
const SEES_DESIGN: PersonName[] = [...SEES_CONTENTS, "decider"];
const SEES_DEPLOYMENT: PersonName[] = [...SEES_DESIGN, "requester-boss"];
const EDITORS: PersonName[] = [...OWNER, "boss", "editor", "org-editor", "org-boss", "operator"];
const OWNERS: PersonName[] = [...OWNER, "boss", "operator"];
const DECIDERS: PersonName[] = ["decider", "operator"];
/** The target accepts requests from all organizations but its own and the other partner's. */
const SEES_TARGET = except(ANYBODY, "decider-manage", "target-designer", "other-boss");

function except(all: readonly PersonName[], ...without: PersonName[]): PersonName[] {
	return all.filter((person) => !without.includes(person));
}

const anybody = { yes: ANYBODY, no: [] };
const operators = { yes: ["operator"], no: ANYBODY } satisfies Right;

export const RIGHTS = {
	"read lists and own things": anybody,
	"read or set the own account": { yes: ["owner-session"], no: ANYBODY },
	"see the design": { yes: SEES_DESIGN, no: [] },
	"see the design's draft": { yes: SEES_CONTENTS, no: [] },
	"read the design's history": { yes: SEES_CONTENTS, no: ["decider"] },
	"test the design's draft": { yes: SEES_CONTENTS, no: ["decider"] },
	"estimate the design": { yes: except(SEES_CONTENTS, "owner-administer"), no: SEES_DESIGN },
	"copy the design": { yes: except(SEES_CONTENTS, "owner-administer"), no: SEES_DESIGN },
	"create a design": { yes: except(ANYBODY, "owner-administer"), no: ANYBODY },
	"edit the design": { yes: EDITORS, no: SEES_DESIGN },
	"share or delete the design": { yes: OWNERS, no: SEES_DESIGN },
	"price the design": { yes: ["boss", "operator"], no: SEES_DESIGN },
	"attach an external build, change the owner": { yes: ["operator"], no: SEES_DESIGN },
	"see the build": { yes: SEES_DESIGN, no: [] },
	"settle the build": { yes: ["operator"], no: SEES_DESIGN },
	"download the targeting file": { yes: [...EDITORS, "decider"], no: SEES_DESIGN },
	"request a deployment": { yes: except(SEES_CONTENTS, "owner-administer"), no: SEES_DESIGN },
	"see the deployment": { yes: SEES_DEPLOYMENT, no: [] },
	"see the geofences of the build": { yes: SEES_DESIGN, no: [] },
	"cancel the request": { yes: ["requester", "requester-boss", "operator"], no: SEES_DEPLOYMENT },
	"comment on the deployment": {
		yes: [...except(HOUSE, "owner-administer"), "requester", "requester-boss", ...DECIDERS],
		no: SEES_DEPLOYMENT,
	},
	"decide on the deployment": { yes: DECIDERS, no: SEES_DEPLOYMENT },
	"undo the decider's decision": { yes: ["decider"], no: SEES_DEPLOYMENT },
	"administer the target": { yes: DECIDERS, no: SEES_TARGET },
	"create a target": { yes: [...ADMINISTRATORS, "operator"], no: ANYBODY },
	"use the inventory source": { yes: [...MEMBERS, "operator"], no: [] },
	"keep the inventory source": { yes: ["operator"], no: MEMBERS },
	"create inventory sources, organizations, place categories": operators,
	"keep the place category": operators,
	"keep points of interest": operators,
	"keep the regions of the map": operators,
	"keep the list of opt-outs": { yes: ["operator"], no: [] },
	"send a test mail": operators,
	"keep the service's state": operators,
	"issue a key": { yes: except(ANYBODY, "owner-token", "owner-administer"), no: ANYBODY },
	"withdraw or regenerate the owner's key": {
		yes: ["owner", "owner-session", "boss", "operator"],
		no: ["owner-token", "owner-administer"],
	},
	"see people": anybody,
	"see the colleague": { yes: ["colleague", "colleague-apart", "boss", "operator"], no: [] },
	"change the colleague": { yes: ["boss", "operator"], no: ["colleague", "colleague-apart"] },
	"erase the colleague": { yes: ["operator"], no: ["boss", "colleague", "colleague-apart"] },
	"invite people": { yes: [...ADMINISTRATORS, "operator"], no: ANYBODY },
	"edit the owner's organization": { yes: ["boss", "operator"], no: MEMBERS },
	"price the owner's organization": { yes: ["operator"], no: MEMBERS },
	"change the owner's view": { yes: [...OWNER, "owner-administer"], no: MEMBERS },
	"delete the owner's view": {
		yes: [...OWNER, "owner-administer", "boss"],
		no: MEMBERS,
	},
	"change the owner's private view": { yes: [...OWNER, "owner-administer"], no: [] },
	"have webhooks": { yes: [...ADMINISTRATORS, "operator"], no: ANYBODY },
	"keep the decider's webhook": { yes: DECIDERS, no: [] },
	"read metrics": operators,
	"be an agent": { yes: [], no: [], others: 401 },
	"ask for tokens": { yes: [], no: [], others: 401 },
	"need no right": anybody,
} as const satisfies Record<string, Right>;

export type RightName = keyof typeof RIGHTS;
