import { formatSentence } from "@/lib/browser/format";
import { useNow } from "./relative-time";

/** A sentence of the service, its times as the page writes all others. */
export const ServiceWords = ({ children }: { children: string }) => <bdi>{formatSentence(children, useNow())}</bdi>;
