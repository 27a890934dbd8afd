/**
 * Sine and cosine by fdlibm's polynomials: the last bit of Math.sin differs between versions of
 * Node.js, but the same fences must give the same bytes. Degrees are reduced to 45 exactly before
 * they become radians, so that 180 and -180 are one meridian and the cosine of 90 is zero.
 */

const RADIANS = Math.PI / 180;

/** Sine of an angle in degrees, at most 360 either way. */
export function sinDegrees(degrees: number): number {
	const quadrant = Math.round(degrees / 90);
	const x = (degrees - quadrant * 90) * RADIANS;
	const value = quadrant & 1 ? cosineKernel(x) : sineKernel(x);
	return quadrant & 2 ? -value : value;
}

/** Cosine of an angle in degrees, at most 360 either way. */
export function cosDegrees(degrees: number): number {
	const quadrant = Math.round(degrees / 90);
	const x = (degrees - quadrant * 90) * RADIANS;
	const value = quadrant & 1 ? sineKernel(x) : cosineKernel(x);
	return (quadrant + 1) & 2 ? -value : value;
}

/** Sine of an angle in radians from 0 to pi / 2. */
export function sinAcute(radians: number): number {
	return radians <= Math.PI / 4 ? sineKernel(radians) : cosineKernel(Math.PI / 2 - radians);
}

/** For |x| up to pi / 4. */
function sineKernel(x: number): number {
	const z = x * x;
	const tail =
		8.33333333332249e-3 +
		z * (-1.984126982985795e-4 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
	return x + z * x * (-1.6666666666666632e-1 + z * tail);
}

/** For |x| up to pi / 4. */
function cosineKernel(x: number): number {
	const z = x * x;
	const tail =
		z *
		(4.16666666666666e-2 +
			z *
				(-1.388888888887411e-3 +
					z *
						(2.480158728947673e-5 +
							z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
	const half = z / 2;
	const near = 1 - half;
	return near + (1 - near - half + z * tail);
}
