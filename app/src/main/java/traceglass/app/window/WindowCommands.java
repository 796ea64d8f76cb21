package traceglass.app.window;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Page;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.frame.About;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.opening.StartPage;
import traceglass.app.window.timeline.TracePane;

/// Registers the commands of the window: opening, pages, timeline, help.
final class WindowCommands {

    private final TraceSlot slot;
    private final WindowContext windowContext;
    private final MainWindow window;
    private final WindowHost host;

    WindowCommands(TraceSlot slot, WindowContext windowContext, MainWindow window, WindowHost host) {
        this.slot = slot;
        this.windowContext = windowContext;
        this.window = window;
        this.host = host;
    }

    private void add(
            String id,
            String group,
            String title,
            String icon,
            String keys,
            BooleanSupplier isEnabled,
            Runnable action) {
        slot.host().commands().register(Command.of(id, group, title, icon, keys, isEnabled, action));
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    void registerBeforePages() {
        registerOpening();
        registerProjects();
        add(
                "trace.close",
                CommandGroups.TRACE,
                WindowTexts.CLOSE_TRACE,
                "x",
                "Ctrl+W",
                this::hasTrace,
                window::closeTrace);
        add(
                "trace.reopen",
                CommandGroups.TRACE,
                WindowTexts.REOPEN_TRACE,
                "refresh",
                "",
                this::hasTrace,
                window.opening()::openAgain);
        add(
                "trace.columns",
                CommandGroups.TRACE,
                WindowTexts.CHOOSE_TABLE_COLUMNS,
                "table",
                "",
                window.opening()::isTable,
                window.opening()::chooseColumns);
        add(
                "trace.cancel",
                CommandGroups.TRACE,
                WindowTexts.CANCEL_OPENING,
                "cancel",
                "",
                window::isOpening,
                window::cancelOpening);
        registerSearch();
        registerHelp();
    }

    private void registerOpening() {
        add(
                "trace.open",
                CommandGroups.TRACE,
                WindowTexts.OPEN_TRACE,
                "open",
                "Ctrl+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(window::open));
        add(
                "trace.folder",
                CommandGroups.TRACE,
                WindowTexts.OPEN_FOLDER,
                "stack",
                "",
                () -> true,
                () -> windowContext
                        .messages()
                        .dialogs()
                        .chooseFolder(WindowTexts.CHOOSE_FOLDER)
                        .ifPresent(window::open));
        add(
                "trace.sample",
                CommandGroups.TRACE,
                WindowTexts.OPEN_SAMPLE_TRACE,
                "file",
                "",
                () -> true,
                window::openSample);
        add(
                "record.show",
                CommandGroups.TRACE,
                WindowTexts.RECORD_TRACE,
                "record",
                "",
                () -> true,
                () -> slot.navigation().navigator().showPage("record"));
    }

    private void registerProjects() {
        add(
                "project.save",
                CommandGroups.TRACE,
                WindowTexts.SAVE_PROJECT,
                "save",
                "Ctrl+S",
                window.projects()::canSave,
                window.projects()::save);
        add(
                "project.saveas",
                CommandGroups.TRACE,
                WindowTexts.SAVE_PROJECT_AS,
                "save",
                "Ctrl+Shift+S",
                window.projects()::canSave,
                window.projects()::saveAs);
        add(
                "project.open",
                CommandGroups.TRACE,
                WindowTexts.OPEN_PROJECT,
                "open",
                "",
                () -> true,
                () -> windowContext.messages().dialogs().chooseProject().ifPresent(window::open));
        add(
                "project.fresh",
                CommandGroups.TRACE,
                WindowTexts.RESET_TRACE,
                "refresh",
                "",
                window.projects()::hasSession,
                window.projects()::startFresh);
    }

    private void registerSearch() {
        add(
                "search.focus",
                CommandGroups.SEARCH,
                WindowTexts.SEARCH,
                "search",
                "/ Ctrl+F",
                () -> true,
                () -> window.omnibox().focus(""));
        add(
                "search.scope",
                CommandGroups.SEARCH,
                WindowTexts.CHANGE_SCOPE,
                "search",
                "",
                this::hasTrace,
                () -> window.omnibox().changeScope());
    }

    private void registerHelp() {
        add(
                "help.commands",
                CommandGroups.HELP,
                CommonTexts.ALL_COMMANDS,
                "terminal",
                "Ctrl+Shift+P F1",
                () -> true,
                () -> window.omnibox().focus(">"));
        add(
                "help.keys",
                CommandGroups.HELP,
                CommonTexts.KEYBOARD_SHORTCUTS,
                "help",
                "?",
                () -> true,
                () -> window.help().toggle());
        add(
                "help.about",
                CommandGroups.HELP,
                WindowTexts.ABOUT,
                "file",
                "",
                () -> true,
                () -> About.in(window.root()).toggle());
    }

    void registerPages(List<Page> pages) {
        add(
                "page.start",
                CommandGroups.VIEW,
                WindowTexts.RECENT_TRACES,
                "history",
                "Alt+0",
                () -> true,
                () -> slot.navigation().navigator().showPage(StartPage.ID));
        int number = 1;
        for (Page p : pages) {
            String key = number < 10 ? "Alt+" + number++ : "";
            add(
                    "page." + p.id(),
                    CommandGroups.VIEW,
                    p.title(),
                    p.icon(),
                    key,
                    () -> !p.needsTrace() || hasTrace(),
                    () -> showOrFocus(p));
        }
        add(
                "sql.track",
                CommandGroups.SQL,
                WindowTexts.SHOW_RESULT_AS_TRACK,
                "timeline",
                "Ctrl+Shift+T",
                () -> window.pageProperty().get() instanceof SqlOpener sql && sql.canShowAsTrack(),
                () -> ((SqlOpener) window.pageProperty().get()).showAsTrack());
        registerDetailsPane();
        registerLook();
        registerWindows();
    }

    /// Shows a page; the command of the page already shown returns to its content.
    private void showOrFocus(Page page) {
        if (window.pageProperty().get() == page) {
            page.onShown();
        } else {
            window.showPage(page);
        }
    }

    private void registerDetailsPane() {
        add(
                "details.toggle",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_DETAILS,
                "panel-bottom",
                "Q",
                () -> window.pageProperty().get().hasDetailsPane(),
                () -> slot.host()
                        .detailsPane()
                        .openProperty()
                        .set(!slot.host().detailsPane().openProperty().get()));
        add(
                "details.maximize",
                CommandGroups.VIEW,
                WindowTexts.MAXIMIZE_DETAILS,
                "panel-bottom",
                "Shift+Q",
                () -> window.pageProperty().get().hasDetailsPane(),
                () -> {
                    slot.host()
                            .detailsPane()
                            .maximizedProperty()
                            .set(!slot.host().detailsPane().openProperty().get()
                                    || !slot.host()
                                            .detailsPane()
                                            .maximizedProperty()
                                            .get());
                    slot.host().detailsPane().openProperty().set(true);
                });
    }

    private void registerLook() {
        add("window.theme", CommandGroups.VIEW, WindowTexts.SWITCH_SCHEME, "theme", "", () -> true, host::nextTheme);
        add(
                "window.sidebar",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_SIDEBAR,
                "",
                "Ctrl+B",
                () -> true,
                window::toggleSidebar);
        add(
                "window.fullscreen",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_FULL_SCREEN,
                "",
                "F11",
                () -> true,
                host::toggleFullScreen);
        add(
                "window.picture",
                CommandGroups.VIEW,
                WindowTexts.SAVE_WINDOW_PICTURE,
                "camera",
                "",
                this::hasTrace,
                () -> windowContext
                        .messages()
                        .dialogs()
                        .chooseSave(WindowTexts.SAVE_THE_WINDOW_PICTURE, "traceglass.png", WindowTexts.PNG_FILES, "png")
                        .ifPresent(host::savePicture));
    }

    private void registerWindows() {
        add(
                "window.new",
                CommandGroups.VIEW,
                WindowTexts.NEW_WINDOW,
                "plus",
                "Ctrl+Shift+N",
                () -> true,
                () -> host.openWindow(null));
        add(
                "window.newtrace",
                CommandGroups.VIEW,
                WindowTexts.OPEN_IN_NEW_WINDOW,
                "open",
                "Ctrl+Shift+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(host::openWindow));
        add(
                "window.same",
                CommandGroups.VIEW,
                WindowTexts.OPEN_IN_ANOTHER_WINDOW,
                "open",
                "",
                this::hasTrace,
                () -> host.openWindow(slot.trace().session().file()));
        add("window.close", CommandGroups.VIEW, WindowTexts.CLOSE_WINDOW, "x", "Ctrl+Shift+W", () -> true, host::close);
        add("window.quit", CommandGroups.VIEW, WindowTexts.QUIT, "", "Ctrl+Q", () -> true, host::quit);
    }

    /// Registers the commands of a timeline with the commands of its trace.
    void registerTimeline(TracePane pane) {
        new TimelineCommands(slot, windowContext, window, pane).register();
    }
}
