package traceglass.ingest.tracker.machine;

import java.util.Arrays;
import traceglass.store.table.StringPool;

/// Properties of a machine's kernel that determine how its events are interpreted.
public final class SystemInfoTracker {

    private static final int RAW_STATES = 1 << 16;

    private final StringPool strings;
    private KernelVersion kernel;
    private String machine;
    private int[] stateNames = new int[0];

    public SystemInfoTracker(StringPool strings) {
        this.strings = strings;
    }

    /// Sets the kernel version; null if unknown.
    public void setKernel(KernelVersion version) {
        kernel = version;
        stateNames = new int[0];
    }

    /// Sets the machine name given by `uname -m`, e.g. `aarch64`.
    public void setMachine(String name) {
        machine = name;
    }

    /// Returns the machine name given by `uname -m`, or null if unknown.
    public String machine() {
        return machine;
    }

    /// Returns the kernel version, or null if unknown.
    public KernelVersion kernel() {
        return kernel;
    }

    /// Returns the string id of the letters of a thread state, given as a `prev_state` of this kernel (see
    /// [TaskState]), or [StringPool#NULL] if it is invalid.
    public int taskState(long prevState) {
        if (stateNames.length == 0) {
            stateNames = new int[RAW_STATES];
            Arrays.fill(stateNames, -1);
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
