package traceglass.ingest.hprof;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Callstacks of the threads at the time of a dump, and the frames whose local variables are roots.
final class HprofThreads {

    /// Limit for damaged files; a virtual machine limits stacks to 1024 frames by default.
    private static final int MAX_FRAMES = 1 << 16;

    private static final int MAX_TRACES = 1 << 20;

    private final LongMap<Frame> frames;
    /// Frame ids of each stack, innermost first.
    private final LongMap<long[]> traces;
    private final LongMap<String> classes;
    private final LongMap<JavaThread> bySerial = new LongMap<>();
    private final LongMap<Local> locals = new LongMap<>();
    private final LongMap<JavaThread> byObject = new LongMap<>();
    private final Map<Integer, JavaThread> byName = new HashMap<>();
    private int traceCount;

    /// @param classSerial serial number of the class that declares the method
    private record Frame(int method, int file, long classSerial, int line) {}

    private static final class JavaThread {
        long trace;
        String name = "";
    }

    /// Local variable of a frame.
    private record Local(JavaThread thread, int frame) {}

    HprofThreads() {
        this(new LongMap<>(), new LongMap<>(), new LongMap<>(), 0);
    }

    private HprofThreads(LongMap<Frame> frames, LongMap<long[]> traces, LongMap<String> classes, int traceCount) {
        this.frames = frames;
        this.traces = traces;
        this.classes = classes;
        this.traceCount = traceCount;
    }

    /// Returns the stacks for another dump.
    HprofThreads next() {
        return new HprofThreads(frames, traces, classes, traceCount);
    }

    /// Adds a class by its serial number, which frames refer to.
    void addClass(long serial, String name) {
        classes.put(serial, name);
    }

    /// @param method string id of the name
    /// @param file string id of the source file's name, or [StringPool#NULL]
    /// @param line less than 1 if unknown
    void addFrame(long id, int method, int file, long classSerial, int line) {
        frames.put(id, new Frame(method, file, classSerial, line));
    }

    /// Returns whether a stack with this number of frames is kept.
    boolean accepts(long count) {
        return count > 0 && count <= MAX_FRAMES && traceCount < MAX_TRACES;
    }

    /// @param ids frame ids, innermost first
    void addTrace(long serial, long[] ids) {
        traces.put(serial, ids);
        traceCount++;
    }

    /// Adds the object of a thread.
    void addThread(long object, long serial, long trace) {
        JavaThread thread = thread(serial);
        thread.trace = trace;
        byObject.put(object, thread);
    }

    /// Adds an object to which a frame of a thread refers. The first such frame wins.
    void addLocal(long object, long serial, long frame) {
        if (locals.get(object) == null) {
            locals.put(object, new Local(thread(serial), (int) frame));
        }
    }

    private JavaThread thread(long serial) {
        return bySerial.computeIfAbsent(serial, s -> new JavaThread());
    }

    /// Finds the string objects that hold thread names: the last string to which a thread object refers is a
    /// field of `java.lang.Thread`, since fields of superclasses come last.
    void findNames(HprofDump dump, HprofGraph graph) {
        if (traceCount == 0) {
            return;
        }
        HprofReferences.Cursor links = graph.references();
        byObject.forEach((id, thread) -> {
            int object = dump.objects.find(id);
            if (object < 0) {
                return;
            }
            int name = HprofReferences.MISSING;
            for (links.open(object); links.hasNext(); ) {
                int target = links.next();
                if (target != HprofReferences.MISSING
                        && !dump.objects.isClass(target)
                        && dump.classes.get(dump.objects.classOf(target)) == graph.stringClass()) {
                    name = target;
                }
            }
            if (name != HprofReferences.MISSING) {
                byName.put(name, thread);
            }
        });
    }

    /// Stores the value of a string object if it is the name of a thread.
    void setName(int object, StringPool strings, int text) {
        JavaThread thread = byName.isEmpty() ? null : byName.get(object);
        if (thread != null && text != StringPool.NULL) {
            thread.name = strings.get(text);
        }
    }

    /// Writes the stack of each thread to the thread's object, and writes the frame of each root that is a local
    /// variable.
    ///
    /// @param firstObject row of object 0
    void write(ImportContext context, HprofDump dump, int firstObject) {
        if (traceCount == 0) {
            return;
        }
        Table table = context.storage().table(TableNames.HeapGraphThreadFrame.TABLE);
        StringPool strings = context.strings();
        byObject.forEach((id, thread) -> {
            int object = dump.objects.find(id);
            long[] trace = traces.get(thread.trace);
            for (int i = 0; object >= 0 && trace != null && i < trace.length; i++) {
                write(table, strings, firstObject + object, thread, i, trace[i]);
            }
        });
        locals.forEach((id, local) -> {
            int object = dump.objects.find(id);
            long[] trace = traces.get(local.thread.trace);
            if (object >= 0 && trace != null && local.frame >= 0 && local.frame < trace.length) {
                write(table, strings, firstObject + object, local.thread, local.frame, trace[local.frame]);
            }
        });
    }

    private void write(Table table, StringPool strings, int object, JavaThread thread, int depth, long frameId) {
        Frame frame = frames.get(frameId);
        if (frame == null) {
            return;
        }
        String owner = classes.get(frame.classSerial);
        String method = strings.get(frame.method);
        int row = table.addRow();
        table.ints(TableNames.HeapGraphThreadFrame.OBJECT_ID).set(row, object);
        table.strings(TableNames.HeapGraphThreadFrame.THREAD_NAME).set(row, strings.intern(thread.name));
        table.ints(TableNames.HeapGraphThreadFrame.DEPTH).set(row, depth);
        table.strings(TableNames.HeapGraphThreadFrame.FUNCTION)
                .set(row, owner == null ? frame.method : strings.intern(owner + "." + method));
        table.strings(TableNames.HeapGraphThreadFrame.SOURCE_FILE).set(row, frame.file);
        if (frame.line > 0) {
            table.ints(TableNames.HeapGraphThreadFrame.LINE_NUMBER).set(row, frame.line);
        }
    }
}
