import type { MembersSee, Role } from "@/lib/generated/prisma/enums";

/** Kinds of credentials; `schedule` and `rule` stand for the author of one that acts. */
export type CredentialKind =
	| "session"
	| "api_key"
	| "access_token"
	| "sign_in_link"
	| "single_sign_on"
	| "schedule"
	| "rule";

/** The credential of a request, with the id of a key. */
export interface Credential {
	readonly kind: CredentialKind;
	readonly id: string | null;
	/** Of a rule. */
	readonly name?: string;
	/** Whether it is a former value of a regenerated key, in its grace period. */
	readonly superseded?: true;
}

/** The session of a signed-in user. */
export interface PrincipalSession {
	readonly id: string;
	/** When the user last confirmed the session by password and second factor. */
	readonly confirmedAt: Date;
	/** Whether the user must add a second factor before anything else. */
	readonly mustAddFactor: boolean;
}

/** The caller: a user, narrowed by the credential (docs/contract.md, Credentials). */
export interface Principal {
	readonly userId: string;
	readonly email: string;
	readonly organizationId: string;
	readonly organizationSlug: string;
	/** Which designs of their colleagues the organization's designers see. */
	readonly membersSee: MembersSee;
	/** The role after narrowing: a key without the scope `administer` acts as a designer. */
	readonly role: Role;
	/** Whether the credential permits a designer's actions (scope `manage`). */
	readonly mayManage: boolean;
	readonly credential: Credential;
	/** Of a request with a session cookie alone. */
	readonly session?: PrincipalSession;
	readonly address: string | null;
	readonly requestId: string | null;
	/** What its request calls the program that sent it (`X-Program`). */
	readonly program?: string;
}

/** An agent of a target, identified by its agent key. */
export interface AgentPrincipal {
	readonly agentKeyId: string;
	readonly targetId: string;
}

/** The actor without a caller: the build worker, schedules, sweeps. */
export interface SystemActor {
	readonly system: string;
	/** Address of the refused visitor. */
	readonly address?: string | null;
}
