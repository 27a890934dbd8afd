export const PLACES_HEADER = "latitude,longitude,radius,name\n";
const ROWS_PER_PIECE = 2_000;

/** A CSV file of so many places, by pieces. */
export function* placesFile(rows: number): Generator<Buffer> {
	yield Buffer.from(PLACES_HEADER);
	for (let first = 0; first < rows; first += ROWS_PER_PIECE) {
		const length = Math.min(ROWS_PER_PIECE, rows - first);
		yield Buffer.from(Array.from({ length }, (_, index) => placeRow(first + index)).join(""));
	}
}

/** Distinct places all over the inhabited world. */
export function placeRow(number: number): string {
	const latitude = ((number * 0.618_033_988_7) % 1) * 110 - 45;
	const longitude = ((number * 0.754_877_666_2) % 1) * 340 - 170;
	return `${latitude.toFixed(6)},${longitude.toFixed(6)},${50 + (number % 950)},Place ${number}\n`;
}
