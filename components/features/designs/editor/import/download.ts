/** Hands a file to the person's browser to keep. */
export function download(file: Blob, name: string): void {
	const address = URL.createObjectURL(file);
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	// The browser has read what it needs once the click's work is done.
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
