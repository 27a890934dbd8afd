/** A file of circles that lie apart, as a stream. */
export async function* geofencesCsv(count: number): AsyncGenerator<Uint8Array> {
	yield Buffer.from("latitude,longitude,radius\n");
	for (let at = 0; at < count; at += 1_000) {
		const lines = Array.from({ length: Math.min(1_000, count - at) }, (_, row) => {
			const number = at + row;
			return `${((number * 0.618) % 120) - 60},${((number * 0.382) % 340) - 170},150\n`;
		});
		yield Buffer.from(lines.join(""));
	}
}
