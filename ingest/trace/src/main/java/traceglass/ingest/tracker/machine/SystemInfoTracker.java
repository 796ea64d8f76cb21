package traceglass.ingest.tracker.machine;

import traceglass.store.table.StringPool;

/// What is known of a machine's kernel, as far as the meaning of its events depends on it.
public final class SystemInfoTracker {

    private static final int RAW_STATES = 1 << 16;

    private final StringPool strings;
    private KernelVersion kernel;
    private String machine;
    private int[] stateNames = new int[0];

    public SystemInfoTracker(StringPool strings) {
        this.strings = strings;
    }

    /// Sets the kernel's version; null if it is not known.
    public void setKernel(KernelVersion version) {
        kernel = version;
        stateNames = new int[0];
    }

    /// Sets what `uname -m` calls the machine, e.g. `aarch64`.
    public void setMachine(String name) {
        machine = name;
    }

    /// What `uname -m` calls the machine, null if unknown.
    public String machine() {
        return machine;
    }

    /// The kernel's version, or null.
    public KernelVersion kernel() {
        return kernel;
    }

    /// Id of the letters for a `prev_state` of this kernel (see [TaskState]), [StringPool#NULL] if it means
    /// nothing.
    public int taskState(long prevState) {
        if (stateNames.length == 0) {
            stateNames = new int[RAW_STATES];
            java.util.Arrays.fill(stateNames, -1);
        }
        int raw = (int) prevState & RAW_STATES - 1;
        int name = stateNames[raw];
        if (name < 0) {
            name = strings.intern(TaskState.text(TaskState.ofRaw(raw, kernel)));
            stateNames[raw] = name;
        }
        return name;
    }
}
