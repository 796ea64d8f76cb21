package traceglass.analysis.states;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for states that have their own tracks, such as idle states of CPUs.
final class StateTexts {

    private StateTexts() {}

    static final String TRACK_KIND = tr("states");
    static final String TITLE = tr("States");
    static final String SINGLES = tr("Single states");
    static final String NOT_IDLE = tr("not idle");
    /// Followed by the number of the idle state.
    static final String IDLE = tr("idle ");
    static final String CPU = tr("CPU ");
    static final String REMARK = tr("states clipped at the edges");
}
