package traceglass.app.window;

import java.util.List;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.app.context.OpenTrace;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Page;
import traceglass.app.ui.bar.StatusBar;
import traceglass.app.window.frame.TopBar;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeText;

/// Describes the open trace in the window's frame: name and summary in the top bar, counts and import time in
/// the status bar, the badge of problems, and the window title.
final class TraceHeading {

    private final OpenTrace trace;
    private final StatusBar status;
    private final TopBar topBar;
    private final WindowProject projects;
    private final StringProperty pageSubtitle = new SimpleStringProperty("");
    /// Title of the current page if the page is not about the trace; otherwise null.
    private String pageTitle;
    private final ReadOnlyStringWrapper title = new ReadOnlyStringWrapper(WindowTexts.PRODUCT);

    TraceHeading(OpenTrace trace, StatusBar status, TopBar topBar, WindowProject projects) {
        this.trace = trace;
        this.status = status;
        this.topBar = topBar;
        this.projects = projects;
        pageSubtitle.addListener(o -> show());
    }

    /// Shows the title and subtitle of a page that is not about the open trace, or of the trace again.
    ///
    /// @param page the current page
    void follow(Page page) {
        pageSubtitle.unbind();
        pageSubtitle.set("");
        boolean showsTitle = !page.needsTrace() && page.showsTitleInTopBar();
        pageTitle = showsTitle ? page.title() : null;
        if (showsTitle && page.subtitle() != null) {
            pageSubtitle.bind(page.subtitle());
        }
        show();
    }

    ReadOnlyStringProperty titleProperty() {
        return title.getReadOnlyProperty();
    }

    /// Updates all texts for the open trace.
    void show() {
        TraceSession session = trace.session();
        topBar.setButtonsVisible(session != null && pageTitle == null);
        title.set(
                session == null
                        ? pageTitle == null ? WindowTexts.PRODUCT : WindowTexts.title(pageTitle)
                        : SingleLineText.of(
                                WindowTexts.title(projects.file() == null ? session.name() : projects.name())));
        if (session == null) {
            setTopBar(WindowTexts.PRODUCT, "");
            topBar.setProblems(null, "");
            status.setState(null, WindowTexts.NO_DATA_LEAVES, "");
            status.setCounts(List.of());
            return;
        }
        if (!session.isReady()) {
            setTopBar(session.name(), "");
            topBar.setProblems(null, "");
            showOpening(session.name());
            return;
        }
        if (session.recording().isPresent()) {
            setTopBar(session.name(), WindowTexts.BEING_RECORDED);
            topBar.setProblems(null, "");
            status.setState("record", WindowTexts.RECORDING, "");
            status.setCounts(List.of());
            return;
        }
        TraceSummary s = session.summary();
        setTopBar(
                projects.file() == null ? session.name() : WindowTexts.join(projects.name(), session.name()),
                summary(session, duration(session), s.deviceText()));
        showBadge(s);
        String took = WindowTexts.openingTime(session.openingNs());
        status.setState(
                "check", session.report().isFromCache() ? WindowTexts.LOADED_FROM_CACHE : WindowTexts.IMPORTED, took);
        status.setCounts(WindowTexts.counts(s));
    }

    /// Shows that a trace is being opened; nothing about the previous trace is shown next to its name.
    void showOpening(String name) {
        status.setState(null, WindowTexts.openingTrace(DisplayText.oneLine(name)), "");
        status.setCounts(List.of());
        status.setPointer("");
    }

    private void setTopBar(String name, String subtitle) {
        if (pageTitle == null) {
            topBar.setTrace(name, subtitle);
        } else {
            topBar.setTrace(pageTitle, pageSubtitle.get());
        }
    }

    /// Returns the duration of a trace; empty without a timeline, such as for a profile without times or a heap dump,
    /// whose duration of 0 or 1 ns would be misleading.
    static String duration(TraceSession session) {
        return session.isEmpty() || session.bounds().durNs() <= 1
                ? ""
                : TimeText.duration(session.bounds().durNs());
    }

    /// Joins two descriptions of a trace, or returns that it has no events.
    ///
    /// @param first the first part, may be empty
    /// @param second the second part, may be empty
    static String summary(TraceSession session, String first, String second) {
        if (session.isEmpty() && !session.summary().hasEvents()) {
            return WindowTexts.NO_EVENTS;
        }
        return WindowTexts.join(first, second);
    }

    private void showBadge(TraceSummary s) {
        if (pageTitle != null) {
            topBar.setProblems(null, "");
            return;
        }
        long losses = count(s, "data_loss");
        long errors = count(s, "error");
        long notices = count(s, "notice");
        if (losses > 0) {
            topBar.setProblems(Notices.Severity.ERROR, WindowTexts.dataLosses(losses));
        } else if (errors > 0) {
            topBar.setProblems(Notices.Severity.ERROR, WindowTexts.errors(errors));
        } else if (notices > 0) {
            topBar.setProblems(Notices.Severity.WARN, WindowTexts.notices(notices));
        } else {
            topBar.setProblems(null, "");
        }
    }

    /// Number of rows in the list of problems. Their values are bytes, events or CPUs and have no sum.
    private static long count(TraceSummary s, String severity) {
        return s.problems().stream().filter(p -> p.severity().equals(severity)).count();
    }
}
