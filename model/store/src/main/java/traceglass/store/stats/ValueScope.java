package traceglass.store.stats;

/// Scope of a value of an import.
public enum ValueScope {
    /// The whole import.
    GLOBAL,
    /// A machine.
    MACHINE,
    /// A trace file.
    TRACE,
    /// A machine in a trace file.
    MACHINEANDTRACE;

    public boolean isPerMachine() {
        return this == MACHINE || this == MACHINEANDTRACE;
    }

    public boolean isPerTrace() {
        return this == TRACE || this == MACHINEANDTRACE;
    }
}
