import { service } from "@/lib/platform/service";

/** The file of the data directory with the first password, until anybody has signed in; else null. */
export const firstPassword = async (): Promise<string | null> => (await service().firstPassword?.()) ?? null;
