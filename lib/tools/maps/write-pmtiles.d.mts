export interface VectorTile {
	zoom: number;
	column: number;
	row: number;
	bytes: Uint8Array;
}

export function tileNumber(zoom: number, column: number, row: number): number;

export function writePmtiles(archive: {
	tiles: readonly VectorTile[];
	metadata: object;
	bounds: readonly [number, number, number, number];
}): Buffer;
