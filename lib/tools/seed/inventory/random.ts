/** A reproducible generator of pseudo-random numbers. */
export interface Random {
	/** From 0 to below 1. */
	next(): number;
	/** An integer from `min` to `max`, inclusive. */
	between(min: number, max: number): number;
	/** 32 random bits. */
	bits(): number;
}

/** sfc32, after Chris Doty-Humphrey: fast, and good enough for sample data. */
export function randomFrom(seed: number): Random {
	let a = 0x9e3779b9;
	let b = 0x243f6a88;
	let c = 0xb7e15162;
	let counter = seed | 0;
	const bits = () => {
		const sum = (((a + b) | 0) + counter) | 0;
		counter = (counter + 1) | 0;
		a = b ^ (b >>> 9);
		b = (c + (c << 3)) | 0;
		c = (c << 21) | (c >>> 11);
		c = (c + sum) | 0;
		return sum >>> 0;
	};
	for (let warmUp = 0; warmUp < 16; warmUp += 1) bits();
	const next = () => bits() / 2 ** 32;
	return { bits, next, between: (min, max) => min + Math.floor(next() * (max - min + 1)) };
}
