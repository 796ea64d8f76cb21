package traceglass.app.panel.area;

/// What states of threads are called, from the kernel's letters for them.
public final class StateNames {

    /// An expression over the columns `state` and `io_wait` of `thread_state`.
    public static final String SQL = """
            CASE state WHEN 'Running' THEN 'Running' WHEN 'R' THEN 'Runnable' WHEN 'R+' THEN 'Runnable (Preempted)' WHEN 'S' THEN 'Sleeping'
                WHEN 'I' THEN 'Idle' WHEN 'D' THEN 'Uninterruptible Sleep' || CASE io_wait WHEN 1 THEN ' (IO)' WHEN 0 THEN ' (non-IO)' ELSE '' END
                WHEN 'X' THEN 'Exit (Dead)' WHEN 'Z' THEN 'Exit (Zombie)' ELSE coalesce(state, 'Unknown') END""";

    private StateNames() {}
}
