import { withoutTurns } from "@/lib/rules/text/isolate";

/** Downloads a file in the browser. */
export function download(file: Blob, name: string): void {
	const address = URL.createObjectURL(file);
	const link = document.createElement("a");
	link.href = address;
	link.download = withoutTurns(name);
	link.click();
	// The browser has read the URL once the click is handled.
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
