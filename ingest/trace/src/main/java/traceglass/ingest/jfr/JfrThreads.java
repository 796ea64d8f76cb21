package traceglass.ingest.jfr;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// The Java process of a recording and its threads. A virtual thread has no operating system id and becomes the
/// asynchronous context of its samples.
final class JfrThreads {

    /// Offset added to the ids of Java threads without an operating system id.
    private static final long JAVA_ID_BASE = 1L << 31;

    private final ImportContext context;
    private final StringPool strings;
    private final Map<Key, Thread> threads = new HashMap<>();
    private final Map<Long, Long> javaIdOfTid = new HashMap<>();
    private LongMap<Thread> threadsOfChunk = new LongMap<>();
    private long pid;
    private int upid = ProcessTracker.NONE;

    private record Key(long tid, long javaId, boolean isVirtual) {}

    /// A thread.
    ///
    /// @param utid thread, or [ProfilerSamples#NONE] for a virtual one
    /// @param asyncContext context of a virtual thread, otherwise [ProfilerSamples#NONE]
    /// @param javaId id in the virtual machine
    record Thread(int utid, int asyncContext, long javaId) {

        boolean isVirtual() {
            return asyncContext != ProfilerSamples.NONE;
        }
    }

    JfrThreads(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    /// Clears the ids of the previous chunk.
    void startChunk() {
        threadsOfChunk = new LongMap<>();
    }

    /// Sets the process from the event `jdk.JVMInformation`.
    void setProcess(JfrEvent e) {
        long id = e.number("pid");
        if (id > 0 && (upid == ProcessTracker.NONE || id != pid)) {
            pid = id;
            upid = context.processes().processWithoutMainThread(pid);
        }
        String arguments = e.text("javaArguments", strings);
        String command = ("java " + e.text("jvmArguments", strings) + " " + arguments)
                .strip()
                .replaceAll(" {2,}", " ");
        int name =
                strings.intern(arguments.isBlank() ? "java" : arguments.strip().split("\\s", 2)[0]);
        context.processes().setProcessMetadata(upid(), name, strings.intern(command));
    }

    /// Returns the Java process; one without an id if the recording does not name it.
    int upid() {
        if (upid == ProcessTracker.NONE) {
            upid = context.processes().processWithoutMainThread(pid);
        }
        return upid;
    }

    /// Returns a thread by the id of its constant; null if it is unknown.
    Thread of(JfrChunk chunk, JfrType type, long id) {
        Thread existing = threadsOfChunk.get(id);
        if (existing != null || id <= 0) {
            return existing;
        }
        JfrCursor in = chunk.constants.at(type, id);
        if (in == null) {
            return null;
        }
        JfrEvent e = new JfrEvent(chunk);
        e.read(type, in);
        Thread thread = thread(e);
        threadsOfChunk.put(id, thread);
        return thread;
    }

    private Thread thread(JfrEvent e) {
        long tid = e.number("osThreadId");
        long javaId = Math.max(0, e.number("javaThreadId"));
        boolean isVirtual = e.number("virtual") == 1;
        String name = e.text("javaName", strings);
        if (name.isEmpty()) {
            name = e.text("osName", strings);
        }
        if (isVirtual) {
            String label = name.isEmpty() ? "Virtual thread " + javaId : name;
            return threads.computeIfAbsent(new Key(0, javaId, true), k -> virtualThread(label, javaId));
        }
        boolean hasTid = tid > 0;
        long shownTid = hasTid ? tid : JAVA_ID_BASE + javaId;
        Thread thread = threads.computeIfAbsent(
                new Key(shownTid, javaId, false), k -> new Thread(utid(k), ProfilerSamples.NONE, javaId));
        if (!name.isEmpty()) {
            context.processes().setThreadName(thread.utid, strings.intern(name), NamePriority.OfThread.OTHER);
        }
        return thread;
    }

    private Thread virtualThread(String name, long javaId) {
        Table table = context.storage().table(TableNames.ProfilerAsyncContext.TABLE);
        int row = table.addRow();
        table.strings(TableNames.ProfilerAsyncContext.NAME).set(row, strings.intern(name));
        table.strings(TableNames.ProfilerAsyncContext.KIND).set(row, strings.intern("virtual_thread"));
        return new Thread(ProfilerSamples.NONE, row, javaId);
    }

    /// Returns a row for a thread. If the operating system id already belongs to another Java thread, a new row is
    /// added.
    private int utid(Key key) {
        Long previous = key.javaId == 0 ? null : javaIdOfTid.put(key.tid, key.javaId);
        if (previous != null && previous != key.javaId) {
            context.processes().startThread(LongColumn.NULL, key.tid);
        }
        return context.processes().threadWithParent(key.tid, upid(), true);
    }
}
