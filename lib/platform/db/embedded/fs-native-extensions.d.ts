declare module "fs-native-extensions" {
	/**
	 * Locks a range of an open file in the kernel; false when another open file description has
	 * locked a part of it.
	 */
	export function tryLock(fd: number, offset?: number, length?: number): boolean;
	/** Locks a range of an open file in the kernel, as soon as no other description has it locked. */
	export function waitForLock(fd: number, offset?: number, length?: number): Promise<void>;
}
