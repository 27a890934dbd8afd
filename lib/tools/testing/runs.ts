/** Whether `npm run test:all` runs, with everything that is long. */
export const isFullSize = process.env.RUN_ALL_TESTS !== undefined;

/**
 * The number of runs of a property or a model: all of them in `npm run test:all`, and a tenth of them
 * in `npm test`.
 */
export function runs(all: number): number {
	return isFullSize ? all : Math.ceil(all / 10);
}
