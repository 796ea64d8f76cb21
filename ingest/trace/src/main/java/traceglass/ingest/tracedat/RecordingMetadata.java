package traceglass.ingest.tracedat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;

/// Writes the recording's information about the machine, its threads and lost data.
final class RecordingMetadata {

    private static final Pattern UNAME = Pattern.compile("(\\S+) \\S+ (\\S+) (.*?)(?: (\\S+))?");
    private static final Pattern STAT = Pattern.compile("(?m)^(CPU|overrun|dropped events): *(\\d{1,18})");

    private final ImportContext context;
    private final Recording recording;

    RecordingMetadata(ImportContext context, Recording recording) {
        this.context = context;
        this.recording = recording;
    }

    void write() {
        if (recording.isTruncated) {
            context.logs().record(StatNames.TRACE_DAT_TRUNCATED, null);
        }
        readUname();
        for (String text : recording.cpuStats) {
            int cpu = 0;
            for (Matcher m = STAT.matcher(text); m.find(); ) {
                long value = Long.parseLong(m.group(2));
                switch (m.group(1)) {
                    case "CPU" -> cpu = (int) Math.min(value, 1 << 16);
                    case "overrun" -> addLosses(StatNames.FTRACE_CPU_OVERRUN_DELTA, cpu, value);
                    default -> addLosses(StatNames.FTRACE_CPU_DROPPED_EVENTS_DELTA, cpu, value);
                }
            }
        }
        recording.processNames.forEach((pid, name) -> {
            int upid = context.processes().process(pid);
            int id = context.strings().intern(name);
            context.processes().setProcessName(upid, id, NamePriority.OfProcess.SYSTEM);
        });
        context.session().atEnd(this::nameThreads);
    }

    private void addLosses(String stat, int cpu, long count) {
        if (count > 0) {
            context.stats().set(stat, cpu, count);
        }
    }

    private void readUname() {
        Matcher m = UNAME.matcher(recording.uname == null ? "" : recording.uname);
        if (m.matches()) {
            context.system().setKernel(KernelVersion.parse(m.group(1), m.group(2)));
            context.metadata().set("system_name", m.group(1));
            context.metadata().set("system_release", m.group(2));
            context.metadata().set("system_version", m.group(3));
            if (m.group(4) != null) {
                context.metadata().set("system_machine", m.group(4));
                context.system().setMachine(m.group(4));
            }
        }
    }

    /// Names the threads that no event has named.
    private void nameThreads() {
        recording.formats.commands().forEach((tid, name) -> {
            int utid = context.processes().threadOrNone(tid);
            if (utid != ProcessTracker.NONE) {
                context.processes().setThreadName(utid, context.strings().intern(name), NamePriority.OfThread.OTHER);
            }
        });
    }
}
