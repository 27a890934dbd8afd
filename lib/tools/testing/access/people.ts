/**
 * The callers of the access matrix: people by what they are to one design, its deployment and its
 * target, some of them with a narrower credential. The words stand in docs/access.md.
 */
export const PEOPLE = {
	owner: "the owner of the design, a designer",
	"owner-session": "the owner, signed in",
	"owner-token": "the owner, with an access token",
	"owner-administer": "the owner, with a key of the scope `administer` alone",
	colleague: "a designer of the owner's organization",
	boss: "an administrator of the owner's organization",
	"boss-manage": "that administrator, with a key of the scope `manage` alone",
	requester: "a designer elsewhere, collaborator with `view`, who requested the deployment",
	"requester-boss": "an administrator of the requester's organization",
	editor: "a designer elsewhere, collaborator with `edit`",
	"org-viewer": "a designer of an organization that has `view`",
	"org-editor": "a designer of an organization that has `edit`",
	"org-boss": "an administrator of that organization",
	decider: "an administrator of the target's organization",
	"decider-manage": "that administrator, with a key of the scope `manage` alone",
	"target-designer": "a designer of the target's organization",
	"other-boss": "an administrator of another partner, whose targets have nothing of it",
	stranger: "a designer of another customer, whose requests the target accepts",
	operator: "an operator",
	"operator-manage": "an operator, with a key of the scope `manage` alone",
	"colleague-apart": "the colleague, where members of the owner's organization see their own",
	"boss-manage-apart": "the administrator with a key of the scope `manage` alone, there",
} as const;

export type PersonName = keyof typeof PEOPLE;
/** Those who are asked while the owner's organization has `members_see` at `own_and_shared`. */
export const isApart = (person: PersonName) => person.endsWith("-apart");
export const PERSON_NAMES = Object.keys(PEOPLE) as PersonName[];

/** What a caller is answered: it is done, or refused only for its state; 403; 404; 401. */
export type Answer = "yes" | 403 | 404 | 401;

/** Who may do something; who sees the object, but may not; to all others it does not exist. */
export interface Right {
	readonly yes: readonly PersonName[];
	readonly no: readonly PersonName[];
	/** Where the credentials of people count for nothing. */
	readonly others?: 401;
}

/** What the right answers to a person. */
export function answerTo(right: Right, person: PersonName): Answer {
	if (right.yes.includes(person)) return "yes";
	return right.no.includes(person) ? 403 : (right.others ?? 404);
}
