package traceglass.ingest.gotrace;

/// State of a goroutine.
enum GoState {
    UNKNOWN(null),
    RUNNABLE("Runnable"),
    RUNNING("Running"),
    SYSCALL("Syscall"),
    WAITING("Waiting");

    private static final GoState[] ALL = values();

    final String text;

    GoState(String text) {
        this.text = text;
    }

    /// Returns the state with this number in version 2.
    static GoState of(long number) {
        return number > 0 && number < ALL.length ? ALL[(int) number] : UNKNOWN;
    }
}
