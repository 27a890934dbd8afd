/** Why a command of `npm run admin` failed, in words for its user. */
export class AdminError extends Error {
	override name = "AdminError";
	/** Whether another e-mail or argument would do, and not another state of the machine. */
	readonly isInput: boolean;

	constructor(message: string, { isInput = false } = {}) {
		super(message);
		this.isInput = isInput;
	}
}
