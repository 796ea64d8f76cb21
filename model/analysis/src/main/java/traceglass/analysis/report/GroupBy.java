package traceglass.analysis.report;

/// Ways to group the rows of reports and comparisons; each report has some of them. Saved in projects by
/// [traceglass.store.text.EnumIds#id].
public enum GroupBy {
    NAME(ReportTexts.BY_NAME),
    NAME_THREAD(ReportTexts.BY_NAME_THREAD),
    NAME_PROCESS(ReportTexts.BY_NAME_PROCESS),
    CATEGORY(ReportTexts.BY_CATEGORY),
    THREAD(ReportTexts.BY_THREAD),
    PROCESS(ReportTexts.BY_PROCESS),
    TRACK(ReportTexts.BY_TRACK),
    TRACK_NAME(ReportTexts.BY_TRACK_NAME),
    STATE(ReportTexts.BY_STATE),
    THREAD_STATE(ReportTexts.BY_THREAD_STATE),
    PROCESS_STATE(ReportTexts.BY_PROCESS_STATE),
    CPU_STATE(ReportTexts.BY_CPU_STATE),
    STATE_THREAD(ReportTexts.BY_STATE_THREAD),
    TRACK_STATE(ReportTexts.BY_TRACK_STATE),
    BLOCKED_FUNCTION(ReportTexts.BY_BLOCKED_FUNCTION),
    CPU(ReportTexts.BY_CPU),
    PROCESS_CPU(ReportTexts.BY_PROCESS_CPU),
    THREAD_CPU(ReportTexts.BY_THREAD_CPU),
    COUNTER(ReportTexts.BY_COUNTER),
    COUNTER_PROCESS(ReportTexts.BY_COUNTER_PROCESS),
    RAIL(ReportTexts.BY_RAIL),
    SUBSYSTEM(ReportTexts.BY_SUBSYSTEM),
    ENTITY_STATE(ReportTexts.BY_ENTITY_STATE),
    EVENT(ReportTexts.BY_EVENT),
    EVENT_CPU(ReportTexts.BY_EVENT_CPU),
    JANK_TYPE(ReportTexts.BY_JANK_TYPE),
    LAYER(ReportTexts.BY_LAYER),
    FRAME(ReportTexts.BY_FRAME),
    APP(ReportTexts.BY_APP),
    APP_JANK_TYPE(ReportTexts.BY_APP_JANK_TYPE),
    FLOW(ReportTexts.BY_FLOW),
    NAMES(ReportTexts.BY_NAMES),
    DIRECTION(ReportTexts.BY_DIRECTION),
    LINE(ReportTexts.BY_LINE),
    TAG(ReportTexts.BY_TAG),
    LEVEL(ReportTexts.BY_LEVEL),
    FUNCTION(ReportTexts.BY_FUNCTION),
    MODULE(ReportTexts.BY_MODULE),
    SOURCE(ReportTexts.BY_SOURCE),
    PACKAGE(ReportTexts.BY_PACKAGE),
    PACKAGE_TYPE(ReportTexts.BY_PACKAGE_TYPE);

    private final String title;

    GroupBy(String title) {
        this.title = title;
    }

    /// Label of the choice.
    public String title() {
        return title;
    }
}
