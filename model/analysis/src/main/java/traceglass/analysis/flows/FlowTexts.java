package traceglass.analysis.flows;

/// User-visible strings for the report of flow events in a range.
final class FlowTexts {

    private FlowTexts() {}

    static final String TITLE = "Flow events";
    static final String WITHIN = "within";
    static final String OUT = "out";
    static final String IN = "in";
    static final String REMARK =
            "delay from the end of the first slice (its start if it is still running) to the start of the second";
}
