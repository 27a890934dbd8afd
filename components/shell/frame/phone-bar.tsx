import { Menu as MenuIcon } from "lucide-react";
import { useCallback, useState } from "react";
import { Brand } from "@/components/kit/ui/brand";
import { Sheet } from "@/components/kit/ui/sheet";
import { Menu, type MenuProps } from "./menu";

/** The head of every page on a small screen, with the menu behind a button. */
export function PhoneBar({ user, theme }: Pick<MenuProps, "user" | "theme">) {
	const [open, setOpen] = useState(false);
	const close = useCallback(() => setOpen(false), []);
	return (
		<header
			data-print="hidden"
			className="sticky top-0 z-30 flex items-center justify-between border-line border-b bg-surface py-1 ps-4 pe-2 in-data-whole:hidden lg:hidden [@media(max-height:30rem)]:static"
		>
			<Brand />
			<button
				type="button"
				aria-label="Menu"
				aria-haspopup="dialog"
				aria-expanded={open}
				onClick={() => setOpen(true)}
				className="grid size-11 place-items-center rounded-md hover:bg-sunken"
			>
				<MenuIcon aria-hidden className="size-5" />
			</button>
			<Sheet open={open} onOpenChange={setOpen} title="Menu">
				<nav aria-label="Main" className="flex min-h-0 grow flex-col px-2 pt-2">
					<Menu user={user} theme={theme} onFollow={close} />
				</nav>
			</Sheet>
		</header>
	);
}
