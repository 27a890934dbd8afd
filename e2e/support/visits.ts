/** A device of tests by its number. */
export const device = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const SEEN = "2026-01-05T10:00:00Z";

/** Five devices in two segments, and three rows that cannot be taken. */
export const CSV = [
	"device_id,segment,seen_at",
	`${device(1)},rowers,${SEEN}`,
	`${device(2)},rowers,${SEEN}`,
	`not a device,rowers,${SEEN}`,
	`${device(3)},rowers,${SEEN}`,
	`${device(3)},"sail, or steam",${SEEN}`,
	`${device(4)},rowers,one fine day`,
	`${device(4)},"sail, or steam",${SEEN}`,
	`${device(5)},,${SEEN}`,
	"",
].join("\n");
