package traceglass.app.window;

import java.util.List;
import traceglass.app.command.CommandGroups;
import traceglass.app.command.Commands;
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
    private final Commands commands;
    private final WindowContext windowContext;
    private final MainWindow window;
    private final WindowHost host;

    WindowCommands(TraceSlot slot, WindowContext windowContext, MainWindow window, WindowHost host) {
        this.slot = slot;
        commands = slot.host().commands();
        this.windowContext = windowContext;
        this.window = window;
        this.host = host;
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    void registerBeforePages() {
        registerOpening();
        registerProjects();
        commands.register(
                "trace.close",
                CommandGroups.TRACE,
                WindowTexts.CLOSE_TRACE,
                "x",
                "Ctrl+W",
                this::hasTrace,
                window::closeTrace);
        commands.register(
                "trace.reopen",
                CommandGroups.TRACE,
                WindowTexts.REOPEN_TRACE,
                "refresh",
                "",
                this::hasTrace,
                window.opening()::openAgain);
        commands.register(
                "trace.columns",
                CommandGroups.TRACE,
                WindowTexts.CHOOSE_TABLE_COLUMNS,
                "table",
                "",
                window.opening()::isTable,
                window.opening()::chooseColumns);
        commands.register(
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
        commands.register(
                "trace.open",
                CommandGroups.TRACE,
                WindowTexts.OPEN_TRACE,
                "open",
                "Ctrl+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(window::open));
        commands.register(
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
        commands.register(
                "trace.sample",
                CommandGroups.TRACE,
                WindowTexts.OPEN_SAMPLE_TRACE,
                "file",
                "",
                () -> true,
                window::openSample);
        commands.register(
                "record.show",
                CommandGroups.TRACE,
                WindowTexts.RECORD_TRACE,
                "record",
                "",
                () -> true,
                () -> slot.navigation().navigator().showPage("record"));
    }

    private void registerProjects() {
        commands.register(
                "project.save",
                CommandGroups.TRACE,
                WindowTexts.SAVE_PROJECT,
                "save",
                "Ctrl+S",
                window.projects()::canSave,
                window.projects()::save);
        commands.register(
                "project.saveas",
                CommandGroups.TRACE,
                WindowTexts.SAVE_PROJECT_AS,
                "save",
                "Ctrl+Shift+S",
                window.projects()::canSave,
                window.projects()::saveAs);
        commands.register(
                "project.open",
                CommandGroups.TRACE,
                WindowTexts.OPEN_PROJECT,
                "open",
                "",
                () -> true,
                () -> windowContext.messages().dialogs().chooseProject().ifPresent(window::open));
        commands.register(
                "project.fresh",
                CommandGroups.TRACE,
                WindowTexts.RESET_TRACE,
                "refresh",
                "",
                window.projects()::hasSession,
                window.projects()::startFresh);
    }

    private void registerSearch() {
        commands.register(
                "search.focus",
                CommandGroups.SEARCH,
                WindowTexts.SEARCH,
                "search",
                "/ Ctrl+F",
                () -> true,
                () -> window.omnibox().focus(""));
        commands.register(
                "search.scope",
                CommandGroups.SEARCH,
                WindowTexts.CHANGE_SCOPE,
                "search",
                "",
                this::hasTrace,
                () -> window.omnibox().changeScope());
    }

    private void registerHelp() {
        commands.register(
                "help.commands",
                CommandGroups.HELP,
                CommonTexts.ALL_COMMANDS,
                "terminal",
                "Ctrl+Shift+P F1",
                () -> true,
                () -> window.omnibox().focus(">"));
        commands.register(
                "help.keys",
                CommandGroups.HELP,
                CommonTexts.KEYBOARD_SHORTCUTS,
                "help",
                "?",
                () -> true,
                () -> window.help().toggle());
        commands.register(
                "help.about",
                CommandGroups.HELP,
                WindowTexts.ABOUT,
                "file",
                "",
                () -> true,
                () -> About.in(window.root()).toggle());
    }

    void registerPages(List<Page> pages) {
        commands.register(
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
            commands.register(
                    "page." + p.id(),
                    CommandGroups.VIEW,
                    p.title(),
                    p.icon(),
                    key,
                    () -> !p.needsTrace() || hasTrace(),
                    () -> showOrFocus(p));
        }
        commands.register(
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
        commands.register(
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
        commands.register(
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
        commands.register(
                "window.theme",
                CommandGroups.VIEW,
                WindowTexts.SWITCH_SCHEME,
                "theme",
                "",
                () -> true,
                host::nextTheme);
        commands.register(
                "window.sidebar",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_SIDEBAR,
                "",
                "Ctrl+B",
                () -> true,
                window::toggleSidebar);
        commands.register(
                "window.fullscreen",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_FULL_SCREEN,
                "",
                "F11",
                () -> true,
                host::toggleFullScreen);
        commands.register(
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
        commands.register(
                "window.new",
                CommandGroups.VIEW,
                WindowTexts.NEW_WINDOW,
                "plus",
                "Ctrl+Shift+N",
                () -> true,
                () -> host.openWindow(null));
        commands.register(
                "window.newtrace",
                CommandGroups.VIEW,
                WindowTexts.OPEN_IN_NEW_WINDOW,
                "open",
                "Ctrl+Shift+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(host::openWindow));
        commands.register(
                "window.same",
                CommandGroups.VIEW,
                WindowTexts.OPEN_IN_ANOTHER_WINDOW,
                "open",
                "",
                this::hasTrace,
                () -> host.openWindow(slot.trace().session().file()));
        commands.register(
                "window.close",
                CommandGroups.VIEW,
                WindowTexts.CLOSE_WINDOW,
                "x",
                "Ctrl+Shift+W",
                () -> true,
                host::close);
        commands.register("window.quit", CommandGroups.VIEW, WindowTexts.QUIT, "", "Ctrl+Q", () -> true, host::quit);
    }

    /// Registers the commands of a timeline with the commands of its trace.
    void registerTimeline(TracePane pane) {
        new TimelineCommands(slot, windowContext, window, pane).register();
    }
}
