package traceglass.ingest.simpleperf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.foreign.simpleperf.File;
import traceglass.protos.foreign.simpleperf.Record;
import traceglass.protos.foreign.simpleperf.Sample;
import traceglass.protos.foreign.simpleperf.Thread;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Converts records of a simpleperf report to rows, in time order. Files and their symbols are at the end of the report
/// and have already been read.
final class SimpleperfRecords implements EventSink {

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final Map<Integer, CodeFile> files = new HashMap<>();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor inner = new ProtoCursor();
    private final ProtoCursor entry = new ProtoCursor();

    /// Binary file that contains code.
    ///
    /// @param symbols string ids of the symbol names
    private record CodeFile(StackProfiles.Mapping mapping, List<Integer> symbols) {}

    private record Call(long address, int file, int symbol) {}

    SimpleperfRecords(ImportContext context) {
        this.context = context;
        strings = context.strings();
        samples = context.session().profilerSamples();
    }

    void addFile(ProtoCursor file) {
        int id = 0;
        String path = "";
        List<Integer> symbols = new ArrayList<>();
        while (file.next()) {
            switch (file.field()) {
                case File.ID_FIELD_NUMBER -> id = file.asInt();
                case File.PATH_FIELD_NUMBER -> path = file.asString();
                case File.SYMBOL_FIELD_NUMBER -> symbols.add(file.asStringId(strings));
                default -> {}
            }
        }
        files.put(id, new CodeFile(context.stackProfiles().dummy(path), symbols));
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        byte[] record = (byte[]) ref;
        for (cursor.enter(record, 0, record.length); cursor.next(); ) {
            if (cursor.field() == Record.SAMPLE_FIELD_NUMBER) {
                addSample(ts);
            } else if (cursor.field() == Record.THREAD_FIELD_NUMBER) {
                readThread();
            }
        }
    }

    private void readThread() {
        long tid = 0;
        long pid = 0;
        int name = StringPool.NULL;
        for (inner.enter(cursor); inner.next(); ) {
            switch (inner.field()) {
                case Thread.THREAD_ID_FIELD_NUMBER -> tid = inner.asUint32();
                case Thread.PROCESS_ID_FIELD_NUMBER -> pid = inner.asUint32();
                case Thread.THREAD_NAME_FIELD_NUMBER -> name = inner.asStringId(strings);
                default -> {}
            }
        }
        if (tid == 0 || pid == 0) {
            return;
        }
        int utid = context.processes().updateThread(tid, pid);
        if (name != StringPool.NULL) {
            context.processes().setThreadName(utid, name, NamePriority.OfThread.OTHER);
        }
    }

    private void addSample(long ts) {
        long tid = 0;
        List<Call> innermostFirst = new ArrayList<>();
        for (inner.enter(cursor); inner.next(); ) {
            if (inner.field() == Sample.THREAD_ID_FIELD_NUMBER) {
                tid = inner.asUint32();
            } else if (inner.field() == Sample.CALLCHAIN_FIELD_NUMBER) {
                innermostFirst.add(call());
            }
        }
        int utid = context.processes().thread(tid);
        int callsite = ProfilerSamples.NONE;
        int depth = 0;
        for (Call call : innermostFirst.reversed()) {
            CodeFile file = files.get(call.file);
            if (file == null) {
                context.stats().increment(StatNames.SIMPLEPERF_MISSING_FILE_MAPPING);
                return;
            }
            int name = call.symbol >= 0 && call.symbol < file.symbols.size()
                    ? file.symbols.get(call.symbol)
                    : StringPool.NULL;
            callsite =
                    context.stackProfiles().callsite(callsite, file.mapping.frame(call.address, name, -1, -1), depth++);
        }
        if (callsite != ProfilerSamples.NONE) {
            samples.add(ts, strings.intern("simpleperf"), samples.task(ProfilerSamples.NONE, utid), callsite);
        }
    }

    private Call call() {
        long address = 0;
        int file = 0;
        int symbol = 0;
        for (entry.enter(inner); entry.next(); ) {
            switch (entry.field()) {
                case Sample.CallChainEntry.VADDR_IN_FILE_FIELD_NUMBER -> address = entry.asLong();
                case Sample.CallChainEntry.FILE_ID_FIELD_NUMBER -> file = entry.asInt();
                case Sample.CallChainEntry.SYMBOL_ID_FIELD_NUMBER -> symbol = entry.asInt();
                default -> {}
            }
        }
        return new Call(address, file, symbol);
    }
}
