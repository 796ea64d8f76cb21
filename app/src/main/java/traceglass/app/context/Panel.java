package traceglass.app.context;

/// A panel of a window. There is one for each trace: a second trace gets the same panels.
public interface Panel {

    /// Adds tabs to the drawer and commands, and follows trace and selection from then on.
    void install(TraceSlot slot, WindowContext window, TracePair pair);
}
