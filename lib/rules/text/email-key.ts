/**
 * The form of an e-mail address by which it is compared: composed (NFC) and in lower case, the two
 * small sigmas as one (docs/contract.md, Roles and rights). Letters that only look alike, or that
 * upper case would join (`ı` and `i`, `ß` and `ss`), stay apart: they are other people's addresses.
 */
export function emailKey(address: string): string {
	return address.trim().normalize().toLowerCase().replaceAll("ς", "σ").normalize();
}
