/**
 * Which credential opens which kind of route (docs/contract.md, Credentials; its section 2.6 says what
 * a session has to confirm). Written from the contract, not from the code; docs/access.md prints it.
 */

/** The kinds of routes. */
export const DOORS = {
	"management GET": "`/targeting/*`, reads",
	"management POST": "`/targeting/*`, writes",
	read: "`/api/*`, reads",
	write: "`/api/*`, writes",
	confirmed: "`/api/*`, writes that a session confirms",
	"factor read": "reading the account, to add a second factor",
	"factor write": "adding a second factor",
	"factor confirmed": "adding a second factor, confirmed",
	agent: "`/api/agent/*`, reads",
	"agent POST": "`/api/agent/*`, writes",
	file: "targeting files",
	token: "`/token/*`",
	public: "open to all",
} as const;

export type Door = keyof typeof DOORS;

/** Whether a credential opens a door, or with which status it is refused. */
export type Opening = "opens" | 400 | 401 | 403;

/** The credentials, each with the doors that it opens; all others are a 401, public ones excepted. */
interface CredentialLine {
	readonly words: string;
	readonly opens: readonly Door[];
	/** Doors at which it is known, and refused. */
	readonly refused?: Readonly<Partial<Record<Door, 400 | 403>>>;
}

const MANAGEMENT: readonly Door[] = ["management GET", "management POST"];
const PRODUCT_READS: readonly Door[] = ["read", "file", "factor read"];
const UNCONFIRMED: readonly Door[] = ["write", "factor write"];
const CONFIRMED: readonly Door[] = ["confirmed", "factor confirmed"];
const PRODUCT: readonly Door[] = [...PRODUCT_READS, ...UNCONFIRMED, ...CONFIRMED];
const AGENT: readonly Door[] = ["agent", "agent POST", "file"];

const forbidden = (doors: readonly Door[]) => Object.fromEntries(doors.map((door) => [door, 403] as const));
const twoCallers = { "management GET": 400, "management POST": 400 } as const;

export const CREDENTIALS = {
	none: { words: "nothing", opens: [] },
	"KEY garbage": { words: "`KEY` that nobody issued", opens: [] },
	"KEY manage": { words: "`KEY` with `manage`", opens: MANAGEMENT },
	"KEY administer": { words: "`KEY` with `administer`", opens: MANAGEMENT },
	"KEY tokens": { words: "`KEY` with `tokens`", opens: ["token"] },
	"KEY revoked": { words: "`KEY` that was revoked", opens: [] },
	"KEY expired": { words: "`KEY` that has expired", opens: [] },
	"KEY replaced": { words: "`KEY` whose value was replaced, without a grace period", opens: [] },
	"KEY disabled": { words: "`KEY` of a disabled person", opens: [] },
	"KEY elsewhere": { words: "`KEY` bound to another address", opens: [] },
	"KEY here": { words: "`KEY` bound to this address", opens: MANAGEMENT },
	"tokens revoked": { words: "`KEY` with `tokens` that was revoked", opens: [] },
	"tokens elsewhere": { words: "`KEY` with `tokens` bound to another address", opens: [] },
	"bearer garbage": { words: "bearer token that nobody issued", opens: [] },
	"bearer manage": { words: "API key with `manage` as bearer", opens: PRODUCT },
	"bearer administer": { words: "API key with `administer` as bearer", opens: PRODUCT },
	"bearer tokens": { words: "API key with `tokens` as bearer", opens: [] },
	"bearer revoked": { words: "API key that was revoked, as bearer", opens: [] },
	"bearer expired": { words: "API key that has expired, as bearer", opens: [] },
	"bearer replaced": { words: "API key whose value was replaced, as bearer", opens: [] },
	"bearer disabled": { words: "API key of a disabled person, as bearer", opens: [] },
	"bearer elsewhere": { words: "API key bound to another address, as bearer", opens: [] },
	"bearer here": { words: "API key bound to this address, as bearer", opens: PRODUCT },
	"access token": { words: "access token", opens: [...MANAGEMENT, ...PRODUCT] },
	"access token expired": { words: "access token that has expired", opens: [] },
	"access token disabled": { words: "access token of a disabled person", opens: [] },
	"access token promoted": { words: "access token of somebody who is no designer any longer", opens: [] },
	session: { words: "session, from the service's own pages", opens: [...MANAGEMENT, ...PRODUCT] },
	"session cross-site": {
		words: "session, from another site",
		opens: ["management GET", ...PRODUCT_READS],
		refused: forbidden(["management POST", ...UNCONFIRMED, ...CONFIRMED]),
	},
	"session of an older browser": {
		words: "session, from the service's own pages, by a browser that sends `Origin` alone",
		opens: [...MANAGEMENT, ...PRODUCT],
	},
	"session of another origin": {
		words: "session, from another origin, by such a browser",
		opens: ["management GET", ...PRODUCT_READS],
		refused: forbidden(["management POST", ...UNCONFIRMED, ...CONFIRMED]),
	},
	"session from nowhere": {
		words: "session, without a word about where it comes from",
		opens: ["management GET", ...PRODUCT_READS],
		refused: forbidden(["management POST", ...UNCONFIRMED, ...CONFIRMED]),
	},
	"session unconfirmed": {
		words: "session, confirmed more than 5 minutes ago",
		opens: [...MANAGEMENT, ...PRODUCT_READS, ...UNCONFIRMED],
		refused: forbidden(CONFIRMED),
	},
	"session without factor": {
		words: "session of somebody who must add a second factor first",
		opens: ["factor read", "factor write", "factor confirmed"],
		refused: forbidden([...MANAGEMENT, "read", "file", "write", "confirmed"]),
	},
	"session ended": { words: "session that was ended", opens: [] },
	"session expired": { words: "session that was not used for 12 hours", opens: [] },
	"session of earlier password": { words: "session from before the password changed", opens: [] },
	"session disabled": { words: "session of a disabled person", opens: [] },
	"session forged": { words: "session sealed with another secret", opens: [] },
	"session of token user": { words: "session of somebody without password and single sign-on", opens: [] },
	"session and bearer garbage": { words: "session, beside a wrong bearer token", opens: [] },
	"session and KEY garbage": {
		words: "session, beside a wrong `KEY`",
		opens: PRODUCT,
	},
	"KEY and its bearer": { words: "`KEY` and access token of the same person", opens: [...MANAGEMENT, ...PRODUCT] },
	"KEY and another bearer": {
		words: "`KEY` and access token of different people",
		opens: PRODUCT,
		refused: twoCallers,
	},
	"agent key": { words: "agent key", opens: AGENT },
	"agent key revoked": { words: "agent key that was revoked", opens: [] },
	"agent key garbage": { words: "agent key that nobody issued", opens: [] },
} as const satisfies Record<string, CredentialLine>;

export type CredentialName = keyof typeof CREDENTIALS;
export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as CredentialName[];

/** What a credential is answered at a door. */
export function openingOf(name: CredentialName, door: Door): Opening {
	const line: CredentialLine = CREDENTIALS[name];
	if (door === "public" || line.opens.includes(door)) return "opens";
	return line.refused?.[door] ?? 401;
}
