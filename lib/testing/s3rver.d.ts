declare module "@20minutes/s3rver" {
	import type { AddressInfo } from "node:net";

	/** An S3 server: a Koa application with its own store. */
	export default class S3rver {
		constructor(options: {
			address: string;
			port: number;
			directory: string;
			silent: boolean;
			configureBuckets: { name: string; configs: string[] }[];
		});
		run(): Promise<AddressInfo>;
		close(): Promise<void>;
	}
}
