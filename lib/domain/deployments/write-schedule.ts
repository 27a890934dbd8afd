import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import type { ScheduledAction } from "@/lib/generated/prisma/enums";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { type Subject, writeTransition } from "./write-transition";

/** When something is to be done to a deployment, or is proposed. */
export type Moments = Readonly<Partial<Record<ScheduledAction, Date>>>;

/**
 * Reads times as a client names them; null counts as absent.
 * @throws InvalidArgumentError for a time that is not in the future, or an end before the beginning
 */
export function readMoments(
	service: Pick<Service, "now">,
	named: { readonly activate_at?: string | null | undefined; readonly deactivate_at?: string | null | undefined },
): Moments {
	const now = service.now();
	const read = (parameter: "activate_at" | "deactivate_at"): Date | undefined => {
		const text = named[parameter];
		if (text == null) return undefined;
		const at = new Date(text);
		if (at > now) return at;
		const words = `'${parameter}': must be in the future, and it is ${now.toISOString()} now`;
		throw new InvalidArgumentError(words, { parameter });
	};
	const activate = read("activate_at");
	const deactivate = read("deactivate_at");
	if (activate !== undefined && deactivate !== undefined && deactivate <= activate) {
		throw new InvalidArgumentError("'deactivate_at': must be later than 'activate_at'", { parameter: "deactivate_at" });
	}
	return { ...(activate && { activate }), ...(deactivate && { deactivate }) };
}

/**
 * Replaces a deployment's schedule, under the caller's name, in the transaction that has locked and
 * checked it.
 * @param note for the requester, in the history
 * @returns the deployment after the change
 */
export async function writeSchedule<
	Scheduled extends Subject & { readonly revision: number; readonly updated_at: Date },
>(
	service: Pick<Service, "now">,
	tx: Transaction,
	principal: Principal,
	subject: Scheduled,
	moments: Moments,
	note: { readonly reason?: string } = {},
): Promise<Scheduled> {
	await tx.deploymentSchedule.deleteMany({ where: { deployment_id: subject.id, ran_at: null } });
	const now = service.now();
	const voucherIds = [...(await peopleBehind(tx, principal))];
	const rows = Object.entries(moments) as [ScheduledAction, Date][];
	await tx.deploymentSchedule.createMany({
		data: rows.map(([action, at]) => ({
			deployment_id: subject.id,
			action,
			at,
			scheduled_by_id: principal.userId,
			voucher_ids: voucherIds,
			created_at: now,
		})),
	});
	const detail = {
		activate_at: moments.activate?.toISOString() ?? null,
		deactivate_at: moments.deactivate?.toISOString() ?? null,
	};
	const entry = { ...note, detail };
	await writeTransition(service, tx, principal, { subject, step: "schedule", change: { at: now }, entry });
	return { ...subject, revision: subject.revision + 1, updated_at: now };
}
