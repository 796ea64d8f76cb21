package traceglass.ingest.ftrace.family;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SysEnterFtraceEvent;
import traceglass.protos.ftrace.SysEnterFtraceEventDecoder;
import traceglass.protos.ftrace.SysExitFtraceEvent;
import traceglass.store.names.StatNames;

/// Handles system calls: slices of the calling threads.
final class SyscallEvents extends EventFamily {

    private final int argsKey = id("args");
    private final int ret = id("ret");
    private final int write = id("sys_write");
    private final int sigreturn = id("sys_rt_sigreturn");
    private final BitSet inWrite = new BitSet();
    private final SysEnterFtraceEventDecoder enter = new SysEnterFtraceEventDecoder();
    private String machine = "";
    private int[] names = new int[0];
    private int[] argKeys = new int[0];

    SyscallEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.SYS_ENTER_FIELD_NUMBER, this::handleEnter);
        handlers.on(FtraceEvent.SYS_EXIT_FIELD_NUMBER, this::handleExit);
    }

    /// Ends the thread's open slice of a `write` call at the time of the marker that the call wrote.
    void truncateWrite(long ts, int utid) {
        if (inWrite.get(utid)) {
            inWrite.clear(utid);
            context.stats().increment(StatNames.TRUNCATED_SYS_WRITE_DURATION);
            context.slices().end(ts, context.tracks().threadTrack(utid), NULL, write, null);
        }
    }

    /// Returns the name of a system call; [#NULL] for an invalid number.
    private int name(long number) {
        String current = context.system().machine();
        if (names.length == 0 || !Objects.equals(machine, current)) {
            machine = current;
            String[] texts = SyscallNames.of(current);
            names = new int[texts.length];
            for (int i = 0; i < texts.length; i++) {
                names[i] = id(texts[i]);
            }
        }
        return number < names.length ? names[(int) number] : NULL;
    }

    /// Returns the name of a system call from a field that holds its number or, in formats without numbers, its
    /// name; [#NULL] if invalid.
    private int name(KernelEvent e, int field) {
        int name = e.stringId(field);
        return name == NULL ? name(e.asUint32(field)) : name;
    }

    private void handleEnter(KernelEvent e) {
        int utid = utid(e);
        int name = name(e, SysEnterFtraceEvent.ID_FIELD_NUMBER);
        if (name == NULL) {
            return;
        }
        int track = context.tracks().threadTrack(utid);
        ArgsWriter args = b -> {
            enter.decode(e.buffer(), e.offset(), e.length());
            for (int i = 0; i < enter.argsCount(); i++) {
                b.addUint(argsKey, argKey(i), enter.args(i));
            }
        };
        if (name == sigreturn) {
            // This call does not return.
            instant(e, track, NULL, name, args);
        } else {
            begin(e, track, NULL, name, args);
        }
        if (name == write) {
            inWrite.set(utid);
        }
    }

    private int argKey(int i) {
        if (i >= argKeys.length) {
            int oldLength = argKeys.length;
            argKeys = Arrays.copyOf(argKeys, i + 6);
            for (int k = oldLength; k < argKeys.length; k++) {
                argKeys[k] = id("args[" + k + "]");
            }
        }
        return argKeys[i];
    }

    private void handleExit(KernelEvent e) {
        int utid = utid(e);
        int name = name(e, SysExitFtraceEvent.ID_FIELD_NUMBER);
        if (name == NULL) {
            return;
        }
        if (name == write) {
            if (!inWrite.get(utid)) {
                // The call began before the trace, or its slice was cut by a marker.
                return;
            }
            inWrite.clear(utid);
        }
        end(
                e,
                context.tracks().threadTrack(utid),
                NULL,
                name,
                e.has(SysExitFtraceEvent.RET_FIELD_NUMBER)
                        ? b -> b.addInt(ret, e.asLong(SysExitFtraceEvent.RET_FIELD_NUMBER))
                        : null);
    }
}
