import type { Role } from "@/lib/generated/prisma/enums";

/** With what a caller proved who they are; `schedule`: what they wanted done at a time, when that has come. */
export type CredentialKind = "session" | "api_key" | "access_token" | "sign_in_link" | "schedule";

/** The credential that was used, by its kind and, of a key, its id. */
export interface Credential {
	readonly kind: CredentialKind;
	readonly id: string | null;
	/** It is a value that a key had before it was regenerated, in its grace period. */
	readonly superseded?: true;
}

/** Who calls: a user, as narrowed by the credential that was used (design.md section 3). */
export interface Principal {
	readonly userId: string;
	readonly email: string;
	readonly organizationId: string;
	readonly organizationSlug: string;
	/** The role after narrowing: a key without the scope `administer` acts as a designer. */
	readonly role: Role;
	/** Whether the credential opens what a designer does (scope `manage`). */
	readonly mayManage: boolean;
	readonly credential: Credential;
	readonly address: string | null;
	readonly requestId: string | null;
}

/** An agent of a target, known by its agent key. */
export interface AgentPrincipal {
	readonly agentKeyId: string;
	readonly targetId: string;
}

/** Who acts when nobody asked: the build worker, schedules, sweeps. */
export interface SystemActor {
	readonly system: string;
}
