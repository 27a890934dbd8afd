import { Readable } from "node:stream";
import { z } from "zod";
import type { MapRegion } from "@/lib/contract/basemap";
import type { DeviceErasure } from "@/lib/contract/opt-outs";
import { createRecoveryLink } from "@/lib/domain/accounts/recovery/create-recovery-link";
import { enableByEmail } from "@/lib/domain/accounts/recovery/enable-by-email";
import { findByEmail } from "@/lib/domain/accounts/recovery/find-by-email";
import { listEverybody, type PersonOverview } from "@/lib/domain/accounts/recovery/list-everybody";
import { resetSecondFactor } from "@/lib/domain/accounts/second-factor/reset-second-factor";
import { acceptHead } from "@/lib/domain/audit/chain/accept-head";
import { type AuditVerification, verifyAudit } from "@/lib/domain/audit/chain/verify-audit";
import { addRegionOfPath } from "@/lib/domain/basemap/add-region";
import { DEVICE_ERASURE_MAX_BYTES, eraseDevices } from "@/lib/domain/erasure/erase-devices";
import { eraseUser, type UserErasure } from "@/lib/domain/erasure/erase-user";
import { signInLinkOf } from "@/lib/http/routes/sign-in-link";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

const named = { email: z.string().min(1).max(320), organization: z.string().max(200).optional() };
/** The actor for the audit log, such as `command line (root@host)`. */
const actor = z.string().min(1).max(400);

/** A file of device ids, in base64: it may be packed. */
const file = z.base64().max(4 * Math.ceil(DEVICE_ERASURE_MAX_BYTES / 3));

/** An end of the audit log's chain, as the log has it. */
export const AUDIT_HEAD = /^[1-9]\d{0,17}:[0-9a-f]{64}$/;

/** A command of `npm run admin` (docs/operations.md, Locked out?). */
export const adminCommand = z.discriminatedUnion("name", [
	z.strictObject({ name: z.literal("list-people"), actor }),
	z.strictObject({ name: z.literal("sign-in-link"), actor, ...named }),
	z.strictObject({ name: z.literal("reset-second-factor"), actor, ...named }),
	z.strictObject({ name: z.literal("enable"), actor, ...named }),
	z.strictObject({ name: z.literal("erase-user"), actor, email: named.email }),
	z.strictObject({ name: z.literal("erase-device"), actor, file }),
	z.strictObject({ name: z.literal("verify-audit"), actor, head: z.string().regex(AUDIT_HEAD).optional() }),
	z.strictObject({ name: z.literal("accept-audit-head"), actor }),
	/** `from`: a PMTiles archive on the service's machine. */
	z.strictObject({
		...{ name: z.literal("basemap"), actor },
		...{ from: z.string().min(1).max(4_096), region: z.string().trim().min(1).max(100) },
	}),
	/** Of exports alone, beside a service on the embedded database. */
	z.strictObject({ name: z.literal("copy-database"), actor }),
]);
export type AdminCommand = z.infer<typeof adminCommand>;

/** A copy of the embedded database. */
export interface DatabaseCopy {
	/** Its directory, which the caller removes. */
	readonly copiedTo: string;
	/** The copy contains every change acknowledged until then; in ISO 8601. */
	readonly copiedAt: string;
}

/** The result of a command. */
export type AdminResult =
	| { readonly people: readonly PersonOverview[] }
	| {
			readonly link: string;
			/** Whether it begins with `PUBLIC_URL`, and not with an address for this machine. */
			readonly isPublic: boolean;
			readonly email: string;
			readonly role: string;
			/** Name of the organization. */
			readonly organization: string;
	  }
	| { readonly isReset: true; readonly email: string }
	| { readonly erased: UserErasure }
	| { readonly erasedDevices: DeviceErasure }
	| { readonly audit: AuditVerification }
	| { readonly region: MapRegion }
	| DatabaseCopy
	| { readonly isChanged: boolean; readonly email: string };

/** The service's addresses in links. */
export interface LinkAddress {
	readonly PUBLIC_URL?: string | undefined;
	/** Where it listens, without `PUBLIC_URL`. */
	readonly own: string;
}

/** The parts of the service that commands use. */
export interface AdminService extends Pick<Service, "prisma" | "now"> {
	/** The whole service, with its files, which only some commands need. */
	readonly whole: () => Promise<Service>;
	/** Copies the embedded database as it is now. */
	readonly copyDatabase: () => Promise<DatabaseCopy>;
}

/**
 * Carries a command out.
 * @throws the errors of `lib/rules` for people that are not there or not in the state
 */
export async function runAdminCommand(
	service: AdminService,
	command: AdminCommand,
	{ PUBLIC_URL, own }: LinkAddress,
): Promise<AdminResult> {
	const system = { system: command.actor };
	switch (command.name) {
		case "list-people":
			return { people: await listEverybody(service) };
		case "enable": {
			const { person, isChanged } = await enableByEmail(service, system, command);
			return { isChanged, email: person.email };
		}
		case "erase-user":
			return { erased: await eraseUser(service, system, command) };
		case "erase-device": {
			const body = Readable.from([Buffer.from(command.file, "base64")]);
			return { erasedDevices: await eraseDevices(await service.whole(), system, { contentType: null, body }) };
		}
		case "verify-audit":
			return { audit: await verifyAudit(await service.whole(), command.head) };
		case "accept-audit-head": {
			const whole = await service.whole();
			await acceptHead(whole, system);
			return { audit: await verifyAudit(whole) };
		}
		case "basemap": {
			const { region: name, from: path } = command;
			return { region: await addRegionOfPath(await service.whole(), system, { name, path }) };
		}
		case "copy-database":
			return service.copyDatabase();
		case "reset-second-factor": {
			const { id, email } = await transact(service.prisma, (tx) => findByEmail(tx, command));
			await resetSecondFactor(service, system, id);
			return { isReset: true, email };
		}
		case "sign-in-link": {
			const { person, secret } = await createRecoveryLink(service, system, command);
			const { email, role } = person;
			const link = signInLinkOf(PUBLIC_URL ?? own, secret);
			return { link, isPublic: PUBLIC_URL !== undefined, email, role, organization: person.organization.name };
		}
	}
}
