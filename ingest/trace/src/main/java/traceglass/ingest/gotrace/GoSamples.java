package traceglass.ingest.gotrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the samples of the CPU profiler, which some programs run along with the trace. The asynchronous context of a
/// sample is its goroutine.
final class GoSamples {

    private final ImportContext context;
    private final GoProgram program;
    private final ProfilerSamples samples;
    private final int source;
    private final LongMap<Integer> asyncContexts = new LongMap<>();
    private int session = ProfilerSamples.NONE;

    GoSamples(ImportContext context, GoProgram program) {
        this.context = context;
        this.program = program;
        samples = context.session().profilerSamples();
        source = context.strings().intern("go");
    }

    void add(long ts, GoEvent e, long m) {
        if (session == ProfilerSamples.NONE) {
            session = samples.session(source, context.strings().intern("ns"), StringPool.NULL);
        }
        int goroutine = e.g() == 0 ? ProfilerSamples.NONE : asyncContexts.computeIfAbsent(e.g(), this::asyncContext);
        int row = samples.add(ts, source, samples.task(program.upid, program.utid(m), goroutine), e.callsite());
        int cpu = e.p() < 0 ? ProfilerSamples.NONE : context.cpus().ucpu(e.p());
        samples.describe(row, samples.execution(cpu, StringPool.NULL), StringPool.NULL, session, LongColumn.NULL);
    }

    private int asyncContext(long id) {
        Table table = context.storage().table(TableNames.ProfilerAsyncContext.TABLE);
        int row = table.addRow();
        table.strings(TableNames.ProfilerAsyncContext.NAME).set(row, program.goroutine(id).name);
        table.strings(TableNames.ProfilerAsyncContext.KIND)
                .set(row, context.strings().intern("goroutine"));
        return row;
    }
}
