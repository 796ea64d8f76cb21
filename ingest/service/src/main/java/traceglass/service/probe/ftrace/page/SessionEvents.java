package traceglass.service.probe.ftrace.page;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.KprobeEvent.KprobeType;

/// Events that one session records, with their encoding.
public final class SessionEvents {

    /// Plans, indexed by the kernel's event id; null for events that the session does not record.
    private final EventPlan[] plans;

    private final Map<Integer, KprobeType> kprobes = new HashMap<>();

    /// The compact encoding of scheduler events, or null if they are written like other events.
    final @Nullable CompactFormat compact;

    /// System calls to record, or null for all.
    final @Nullable BitSet syscalls;

    /// Rules for `ftrace/print`, or null for all markers.
    final @Nullable PrintRules prints;

    public SessionEvents(
            Collection<EventPlan> plans,
            @Nullable CompactFormat compact,
            @Nullable BitSet syscalls,
            @Nullable PrintRules prints) {
        this.plans = new EventPlan[plans.stream().mapToInt(EventPlan::id).max().orElse(0) + 1];
        plans.forEach(plan -> this.plans[plan.id()] = plan);
        this.compact = compact;
        this.syscalls = syscalls;
        this.prints = prints;
    }

    /// Sets the type of a kprobe: function entry or return.
    public void setKprobe(int id, KprobeType type) {
        kprobes.put(id, type);
    }

    @Nullable
    EventPlan plan(int id) {
        return id < plans.length ? plans[id] : null;
    }

    int kprobeType(int id) {
        return kprobes.getOrDefault(id, KprobeType.KPROBE_TYPE_UNKNOWN).getNumber();
    }

    /// Returns whether this session records a system call. The kernel's filter passes the system calls of all
    /// sessions.
    boolean records(EventPlan plan, byte[] bytes, int offset) {
        boolean isSyscall = plan.messageField == FtraceEvent.SYS_ENTER_FIELD_NUMBER
                || plan.messageField == FtraceEvent.SYS_EXIT_FIELD_NUMBER;
        if (syscalls == null || !isSyscall) {
            return true;
        }
        for (int i = 0; i < plan.columns; i++) {
            if (plan.numbers[i] == 1) {
                int id = LittleEndian.int32(bytes, offset + plan.offsets[i]);
                return id >= 0 && syscalls.get(id);
            }
        }
        return true;
    }
}
