package traceglass.ingest.perf;

import java.nio.file.Path;
import java.util.HexFormat;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.ftrace.RecordedEvents;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Converts records to rows, in time order.
final class RecordRows implements EventSink {

    /// Time of records that describe the state at the start of the recording.
    static final long AT_START = 0;

    private static final int KSYMBOL_UNREGISTERED = 1;
    private static final int NO_CPU = -1;
    /// Offset of the field `common_pid` in tracepoints.
    private static final int COMMON_PID = 4;

    private final ImportContext context;
    private final RecordBytes in;
    private final EventAttrs attrs;
    private final PerfFeatures features;
    private final SampleFields sample;
    private final SampleFields unsortedSample;
    private final ProcessMemory memory;
    private final PerfSampleRows samples;
    private final TaskRows tasks;
    private final SwitchRows switches;
    private RecordedEvents tracepoints;
    /// Thread ids in the recorder's pid namespace, by the kernel's thread ids, which tracepoints use.
    private final LongMap<Long> tidsOfKernelTids = new LongMap<>();
    private boolean isStarted;
    private boolean recordsAllThreads;
    private boolean hasSeenIdle;
    private boolean usesSwitches = true;
    private long minTs = Long.MAX_VALUE;
    private long lastTs = LongColumn.NULL;

    /// @param folder folder of the trace; null if the trace is not a separate file
    RecordRows(ImportContext context, RecordBytes in, EventAttrs attrs, PerfFeatures features, Path folder) {
        this.context = context;
        this.in = in;
        this.attrs = attrs;
        this.features = features;
        sample = new SampleFields(in);
        unsortedSample = new SampleFields(in);
        memory = new ProcessMemory(context, features, new CompiledCode(folder));
        samples = new PerfSampleRows(context, attrs, features, new CallStacks(context, in, memory, features));
        tasks = new TaskRows(context);
        switches = new SwitchRows(context);
    }

    /// Returns whether records of this type become rows.
    boolean handles(int type) {
        return switch (type) {
            case RecordTypes.SAMPLE,
                    RecordTypes.MMAP,
                    RecordTypes.MMAP2,
                    RecordTypes.COMM,
                    RecordTypes.FORK,
                    RecordTypes.EXIT,
                    RecordTypes.ITRACE_START,
                    RecordTypes.KSYMBOL,
                    RecordTypes.LOST,
                    RecordTypes.LOST_SAMPLES,
                    RecordTypes.SWITCH,
                    RecordTypes.SWITCH_CPU_WIDE -> true;
            default -> false;
        };
    }

    /// Called when an event is described between the records.
    void onAttrAdded(EventAttr attr) {
        samples.onAttrAdded(attr);
    }

    private void start() {
        isStarted = true;
        if (features.osRelease() != null) {
            context.metadata().set("system_release", features.osRelease());
            context.system().setKernel(KernelVersion.parse("Linux", features.osRelease()));
        }
        context.system().setMachine(features.arch());
        samples.start();
        if (features.formats() != null && features.formats().size() > 0) {
            tracepoints = new RecordedEvents(context, features.formats(), this::toRecorderTid);
            if (recordsCpus()) {
                context.processes().mapZeroToIdle();
            } else {
                tracepoints.ignoreScheduling();
            }
            for (EventAttr a : attrs.all()) {
                // If both are recorded, they describe the same switches.
                usesSwitches &= a.type != EventAttr.TRACEPOINT || !tracepoints.isSchedSwitch((int) a.config);
            }
        }
    }

    /// Returns whether all threads on the CPUs were recorded. If only some processes were, the switches to other
    /// threads are missing.
    private boolean recordsCpus() {
        return recordsAllThreads || hasSeenIdle;
    }

    /// Records that the recorder did not restrict the recording to some threads.
    void setRecordsAllThreads() {
        recordsAllThreads = true;
    }

    /// Updates the start of the recording from the time of a record. Called for each record before it is sorted.
    void updateStart(long ts) {
        minTs = Math.min(minTs, ts);
    }

    /// Reads the thread ids of a tracepoint sample. Called for each sample before it is sorted.
    void readThread(EventAttr attr, byte[] b, int offset) {
        if (!unsortedSample.read(attr, b, offset) || unsortedSample.rawSize < Long.BYTES || !unsortedSample.hasTid) {
            return;
        }
        long kernelTid = in.u32(b, unsortedSample.rawOffset + COMMON_PID);
        hasSeenIdle |= kernelTid == 0;
        if (kernelTid != unsortedSample.tid && kernelTid != 0) {
            tidsOfKernelTids.put(kernelTid, unsortedSample.tid);
        }
    }

    /// Converts the kernel's id of a thread to the id in the recorder's pid namespace.
    private long toRecorderTid(long kernelTid) {
        Long existing = tidsOfKernelTids.get(kernelTid);
        return existing == null ? kernelTid : existing;
    }

    @Override
    public void handleEvent(long time, long location, Object ref) {
        if (!isStarted) {
            start();
        }
        long ts = time == AT_START && minTs != Long.MAX_VALUE ? minTs : time;
        byte[] b = (byte[]) ref;
        int offset = RecordReader.offset(location);
        EventAttr attr = attrs.get(RecordReader.attr(location));
        int type = in.i32(b, offset);
        if (type == RecordTypes.SAMPLE) {
            addSample(ts, attr, b, offset);
        } else {
            int payload = offset + RecordTypes.HEADER_SIZE;
            int end = offset + in.u16(b, offset + 6) - attr.trailerSize;
            if (end < payload || !handleNonSample(ts, type, attr, b, offset, end)) {
                context.stats().add(StatNames.PERF_RECORD_SKIPPED, type, 1);
            }
        }
        lastTs = ts;
    }

    private void addSample(long ts, EventAttr attr, byte[] b, int offset) {
        if (!sample.read(attr, b, offset) || !samples.add(ts, attr, sample)) {
            context.stats().add(StatNames.PERF_RECORD_SKIPPED, RecordTypes.SAMPLE, 1);
            return;
        }
        if (tracepoints != null && sample.rawSize > 0 && attr.type == EventAttr.TRACEPOINT) {
            tracepoints.add(ts, Math.max(sample.cpu, 0), b, sample.rawOffset, sample.rawSize);
        }
    }

    /// Adds the rows of a record that is not a sample; returns false if the record is too short.
    ///
    /// @param end end of the payload, without the trailer
    private boolean handleNonSample(long ts, int type, EventAttr attr, byte[] b, int offset, int end) {
        int payload = offset + RecordTypes.HEADER_SIZE;
        int size = end - payload;
        switch (type) {
            case RecordTypes.MMAP -> {
                return size >= 32 && addMapping(ts, b, offset, payload + 32, end, null);
            }
            case RecordTypes.MMAP2 -> {
                return size >= 64 && addMapping(ts, b, offset, payload + 64, end, buildId(b, offset));
            }
            case RecordTypes.COMM -> {
                if (size >= 8) {
                    tasks.onNamed(in.u32(b, payload), in.u32(b, payload + 4), b, payload + 8, end);
                }
                return size >= 8;
            }
            case RecordTypes.FORK, RecordTypes.EXIT -> {
                return size >= 24 && handleTask(ts, type, b, payload);
            }
            case RecordTypes.ITRACE_START -> {
                if (size >= 8) {
                    context.processes().updateThread(in.u32(b, payload + 4), in.u32(b, payload));
                }
                return size >= 8;
            }
            case RecordTypes.KSYMBOL -> {
                if (size >= 16 && (in.u16(b, payload + 14) & KSYMBOL_UNREGISTERED) == 0) {
                    memory.addKernelSymbol(
                            in.i64(b, payload), in.u32(b, payload + 8), RecordBytes.text(b, payload + 16, end));
                }
                return size >= 16;
            }
            case RecordTypes.LOST -> {
                return size >= 16 && handleLost(ts, attr, b, end, in.i64(b, payload + 8));
            }
            case RecordTypes.LOST_SAMPLES -> {
                return size >= 8 && handleLost(ts, attr, b, end, in.i64(b, payload));
            }
            default -> {
                if (usesSwitches && attr.hasTrailer && attr.has(EventAttr.TID)) {
                    int misc = in.u16(b, offset + 4);
                    switches.onSwitched(ts, misc, cpu(attr, b, end), in.u32(b, end), in.u32(b, end + 4));
                }
                return true;
            }
        }
    }

    private boolean handleTask(long ts, int type, byte[] b, int payload) {
        long pid = in.u32(b, payload);
        long tid = in.u32(b, payload + 8);
        if (type == RecordTypes.FORK) {
            tasks.onForked(ts, pid, in.u32(b, payload + 4), tid);
        } else {
            tasks.onExited(ts, pid, tid);
        }
        return true;
    }

    /// Returns the build id in an `MMAP2` record, or null.
    private String buildId(byte[] b, int offset) {
        int id = offset + RecordTypes.HEADER_SIZE + 32;
        if ((in.u16(b, offset + 4) & RecordTypes.MISC_MMAP_BUILD_ID) == 0) {
            return null;
        }
        int size = Math.min(b[id] & 0xff, 20);
        return HexFormat.of().formatHex(b, id + 4, id + 4 + size);
    }

    private boolean addMapping(long ts, byte[] b, int offset, int name, int end, String buildId) {
        int payload = offset + RecordTypes.HEADER_SIZE;
        int pid = in.i32(b, payload);
        long start = in.i64(b, payload + 8);
        long length = in.i64(b, payload + 16);
        long fileOffset = in.i64(b, payload + 24);
        String file = RecordBytes.text(b, name, end);
        String id = buildId == null ? features.buildId(pid, file) : buildId;
        if (RecordTypes.isKernel(in.u16(b, offset + 4) & RecordTypes.CPU_MODE_MASK)) {
            memory.mapKernel(ts, start, length, fileOffset, file, id);
        } else {
            long unsignedPid = pid & 0xFFFF_FFFFL;
            int utid = context.processes().updateThread(in.u32(b, payload + 4), unsignedPid);
            int upid = context.processes().upidOf(utid);
            memory.mapUser(ts, upid, unsignedPid, start, length, fileOffset, file, id);
        }
        return true;
    }

    private boolean handleLost(long ts, EventAttr attr, byte[] b, int trailer, long count) {
        context.stats().add(StatNames.PERF_SAMPLES_SKIPPED_DATALOSS, Math.max(1, count));
        int cpu = cpu(attr, b, trailer);
        if (cpu >= 0) {
            context.losses().addForCpu(DataLosses.Source.PERF, cpu, lastTs, ts, Math.max(0, count));
        }
        return true;
    }

    /// Returns the CPU in the trailer of a record; -1 if there is none.
    private int cpu(EventAttr attr, byte[] b, int trailer) {
        if (!attr.hasTrailer || !attr.has(EventAttr.CPU)) {
            return NO_CPU;
        }
        int trailerSize = attr.has(EventAttr.IDENTIFIER) ? 2 * Long.BYTES : Long.BYTES;
        return in.i32(b, trailer + attr.trailerSize - trailerSize);
    }

    /// Writes rows that are only known at the end. Called after the last event.
    void finish() {
        if (!isStarted) {
            start();
        }
        tasks.finish();
        memory.finish();
        samples.finish();
    }
}
