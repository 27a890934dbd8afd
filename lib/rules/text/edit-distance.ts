/**
 * Counts the letters that are wrong, missing, added or exchanged with their neighbor between two
 * short texts.
 */
export function editDistance(from: string, to: string): number {
	let [before, above]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, column) => column)];
	for (let row = 1; row <= from.length; row += 1) {
		const line = [row];
		for (let column = 1; column <= to.length; column += 1) {
			const change = from[row - 1] === to[column - 1] ? 0 : 1;
			const steps = [at(above, column) + 1, at(line, column - 1) + 1, at(above, column - 1) + change];
			const exchanges = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			if (row > 1 && column > 1 && exchanges) steps.push(at(before, column - 2) + 1);
			line.push(Math.min(...steps));
		}
		[before, above] = [above, line];
	}
	return at(above, to.length);
}

const at = (line: readonly number[] | undefined, column: number): number => line?.[column] ?? Number.POSITIVE_INFINITY;
