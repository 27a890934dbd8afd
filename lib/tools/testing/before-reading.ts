import type { FileStore } from "@/lib/platform/files/file-store";
import type { Service } from "@/lib/platform/service";

/**
 * A service in which other work happens once, after an operation has learned where a stored file is
 * and before it reads the file.
 */
export function beforeReading<Opened extends Service>(service: Opened, happens: () => Promise<unknown>): Opened {
	let happened = false;
	const localPath = async (key: string) => {
		const path = await service.files.localPath(key);
		if (!happened) {
			happened = true;
			await happens();
		}
		return path;
	};
	const files = new Proxy(service.files, {
		get: (store, name: keyof FileStore) => (name === "localPath" ? localPath : store[name].bind(store)),
	});
	return { ...service, files };
}
