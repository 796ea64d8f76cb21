package traceglass.ingest.scripting;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Writes the samples of Austin's binary format. A sample is a stack, its frames from the outermost inward, and its
/// metrics; it is complete when the next one begins. Numbers of strings and frames are local to a process.
final class AustinMojoSamples {

    /// Numbers that stand for predefined strings, which the file does not contain.
    private static final long EMPTY = 0;
    private static final long UNKNOWN = 1;
    private static final int MAX_DEPTH = 10_000;
    private static final long NS_PER_US = 1_000;

    private final ImportContext context;
    private final Map<Key, String> strings = new HashMap<>();
    private final Map<Key, Integer> frames = new HashMap<>();
    private final Map<String, long[]> clocks = new HashMap<>();
    private final GrowingInts stack = new GrowingInts();
    /// Last stack of each thread.
    private final Map<String, int[]> stacks = new HashMap<>();
    private ScriptSamples samples;
    private NamedFrames namedFrames;
    private AggregateProfiles profiles;
    private int profile = -1;
    private boolean isMemory;
    private boolean isOpen;
    private long pid;
    private String thread = "";
    private long time;
    private long memory;

    private record Key(long pid, long number) {}

    AustinMojoSamples(ImportContext context) {
        this.context = context;
    }

    void addMetadata(String key, String value) {
        isMemory |= key.equals("mode") && value.equals("memory");
        context.metadata().setDynamic("austin_" + (key.equals("austin") ? "version" : key), value);
    }

    private NamedFrames namedFrames() {
        if (namedFrames == null) {
            if (isMemory) {
                namedFrames = new NamedFrames(context.stackProfiles(), context.strings(), "[austin]");
            } else {
                samples = new ScriptSamples(context, "austin", "ns");
                samples.start(0);
                namedFrames = samples.frames();
            }
        }
        return namedFrames;
    }

    void startStack(long newPid, String newThread) {
        finish();
        isOpen = true;
        pid = newPid;
        thread = newThread;
    }

    void addString(long number, String text) {
        strings.put(new Key(pid, number), text);
    }

    private String text(long number) {
        if (number == EMPTY) {
            return "";
        }
        return number == UNKNOWN ? "<unknown>" : strings.getOrDefault(new Key(pid, number), "<unknown>");
    }

    void addFrame(long key, long file, long scope, long line) {
        String path = text(file);
        long number = line > 0 && line <= Integer.MAX_VALUE ? line : NamedFrames.NO_LINE;
        frames.put(new Key(pid, key), namedFrames().frame(null, text(scope), path.isEmpty() ? null : path, number));
    }

    void addFrameReference(long key) {
        Integer frame = frames.get(new Key(pid, key));
        push(frame == null ? namedFrames().frame(null, "<unknown>") : frame);
    }

    void addKernelFrame(String name) {
        int frame = namedFrames().frame("[kernel]", name);
        context.stackProfiles().setFrameType(frame, context.strings().intern("kernel"));
        push(frame);
    }

    void addSpecialFrame(String name) {
        push(namedFrames().frame(null, name));
    }

    /// Marks the sample as taken during a garbage collection.
    void addGarbageCollection() {
        int frame = namedFrames().frame(null, "[garbage collection]");
        context.stackProfiles().setFrameType(frame, context.strings().intern("gc"));
        push(frame);
    }

    private void push(int frame) {
        if (isOpen && stack.size() < MAX_DEPTH) {
            stack.add(frame);
        }
    }

    /// Reuses the last stack of the thread.
    void repeatStack() {
        for (int frame : stacks.getOrDefault(threadKey(), new int[0])) {
            push(frame);
        }
    }

    void setTime(long us) {
        time = us;
    }

    void setMemory(long bytes) {
        memory = bytes;
    }

    /// Completes the last sample.
    void finish() {
        int callsite = -1;
        for (int i = 0; isOpen && i < stack.size(); i++) {
            callsite = namedFrames().callsite(callsite, stack.get(i));
        }
        if (isOpen && callsite >= 0 && (isMemory ? memory > 0 : pid >= 0)) {
            add(callsite);
        }
        if (isOpen && !isMemory) {
            clock()[0] += Math.clamp(time, 0, Integer.MAX_VALUE) * NS_PER_US;
        }
        if (isOpen && stack.size() > 0) {
            stacks.put(threadKey(), stack.toArray());
        }
        stack.clear();
        isOpen = false;
        time = 0;
        memory = 0;
    }

    private long[] clock() {
        return clocks.computeIfAbsent(threadKey(), t -> new long[1]);
    }

    private String threadKey() {
        return pid + ";" + thread;
    }

    private void add(int callsite) {
        if (!isMemory) {
            samples.add(clock()[0], pid, tid(), null, callsite);
            return;
        }
        if (profiles == null) {
            profiles = new AggregateProfiles(context.storage());
            profile = profiles.profile("austin_file", "austin space", "space", "bytes");
        }
        profiles.add(profile, callsite, memory);
    }

    /// Returns the thread id, which is written in hexadecimal; 0 if it is not a number.
    private long tid() {
        String number = thread.substring(thread.lastIndexOf(':') + 1);
        number = number.startsWith("0x") ? number.substring(2) : number;
        return number.matches("[0-9a-fA-F]{1,15}") ? Long.parseLong(number, 16) : 0;
    }
}
