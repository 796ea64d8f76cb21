package traceglass.analysis.states;

/// User-visible strings for states that have their own tracks, such as idle states of CPUs.
final class StateTexts {

    private StateTexts() {}

    static final String TRACK_KIND = "states";
    static final String TITLE = "States";
    static final String SINGLES = "Single states";
    static final String NOT_IDLE = "not idle";
    /// Followed by the number of the idle state.
    static final String IDLE = "idle ";
    static final String CPU = "CPU ";
    static final String REMARK = "states clipped at the edges";
}
