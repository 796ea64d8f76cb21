package traceglass.service.probe.ftrace.page;

import org.jspecify.annotations.Nullable;

/// Offsets of the fields of `sched_switch` and `sched_waking` that the compact encoding of scheduler events contains.
///
/// @param hasWideState whether `prev_state` has 8 bytes
public record CompactFormat(
        int switchId,
        int switchSize,
        int prevState,
        boolean hasWideState,
        int nextPid,
        int nextPrio,
        int nextComm,
        int wakingId,
        int wakingSize,
        int commonFlags,
        int wakingPid,
        int targetCpu,
        int wakingPrio,
        int wakingComm) {

    /// Bytes of a thread name in the kernel.
    static final int COMM_BYTES = 16;

    /// Returns the offsets, or null if one of the events is missing or has fields of unexpected sizes.
    public static @Nullable CompactFormat of(@Nullable RecordLayout switched, @Nullable RecordLayout waking) {
        if (switched == null || waking == null) {
            return null;
        }
        RecordField state = switched.ownField("prev_state");
        RecordField flags = waking.commonField("common_flags");
        boolean isValid = state != null
                && state.isSigned()
                && (state.size() == Long.BYTES || state.size() == Integer.BYTES)
                && flags != null
                && flags.size() == Byte.BYTES
                && areInts(switched, "next_pid", "next_prio")
                && areInts(waking, "pid", "target_cpu", "prio")
                && isComm(switched, "next_comm")
                && isComm(waking, "comm");
        if (!isValid || state == null || flags == null) {
            return null;
        }
        return new CompactFormat(
                switched.id(),
                switched.minimumSize(),
                state.offset(),
                state.size() == Long.BYTES,
                offset(switched, "next_pid"),
                offset(switched, "next_prio"),
                offset(switched, "next_comm"),
                waking.id(),
                waking.minimumSize(),
                flags.offset(),
                offset(waking, "pid"),
                offset(waking, "target_cpu"),
                offset(waking, "prio"),
                offset(waking, "comm"));
    }

    private static boolean areInts(RecordLayout layout, String... names) {
        for (String name : names) {
            RecordField field = layout.ownField(name);
            if (field == null || field.size() != Integer.BYTES || !field.isSigned()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isComm(RecordLayout layout, String name) {
        RecordField field = layout.ownField(name);
        return field != null
                && field.size() == COMM_BYTES
                && field.declaration().startsWith("char ");
    }

    private static int offset(RecordLayout layout, String name) {
        RecordField field = layout.ownField(name);
        return field == null ? 0 : field.offset();
    }
}
