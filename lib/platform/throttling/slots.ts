import { countThrottled } from "@/lib/platform/metrics/metrics";
import { ThrottledError } from "@/lib/rules/errors";

export interface SlotLimits {
	/** The word for the slots' users in errors, such as "exports". */
	readonly what: string;
	readonly ofUser: number;
	/** Fewer than all, as an administrator may make any number of users. */
	readonly ofOrganization: number;
	/** Of this process. */
	readonly inAll: number;
}

interface Holder {
	readonly userId: string;
	readonly organizationId: string;
}

const RETRY_AFTER_SECONDS = 10;

/** Limits the answers that a process keeps open for each caller, for the sake of others. */
export class Slots {
	readonly #limits: SlotLimits;
	readonly #taken = new Set<Holder>();

	constructor(limits: SlotLimits) {
		this.#limits = limits;
	}

	/**
	 * Takes a slot at once. Returns the function that gives it back.
	 * @throws ThrottledError when user, organization or process have as many as they may
	 */
	take({ userId, organizationId }: Holder): () => void {
		const { what, ofUser, ofOrganization, inAll } = this.#limits;
		const count = (isAlike: (holder: Holder) => boolean) => [...this.#taken].filter(isAlike).length;
		const isFull =
			this.#taken.size >= inAll ||
			count((holder) => holder.userId === userId) >= ofUser ||
			count((holder) => holder.organizationId === organizationId) >= ofOrganization;
		if (isFull) {
			countThrottled();
			throw new ThrottledError(
				`too many ${what} are open: a user may have ${ofUser}, an organization ${ofOrganization}, and all together ${inAll}`,
				RETRY_AFTER_SECONDS,
			);
		}
		const holder = { userId, organizationId };
		this.#taken.add(holder);
		return () => void this.#taken.delete(holder);
	}
}
