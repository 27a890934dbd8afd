export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
/** Begins each record of a JSON text sequence (RFC 8142), and stands nowhere in JSON. */
export const RECORD_SEPARATOR = 0x1e;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
/** A byte order mark, where files were joined. */
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Whether JSON may have the byte between its parts. */
export const isBlank = (byte: number) =>
	byte === SPACE || byte === TAB || byte === LINE_FEED || byte === CARRIAGE_RETURN;

/** A member name, from the bytes between its quotes. */
export function memberName(text: number[]): string | undefined {
	try {
		return JSON.parse(`"${String.fromCharCode(...text)}"`) as string;
	} catch {
		return undefined;
	}
}
