import { CircleQuestionMark } from "lucide-react";
import { openHelp } from "@/components/kit/keyboard/help-state";
import type { SessionUser } from "@/components/kit/session/session";
import { Kbd } from "@/components/kit/ui/kbd";
import { FirstStepsLink } from "@/components/shell/first-steps/first-steps-link";
import { PaletteButton } from "@/components/shell/palette/palette";
import { LiveStatus } from "./live-status";
import { MainNav } from "./main-nav";
import type { Theme } from "./theme";
import { UserMenu } from "./user-menu";

export interface MenuProps {
	user: SessionUser;
	theme: Theme;
	/** Something of the menu is followed or opened. */
	onFollow?: () => void;
}

/** All that leads from one page to another, and what concerns the reader and not a page. */
export function Menu({ user, theme, onFollow = () => {} }: MenuProps) {
	const help = () => {
		onFollow();
		openHelp();
	};
	return (
		<div className="flex min-h-0 grow flex-col gap-2">
			<PaletteButton onOpen={onFollow} />
			<MainNav role={user.role} onFollow={onFollow} />
			<div className="mt-auto grid shrink-0 gap-1 max-lg:-mx-2 max-lg:gap-0 max-lg:border-line max-lg:border-t max-lg:px-2 max-lg:py-1">
				<FirstStepsLink onFollow={onFollow} />
				<LiveStatus />
				<button
					type="button"
					aria-keyshortcuts="?"
					onClick={help}
					className="flex items-center gap-2 rounded-md px-2 py-1.5 text-start text-muted hover:bg-sunken hover:text-text max-lg:min-h-11"
				>
					<CircleQuestionMark aria-hidden className="size-4 shrink-0" />
					<span className="grow">Help</span>
					<Kbd name="?" />
				</button>
				<UserMenu user={user} initialTheme={theme} onFollow={onFollow} />
			</div>
		</div>
	);
}
