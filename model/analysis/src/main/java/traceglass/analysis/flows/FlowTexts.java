package traceglass.analysis.flows;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for the report of flow events in a range.
final class FlowTexts {

    private FlowTexts() {}

    static final String TITLE = tr("Flow events");
    static final String WITHIN = tr("within");
    static final String OUT = tr("out");
    static final String IN = tr("in");
    static final String REMARK =
            tr("delay from the end of the first slice (its start if it is still running) to the start of the second");
}
