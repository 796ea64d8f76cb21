package traceglass.ingest.simpleperf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.foreign.simpleperf.CallChainEntryDecoder;
import traceglass.protos.foreign.simpleperf.FileDecoder;
import traceglass.protos.foreign.simpleperf.SampleDecoder;
import traceglass.protos.foreign.simpleperf.SimpleperfRecordDecoder;
import traceglass.protos.foreign.simpleperf.ThreadDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Converts records of a simpleperf report to rows, in time order. Files and their symbols are at the end of the report
/// and have already been read.
final class SimpleperfRecords implements EventSink {

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final Map<Integer, CodeFile> files = new HashMap<>();
    private final SimpleperfRecordDecoder record = new SimpleperfRecordDecoder();
    private final SampleDecoder sample = new SampleDecoder();
    private final CallChainEntryDecoder entry = new CallChainEntryDecoder();

    /// Binary file that contains code.
    ///
    /// @param symbols string ids of the symbol names
    private record CodeFile(StackProfiles.Mapping mapping, List<Integer> symbols) {}

    SimpleperfRecords(ImportContext context) {
        this.context = context;
        strings = context.strings();
        samples = context.session().profilerSamples();
    }

    void addFile(FileDecoder file) {
        List<Integer> symbols = new ArrayList<>();
        for (int i = 0; i < file.symbolCount(); i++) {
            symbols.add(file.symbolId(i, strings));
        }
        files.put(file.id(), new CodeFile(context.stackProfiles().dummy(file.path()), symbols));
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        byte[] bytes = (byte[]) ref;
        record.decode(bytes, 0, bytes.length);
        if (record.hasSample()) {
            addSample(ts, record.sample(sample));
        }
        if (record.hasThread()) {
            readThread(record.thread(new ThreadDecoder()));
        }
    }

    private void readThread(ThreadDecoder thread) {
        long tid = Integer.toUnsignedLong(thread.threadId());
        long pid = Integer.toUnsignedLong(thread.processId());
        if (tid == 0 || pid == 0) {
            return;
        }
        int utid = context.processes().updateThread(tid, pid);
        if (thread.hasThreadName()) {
            context.processes().setThreadName(utid, thread.threadNameId(strings), NamePriority.OfThread.OTHER);
        }
    }

    private void addSample(long ts, SampleDecoder fields) {
        int utid = context.processes().thread(Integer.toUnsignedLong(fields.threadId()));
        int callsite = ProfilerSamples.NONE;
        int depth = 0;
        // The callchain starts with the innermost function.
        for (int i = fields.callchainCount() - 1; i >= 0; i--) {
            CodeFile file = files.get(fields.callchain(i, entry).fileId());
            if (file == null) {
                context.stats().increment(StatNames.SIMPLEPERF_MISSING_FILE_MAPPING);
                return;
            }
            int symbol = entry.symbolId();
            int name = symbol >= 0 && symbol < file.symbols.size() ? file.symbols.get(symbol) : StringPool.NULL;
            callsite = context.stackProfiles()
                    .callsite(callsite, file.mapping.frame(entry.vaddrInFile(), name, -1, -1), depth++);
        }
        if (callsite != ProfilerSamples.NONE) {
            samples.add(ts, strings.intern("simpleperf"), samples.task(ProfilerSamples.NONE, utid), callsite);
        }
    }
}
