declare module "@20minutes/s3rver" {
	import type { AddressInfo } from "node:net";

	/** What the server knows of a request. */
	interface Context {
		readonly method: string;
		readonly path: string;
		readonly query: Readonly<Record<string, string | undefined>>;
		get(header: string): string;
		status: number;
		type: string;
		body: string;
	}

	/** An S3 server: a Koa application with its own store. */
	export default class S3rver {
		constructor(options: {
			address: string;
			port: number;
			directory: string;
			silent: boolean;
			configureBuckets: { name: string; configs: string[] }[];
		});
		readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
		readonly store: {
			existsObject(bucket: string, key: string): Promise<boolean>;
			listObjects(
				bucket: string,
				options: { prefix: string; startAfter: string; maxKeys: number },
			): Promise<{ objects: { key: string; lastModifiedDate: Date }[]; isTruncated: boolean }>;
		};
		run(): Promise<AddressInfo>;
		close(): Promise<void>;
	}
}
