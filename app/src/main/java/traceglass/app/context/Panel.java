package traceglass.app.context;

/// A panel of a window, installed once for each trace.
public interface Panel {

    /// Adds tabs to the details pane and commands, and follows trace and selection from then on.
    void install(TraceSlot slot, WindowContext window, TracePair pair);
}
