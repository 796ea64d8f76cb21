package traceglass.service.probe.ftrace.page;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceClock;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.FtraceError;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the kernel events of one session as packets: one bundle per batch of pages of a CPU, and additional bundles
/// where events were lost. Not thread-safe.
public final class BundleWriter {

    /// Receives packets.
    public interface Output {

        void write(byte[] packet);
    }

    /// Names of kernel functions by address.
    public interface SymbolNames {

        /// Returns the name of the function at an address, or null if it is unknown.
        @Nullable
        String at(long address);
    }

    private final ProtoWriter out = new ProtoWriter();
    private final LongIndex addresses = new LongIndex();
    private final RecordIds ids = new RecordIds();
    private final SchedColumns sched = new SchedColumns(ids);
    private final Set<EventPlan> described = new LinkedHashSet<>();
    private final Set<FtraceParseStatus> errors = EnumSet.noneOf(FtraceParseStatus.class);
    private final SessionEvents events;
    private final @Nullable SymbolNames symbols;
    private final Output output;
    private final PageParser parser;
    private final RecordWriter records;

    private FtraceClock clock = FtraceClock.FTRACE_CLOCK_UNSPECIFIED;
    private long ftraceNs;
    private long bootNs;
    private long[] lastEvents = {};
    private int cpu;
    private boolean isOpen;
    private boolean keepsUnreadablePages;
    private int bundle;
    private int writtenAddresses;

    /// @param symbols names of functions by address, or null to write no names
    public BundleWriter(SessionEvents events, PrintkTexts texts, @Nullable SymbolNames symbols, Output output) {
        this.events = events;
        this.symbols = symbols;
        this.output = output;
        parser = new PageParser(events, this);
        records = new RecordWriter(out, texts, addresses, ids);
    }

    /// Sets whether the raw bytes of unreadable pages are added to the trace.
    public void setKeepsUnreadablePages(boolean keeps) {
        keepsUnreadablePages = keeps;
    }

    /// Sets the clock of the events and a pair of times that were read together.
    ///
    /// @param clock clock of the events; unspecified for the boot clock
    public void setClock(FtraceClock clock, long ftraceNs, long bootNs) {
        this.clock = clock;
        this.ftraceNs = ftraceNs;
        this.bootNs = bootNs;
    }

    /// Starts a batch of pages of a CPU.
    public void begin(int cpu) {
        this.cpu = cpu;
        if (cpu >= lastEvents.length) {
            lastEvents = Arrays.copyOf(lastEvents, cpu + 1);
        }
    }

    /// Adds the events of a page.
    public void add(PageShape shape, byte[] pages, int offset) {
        long time = shape.time(pages, offset);
        int size = shape.bytes(pages, offset);
        if (size == 0 || size > shape.size() - shape.dataOffset()) {
            addError(0, FtraceParseStatus.FTRACE_STATUS_ABI_INVALID_PAGE_HEADER);
            keepUnreadablePage(shape, pages, offset);
            return;
        }
        boolean isAfterLoss = shape.isAfterLoss(pages, offset);
        if (isAfterLoss || sched.hasManyNames()) {
            finish();
        }
        if (isAfterLoss) {
            start(true);
        }
        int from = offset + shape.dataOffset();
        FtraceParseStatus status = parser.parse(pages, from, from + size, time);
        if (parser.lastRecorded() != 0) {
            lastEvents[cpu] = parser.lastRecorded();
        }
        if (status != FtraceParseStatus.FTRACE_STATUS_OK) {
            addError(time, status);
            keepUnreadablePage(shape, pages, offset);
        }
    }

    private void keepUnreadablePage(PageShape shape, byte[] pages, int offset) {
        if (keepsUnreadablePages) {
            out.bytes(FtraceEventBundle.BROKEN_ABI_TRACE_PAGE_FIELD_NUMBER, pages, offset, offset + shape.size());
            // A bundle can contain only one such page.
            finish();
        }
    }

    /// Ends a batch of pages.
    public void end() {
        finish();
    }

    /// Ends a round over all CPUs.
    public void endDrain() {
        ids.clear();
        addresses.clear();
        writtenAddresses = 0;
    }

    /// Counts an error while reading pages.
    public void addError(FtraceParseStatus status) {
        errors.add(status);
    }

    /// Returns the ids of threads and files that occurred since the last [#endDrain].
    public RecordIds ids() {
        return ids;
    }

    /// Returns the reasons why pages were not parsed completely.
    public Set<FtraceParseStatus> errors() {
        return errors;
    }

    SchedColumns sched() {
        start(false);
        return sched;
    }

    void write(EventPlan plan, byte[] bytes, int from, int to, long time) {
        start(false);
        int kprobe = plan.encoding == EventPlan.Encoding.KPROBE ? events.kprobeType(plan.id) : 0;
        records.write(plan, kprobe, bytes, from, to, time);
        if (plan.descriptor != null) {
            described.add(plan);
        }
    }

    private void addError(long time, FtraceParseStatus status) {
        errors.add(status);
        start(false);
        int error = out.open(FtraceEventBundle.ERROR_FIELD_NUMBER);
        if (time != 0) {
            out.varint(FtraceError.TIMESTAMP_FIELD_NUMBER, time);
        }
        out.varint(FtraceError.STATUS_FIELD_NUMBER, status.getNumber());
        out.close(error);
    }

    private void start(boolean isAfterLoss) {
        if (isOpen) {
            return;
        }
        isOpen = true;
        out.reset();
        bundle = out.open(TracePacket.FTRACE_EVENTS_FIELD_NUMBER);
        out.varint(FtraceEventBundle.CPU_FIELD_NUMBER, cpu);
        if (isAfterLoss) {
            out.bool(FtraceEventBundle.LOST_EVENTS_FIELD_NUMBER, true);
        }
        out.varint(FtraceEventBundle.PREVIOUS_BUNDLE_END_TIMESTAMP_FIELD_NUMBER, lastEvents[cpu]);
        if (clock != FtraceClock.FTRACE_CLOCK_UNSPECIFIED) {
            out.varint(FtraceEventBundle.FTRACE_CLOCK_FIELD_NUMBER, clock.getNumber());
            if (ftraceNs != 0) {
                out.varint(FtraceEventBundle.FTRACE_TIMESTAMP_FIELD_NUMBER, ftraceNs);
                out.varint(FtraceEventBundle.BOOT_TIMESTAMP_FIELD_NUMBER, bootNs);
            }
        }
    }

    private void finish() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        sched.flush(out);
        for (EventPlan plan : described) {
            if (plan.descriptor != null) {
                out.bytes(FtraceEventBundle.GENERIC_EVENT_DESCRIPTORS_FIELD_NUMBER, plan.descriptor);
            }
        }
        described.clear();
        out.close(bundle);
        writeSymbols();
        output.write(out.toByteArray());
    }

    /// Writes the names of functions that occur for the first time in this bundle.
    private void writeSymbols() {
        if (symbols == null || writtenAddresses == addresses.count()) {
            return;
        }
        if (writtenAddresses == 0) {
            // Indexes restart with each drain, so that it can be read without earlier ones.
            out.varint(
                    TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
                    TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE);
        }
        int interned = out.open(TracePacket.INTERNED_DATA_FIELD_NUMBER);
        for (int number = writtenAddresses + 1; number <= addresses.count(); number++) {
            String name = symbols.at(addresses.value(number));
            if (name != null) {
                int symbol = out.open(InternedData.KERNEL_SYMBOLS_FIELD_NUMBER);
                out.varint(InternedString.IID_FIELD_NUMBER, number);
                out.string(InternedString.STR_FIELD_NUMBER, name);
                out.close(symbol);
            }
        }
        out.close(interned);
        writtenAddresses = addresses.count();
    }
}
