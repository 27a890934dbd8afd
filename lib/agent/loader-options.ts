import type { BackoffBounds } from "@/lib/agent/backoff";
import type { CacheDirectory } from "@/lib/agent/cache-directory";
import type { FileFetcher } from "@/lib/agent/file-fetcher";
import type { Logger } from "@/lib/agent/logger";
import type { MatchCounts } from "@/lib/agent/match-counts";
import type { Snapshot } from "@/lib/agent/snapshot";

export interface LoaderOptions {
	cache: CacheDirectory;
	fetcher: FileFetcher;
	tags: readonly string[];
	/** The limit of targeting files in memory at the moment, in bytes. */
	memoryLimit: () => number;
	/** Whether another part of the agent needs the cache file. */
	keeps: (sha256: string) => boolean;
	retry: BackoffBounds;
	matches: MatchCounts;
	/** Has every thread answer from the snapshot; returns when all do. */
	publish: (snapshot: Snapshot) => void;
	log: Logger;
}
